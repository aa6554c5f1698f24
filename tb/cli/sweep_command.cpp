// flitcast sweep: many runs of one configuration.

#include <fmt/format.h>

#include "tb/cli/arguments.h"
#include "tb/cli/backend_options.h"
#include "tb/cli/commands.h"
#include "tb/explore/sweep/make_backend.h"
#include "tb/explore/sweep/missing_points.h"
#include "tb/explore/sweep/sweep_points.h"
#include "tb/explore/sweep/sweep_table.h"
#include "tb/explore/sweep/sweep_text.h"
#include "tb/system/console.h"
#include "tb/system/shown_text.h"
#include "tb/system/text_columns.h"

namespace flitcast {
namespace {

constexpr const char* kHelp =
    R"(Runs a configuration for every combination of the values in its [sweep] section, each run in a
process of its own, and collects the results in DIR/sweep.csv and DIR/sweep.sqlite, one row per
point. What has a result in DIR already is not run again, so that a sweep that was interrupted goes
on when it is started again; what failed is tried again.

  --jobs=N              local: processes at a time; default: as many as there are cores
  --time-limit=SECONDS  of one point; default 3600
  --backend=local       where points run: local, processes on this machine; or slurm, job arrays
  --chunk=N             Slurm: points of a task; default: 10, more where there are over 256 tasks
  --slurm-options=TEXT  Slurm: what the jobs need, like "--partition=long --time=60"
  --dry-run             lists the points, without running them
  --only=FILE           runs the points that another sweep has listed in FILE, for backends

A list in [sweep]:

  message_flits = 1..1024 x2                 by factors: 1, 2, 4 … 1024
  router.delay  = 0..8 +2, 100               by steps, and one more value
  dims          = 4x4, 8x8, 16x16            a key by its last part, where only one key has it
  destinations  = (1,2,3), (5,6), all        values with commas in parentheses
  zip           = dims, message_flits        these run together; further groups behind |

Lists are crossed, the last one varies fastest. An option --sweep.KEY=LIST goes over the list of the
same name. Exit code 1: a point failed, got stuck or did not meet its expectations; the others have
their results.
)";

std::string summary(const MissingPoints& work, const std::vector<PointStatus>& statuses,
                    const SweepFolder& folder) {
  const SweepState& state = work.state();
  const double seconds = work.seconds();
  Facts facts;
  facts.words("points", fmt::format("{}: {}", state.points, count_statuses(statuses)));
  facts.words("run", state.run == 0
                         ? "none: every result was there"
                         : fmt::format("{} in {:.1f} s, {:.1f} a second", state.run, seconds,
                                       static_cast<double>(state.run) / seconds));
  facts.words("tables", fmt::format("{0}/sweep.csv, {0}/sweep.sqlite", folder.path()));
  return facts.text();
}

int run_sweep(const Arguments& arguments, const Sweep& sweep) {
  const SweepFolder folder = result_folder(arguments);
  const auto backend = make_backend(backend_options(arguments), folder);
  folder.create();
  const FolderLock lock(folder);
  std::vector<PointStatus> statuses(sweep.points.size(), PointStatus::kMissing);
  {
    MissingPoints work(sweep, folder, statuses);
    work.run(*backend);
    SweepTable table(sweep, folder);
    write_tables(table, folder);
    print(printable(summary(work, statuses, folder)));
  }
  const std::string failures = tell_failures(sweep, statuses, folder);
  if (!failures.empty()) {
    tell("not every point is good\n" + failures);
  }
  return failures.empty() ? exit_code::kGood : exit_code::kUnmet;
}

/// Somebody else's points, for a backend that has its processes elsewhere: no table, no progress.
class NoListener final : public PointListener {
  void finished(std::size_t /*task*/) override {}
  void waiting() override {}
  void notice(const std::string& text) override { tell(text); }
};

int run_listed_points(const Arguments& arguments, const std::string& file) {
  refuse_keys(arguments);
  if (!arguments.operands.empty()) {
    throw ConfigError("--only: the points bring their configuration; leave out " +
                      in_quotes(arguments.operands[0]));
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

int sweep(const Arguments& arguments) {
  if (const auto file = arguments.option("only")) {
    return run_listed_points(arguments, *file);
  }
  const Sweep sweep = expand_sweep(gather_sweep(arguments));
  for (const std::string& note : sweep.notes) {
    tell("note: " + note);
  }
  if (arguments.has("dry-run")) {
    const SweepFolder folder = result_folder(arguments);
    print(printable(list_points(sweep, PointStatuses(sweep, folder).of_all())));
    return exit_code::kGood;
  }
  return run_sweep(arguments, sweep);
}

}  // namespace

Command sweep_command() {
  Command command{"sweep", sweep};
  command.uses = {{"flitcast sweep CONFIG --out=DIR [--sweep.KEY=LIST ...] [--key=value ...]",
                   "many runs, collected in tables"}};
  command.help = kHelp;
  command.options = {options::kOut, {"backend", true}, {"chunk", true}, {"slurm-options", true},
                     {"dry-run"},   {"only", true},    options::kJobs,  options::kTimeLimit};
  command.takes_keys = true;
  return command;
}

}  // namespace flitcast
