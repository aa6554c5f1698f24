// flitcast sweep: many runs of one configuration.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/area/router_synthesis.h"
#include "tb/cli/arguments.h"
#include "tb/cli/cosim/area_options.h"
#include "tb/cli/explore/explore_options.h"
#include "tb/explore/points/sweep_folder.h"
#include "tb/explore/sweep/make_backend.h"
#include "tb/explore/sweep/point_areas.h"
#include "tb/explore/sweep/point_predictions.h"
#include "tb/explore/sweep/sweep_points.h"
#include "tb/explore/sweep/sweep_runs.h"
#include "tb/explore/sweep/sweep_table.h"
#include "tb/system/console.h"
#include "tb/system/files/written_files.h"
#include "tb/text/shown_text.h"
#include "tb/text/text_columns.h"

namespace flitcast::explore {
namespace {

std::string run_text(const PointRunner& runner) {
  const SweepState& state = runner.state();
  const double seconds = runner.seconds();
  return state.run == 0 ? "none: every result was there"
                        : fmt::format("{} in {:.1f} s, {:.1f} a second", state.run, seconds,
                                      static_cast<double>(state.run) / seconds);
}

std::string predictions_text(const std::vector<PointStatus>& statuses,
                             const PointPredictions& predictions) {
  const auto all = static_cast<std::size_t>(
      std::count(statuses.begin(), statuses.end(), PointStatus::kPredicted));
  const std::size_t planned = predictions.planned();
  std::vector<std::string> parts;
  if (all > planned) {
    parts.push_back(fmt::format("{} by closed form", all - planned));
  }
  if (planned > 0) {
    parts.push_back(fmt::format("{} as flitcast check does", planned));
  }
  return all == 0 ? "nothing to predict" : fmt::format("{}", fmt::join(parts, ", "));
}

/// Finds out which points a run has refused not for want of something, but as they do not fit.
void find_unfit(Sweep& sweep, std::vector<PointStatus>& statuses, const SweepFolder& folder) {
  PointPredictions theory(sweep);
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    const std::string& point = sweep.points[i].name;
    if (statuses[i] == PointStatus::kFailed && folder.has_refusal(point) &&
        theory.plan(i) == PointStatus::kUnfit) {
      folder.clear_failure(point);
      statuses[i] = PointStatus::kUnfit;
    }
  }
  leave_out_unfit(sweep, statuses);
}

/// `how`: what was done for them, with its label.
std::string summary(const Sweep& sweep, const std::vector<PointStatus>& statuses,
                    const std::pair<std::string, std::string>& how) {
  Facts facts;
  facts.words("points", fmt::format("{}: {}", statuses.size(), count_statuses(statuses)));
  if (sweep.skips_unfit && !sweep.unfit.empty()) {
    facts.words("skipped", fmt::format("{} that do not fit", sweep.unfit.count()));
  }
  facts.words(how.first, how.second);
  return facts.text() + (sweep.skips_unfit && !sweep.unfit.empty() ? "\n" + tell_unfit(sweep) : "");
}

void tell_tables(const cli::Arguments& arguments, const SweepFolder& folder) {
  if (!arguments.has("quiet")) {
    print(
        printable(written_lines({folder.path() + "/sweep.csv", folder.path() + "/sweep.sqlite"})));
  }
}

/// Says what is not good; returns the exit code.
int tell_outcome(const Sweep& sweep, const std::vector<PointStatus>& statuses,
                 const SweepFolder& folder) {
  const std::string failures = tell_failures(sweep, statuses, folder);
  const bool unfit = !sweep.skips_unfit && !sweep.unfit.empty();
  if (failures.empty() && !unfit) {
    return exit_code::kGood;
  }
  tell("not every point is good\n" + failures +
       (unfit
            ? tell_unfit(sweep) + "skip = unfit in [sweep], or --sweep.skip=unfit, leaves out what "
                                  "does not fit\n"
            : ""));
  return exit_code::kUnmet;
}

/// What --area asks for. Throws ConfigError where it cannot be done, and for its options without
/// it.
std::unique_ptr<area::RouterSynthesis> synthesis_of(const cli::Arguments& arguments) {
  if (!arguments.has("area")) {
    refuse_options(arguments, {"liberty", "word-bits", "cache"}, "is for --area");
    return nullptr;
  }
  const cli::AreaOptions options = cli::area_options(arguments);
  return std::make_unique<area::RouterSynthesis>(area::find_area_tools(options.liberty),
                                                 options.synthesis);
}

/// "2 points, link.duplex = half: why" of "2 points, link.duplex = half" and "link.duplex = half:
/// why".
std::string joined(const std::string& points, const std::string& reason) {
  const std::string key = reason.substr(0, reason.find(": "));
  const bool twice = points.size() >= key.size() &&
                     points.compare(points.size() - key.size(), key.size(), key) == 0;
  return twice ? points + reason.substr(key.size()) : fmt::format("{}: {}", points, reason);
}

/// Synthesizes the routers of all points with a result, with flits of so many bits.
PointAreas areas_of(const Sweep& sweep, const SweepFolder& folder, area::RouterSynthesis& synthesis,
                    int word_bits) {
  PointAreas areas(sweep, synthesis, word_bits);
  PointReader reader(folder);
  for (const SweepPoint& point : sweep.points) {
    if (!point.refusal.empty()) {
      continue;
    }
    if (const auto result = reader.read(point.name, sweep.expectations)) {
      areas.add(point, result->columns);
    }
  }
  cli::find_on_terminal(
      [&](const area::RouterSynthesis::Watcher& watcher) { areas.find(watcher); });
  return areas;
}

/// How areas were found, and what there is to say of them, for the terminal.
std::string area_lines(const Sweep& sweep, const PointAreas& areas,
                       const area::RouterSynthesis& synthesis) {
  Facts facts;
  facts.words("area", fmt::format("{}, {} synthesized now: {}", count_of(areas.routers(), "router"),
                                  synthesis.synthesized(), synthesis.tools().describe()));
  facts.words("note", area::kAreaCaveat);
  for (const std::string& missing : synthesis.tools().missing) {
    facts.words("note", missing);
  }
  for (const PointGroup& group : areas.left_out().largest_first()) {
    facts.words("no area", joined(describe(group, sweep.keys, sweep.list_sizes), group.reason));
  }
  return facts.text();
}

int run_sweep(const cli::Arguments& arguments, Sweep& sweep) {
  const std::unique_ptr<area::RouterSynthesis> synthesis = synthesis_of(arguments);
  const SweepFolder folder = result_folder(arguments);
  const auto backend = make_backend(backend_options(arguments), folder);
  folder.create();
  const FolderLock lock(folder);
  std::vector<PointStatus> statuses;
  std::string run;
  {
    PointRunner runner(*backend, folder);
    statuses = add_points(sweep, folder, runner);
    runner.run();
    for (std::size_t i = 0; i < statuses.size(); ++i) {
      if (statuses[i] == PointStatus::kMissing) {
        statuses[i] = status_of(sweep, sweep.points[i], folder, runner.reader());
      }
    }
    run = run_text(runner);
  }
  find_unfit(sweep, statuses, folder);
  std::optional<PointAreas> areas;
  if (synthesis != nullptr) {
    areas.emplace(areas_of(sweep, folder, *synthesis, cli::area_options(arguments).word_bits));
  }
  SweepTable table(sweep, folder, nullptr, areas ? &*areas : nullptr);
  write_tables(table, folder);
  print(printable(summary(sweep, statuses, {"run", run}) +
                  (areas ? area_lines(sweep, *areas, *synthesis) : "")));
  tell_tables(arguments, folder);
  return tell_outcome(sweep, statuses, folder);
}

/// Results that are there stay in the tables.
int predict_sweep(const cli::Arguments& arguments, Sweep& sweep) {
  refuse_options(arguments,
                 {"dry-run", "jobs", "time-limit", "backend", "chunk", "slurm-options", "area"},
                 "--predict runs nothing");
  const SweepFolder folder = result_folder(arguments);
  folder.create();
  const FolderLock lock(folder);
  std::vector<PointStatus> statuses = statuses_of(sweep, folder);
  PointPredictions predictions(sweep);
  TerminalLine line(stderr, TerminalLine::kEveryHalfMinute);
  SweepState state{sweep.points.size()};
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    if (lacks_result(statuses[i])) {
      statuses[i] = predictions.predict(i);
      ++state.run;
    } else {
      ++state.there;
    }
    if (line.due()) {
      line.show(sweep_line(state, line.seconds()));
    }
  }
  line.erase();
  leave_out_unfit(sweep, statuses);
  SweepTable table(sweep, folder, &predictions);
  write_tables(table, folder);
  print(printable(summary(sweep, statuses, {"theory", predictions_text(statuses, predictions)})));
  tell_tables(arguments, folder);
  return tell_outcome(sweep, statuses, folder);
}

