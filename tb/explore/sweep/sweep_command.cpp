// flitcast sweep: many runs of one configuration.

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "tb/cli/commands.h"
#include "tb/config/config_value.h"
#include "tb/explore/sweep/make_backend.h"
#include "tb/explore/sweep/sweep_points.h"
#include "tb/explore/sweep/sweep_progress.h"
#include "tb/explore/sweep/sweep_table.h"
#include "tb/explore/sweep/sweep_text.h"
#include "tb/system/atomic_file.h"
#include "tb/system/console.h"
#include "tb/system/content_hash.h"
#include "tb/system/facts.h"
#include "tb/system/shown_text.h"

namespace flitcast {
namespace {

SweepFolder folder_of(const Arguments& arguments) {
  const auto path = arguments.option("out");
  if (!path) {
    throw ConfigError("sweep needs a folder for its results; give --out=DIR");
  }
  SweepFolder folder(*path);
  if (!fits_ini(folder.path())) {
    throw ConfigError(fmt::format(
        "--out: {} has a character that begins a comment in a configuration; give a path without",
        flitcast::quoted(folder.path())));
  }
  return folder;
}

/// How the points of a sweep stand in its folder.
class Statuses {
 public:
  Statuses(const Sweep& sweep, const SweepFolder& folder)
      : sweep_(sweep), folder_(folder), reader_(folder) {}

  PointStatus of(std::size_t point);
  /// As PointReader::objection.
  std::string objection(std::size_t point);
  std::vector<PointStatus> of_all();

 private:
  const Sweep& sweep_;
  const SweepFolder& folder_;
  PointReader reader_;
};

/// A result that is there counts; a failure is tried again.
PointStatus Statuses::of(std::size_t point) {
  const std::string& name = sweep_.points[point].name;
  const auto result = reader_.read(name, sweep_.expectations);
  if (result) {
    return result->status;
  }
  return folder_.has_failure(name) ? PointStatus::kFailed : PointStatus::kMissing;
}

std::string Statuses::objection(std::size_t point) {
  return reader_.objection(sweep_.points[point].name, sweep_.expectations,
                           config_of(sweep_, sweep_.points[point]));
}

std::vector<PointStatus> Statuses::of_all() {
  std::vector<PointStatus> statuses;
  statuses.reserve(sweep_.points.size());
  for (std::size_t i = 0; i < sweep_.points.size(); ++i) {
    statuses.push_back(of(i));
  }
  return statuses;
}

bool has_result(PointStatus status) {
  return status != PointStatus::kMissing && status != PointStatus::kFailed;
}

/// Writes what the points have in common; returns its hash.
std::string write_base(const Sweep& sweep, const SweepFolder& folder) {
  const std::string text = given_ini(sweep.base);
  std::string hash = content_hash(text);
  write_in_place_of_links(folder.base_file(hash), text);
  return hash;
}

PointTask task_of(const Sweep& sweep, const SweepPoint& point, const std::string& base) {
  PointTask task{point.name, base, {}};
  for (std::size_t i = 0; i < sweep.keys.size(); ++i) {
    task.keys.emplace_back(sweep.keys[i], point.values[i]);
  }
  return task;
}

/// The points that have no result, while a backend runs them.
class MissingPoints final : public PointListener {
 public:
  MissingPoints(const Sweep& sweep, const SweepFolder& folder, std::vector<PointStatus>& statuses)
      : sweep_(sweep),
        folder_(folder),
        looks_(sweep, folder),
        statuses_(statuses),
        progress_(stderr) {
    const std::string base = write_base(sweep, folder);
    for (std::size_t i = 0; i < sweep.points.size(); ++i) {
      if (!has_result_now(i)) {
        folder.clear_failure(sweep.points[i].name);
        points_.push_back(i);
        tasks_.push_back(task_of(sweep, sweep.points[i], base));
      }
    }
    tell_objections();
    state_.points = sweep.points.size();
    state_.there = state_.points - tasks_.size();
  }

  void run(Backend& backend) { backend.run(tasks_, *this); }
  const SweepState& state() const { return state_; }
  double seconds() const { return progress_.seconds(); }

  void finished(std::size_t task) override {
    PointStatus& status = statuses_[points_[task]];
    status = looks_.of(points_[task]);
    ++state_.run;
    state_.failed += has_result(status) ? 0 : 1;
    progress_.show(state_);
  }
  void waiting() override { progress_.show(state_); }
  void notice(const std::string& text) override {
    progress_.erase();
    tell(text);
  }

 private:
  static constexpr std::size_t kMostTold = 10;

  /// What is run again although something is there.
  void tell_objections() {
    for (const std::string& objection : objections_) {
      notice(objection + "; runs again");
    }
    if (not_counting_ > objections_.size()) {
      notice(fmt::format("and {} more", not_counting_ - objections_.size()));
    }
  }

  /// Removes one that does not count. Jobs of an earlier sweep may leave results meanwhile: what
  /// came behind the look stays.
  bool has_result_now(std::size_t point) {
    const std::string& name = sweep_.points[point].name;
    const bool was_there = folder_.has_something(name);
    statuses_[point] = looks_.of(point);
    if (was_there && !has_result(statuses_[point])) {
      if (++not_counting_ <= kMostTold) {
        objections_.push_back(looks_.objection(point));
      }
      folder_.clear_result(name);
    }
    return has_result(statuses_[point]);
  }

  const Sweep& sweep_;
  const SweepFolder& folder_;
  Statuses looks_;
  std::vector<PointStatus>& statuses_;
  SweepProgress progress_;
  std::vector<std::size_t> points_;  // of the tasks
  std::vector<PointTask> tasks_;
  SweepState state_;
  std::vector<std::string> objections_;  // to the first results that do not count
  std::size_t not_counting_ = 0;
};

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
  const SweepFolder folder = folder_of(arguments);
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
                      flitcast::quoted(arguments.operands[0]));
  }
  const SweepFolder folder = folder_of(arguments);
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

int sweep_command(const Arguments& arguments) {
  if (const auto file = arguments.option("only")) {
    return run_listed_points(arguments, *file);
  }
  const Sweep sweep = expand_sweep(gather_sweep(arguments));
  for (const std::string& note : sweep.notes) {
    tell("note: " + note);
  }
  if (arguments.has("dry-run")) {
    const SweepFolder folder = folder_of(arguments);
    print(printable(list_points(sweep, Statuses(sweep, folder).of_all())));
    return exit_code::kGood;
  }
  return run_sweep(arguments, sweep);
}

}  // namespace flitcast