int list_sweep(const cli::Arguments& arguments, const Sweep& sweep) {
  refuse_options(arguments, {"area"}, "--dry-run runs nothing");
  std::vector<PointStatus> statuses;
  if (arguments.has("out")) {
    const SweepFolder folder = result_folder(arguments);
    statuses = statuses_of(sweep, folder);
  }
  print(printable(list_points(sweep, statuses)));
  return exit_code::kGood;
}

/// Points of another sweep, for a backend that has its processes elsewhere: no table, no progress.
class NoListener final : public PointListener {
  void finished(std::size_t /*task*/) override {}
  void waiting() override {}
  void notice(const std::string& text) override { tell(text); }
};

int run_listed_points(const cli::Arguments& arguments, const std::string& file) {
  refuse_options(arguments, {"dry-run", "predict", "area"},
                 "--only runs what another sweep has listed");
  if (!arguments.operands.empty() || !arguments.keys.empty()) {
    throw ConfigError("--only: takes points from its file, with their configuration; leave out " +
                      (arguments.operands.empty() ? "--" + arguments.keys.front().first
                                                  : in_quotes(arguments.operands[0])));
  }
  const SweepFolder folder = result_folder(arguments);
  BackendOptions options = backend_options(arguments);
  options.jobs = arguments.has("jobs") ? options.jobs : 1;
  options.leave_killed = true;
  const auto backend = make_backend(options, folder);
  const std::vector<PointTask> listed = read_tasks(file);
  folder.create();
  PointReader reader(folder);
  std::vector<PointTask> tasks;
  for (const PointTask& task : listed) {
    if (!reader.has(task.name) && !folder.has_failure(task.name)) {
      folder.clear_result(task.name);
      tasks.push_back(task);
    }
  }
  NoListener nobody;
  backend->run(tasks, nobody);
  return exit_code::kGood;
}

}  // namespace

int sweep_main(const cli::Arguments& arguments) {
  if (const auto file = arguments.option("only")) {
    return run_listed_points(arguments, *file);
  }
  refuse_lists(arguments);
  Sweep sweep = expand_sweep(cli::gather_sweep(arguments));
  for (const std::string& note : sweep.notes) {
    tell("note: " + note);
  }
  if (arguments.has("predict")) {
    return predict_sweep(arguments, sweep);
  }
  return arguments.has("dry-run") ? list_sweep(arguments, sweep) : run_sweep(arguments, sweep);
}

}  // namespace flitcast::explore
