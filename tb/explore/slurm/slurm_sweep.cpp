#include "tb/explore/slurm/slurm_sweep.h"

#include <algorithm>
#include <filesystem>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/config/config.h"
#include "tb/text/text_columns.h"

namespace flitcast::explore {

SlurmSweep::SlurmSweep(const std::vector<PointTask>& points, const SweepFolder& folder,
                       const SlurmClient& client, Setup setup, PointListener& listener)
    : points_(points),
      folder_(folder),
      client_(client),
      setup_(std::move(setup)),
      listener_(listener),
      arrays_(folder),
      reader_(folder) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    missing_.push_back(i);
  }
}

/// Asks Slurm until it answers. Throws ConfigError when it refuses, or has not for a long time.
template <typename Ask>
auto SlurmSweep::patiently(Ask&& ask) {
  for (;; pause()) {
    try {
      auto answer = ask();
      answered();
      return answer;
    } catch (const SlurmError& error) {
      unanswered(error);
    }
  }
}

void SlurmSweep::run() {
  constexpr int kAttempts = 3;
  if (points_.empty()) {
    return;
  }
  max_array_size_ = patiently([&] { return client_.max_array_size(); });
  await_earlier_arrays();
  // When they are tried again, a point that ends its task takes no others with it.
  for (std::size_t chunk = setup_.chunk; !missing_.empty(); chunk = 1) {
    ++attempts_;
    run_array(chunk, attempts_ == kAttempts);
  }
}

/// Of a process that was killed. Nobody says which points they have.
void SlurmSweep::await_earlier_arrays() {
  const std::set<std::string> names = arrays_.names();
  if (names.empty()) {
    return;
  }
  tasks_ = cut(setup_.chunk);
  if (look(names)) {
    listener_.notice(fmt::format("{} in the queue already", count_of(last_.size(), "task")));
    await(names);
  }
  collect(true);
  if (!last_.empty() && !missing_.empty()) {
    listener_.notice(
        fmt::format("the jobs of an earlier sweep ended without the results of {} ({})",
                    count_of(missing_.size(), "point"), ends()));
  }
  for (const std::string& name : names) {
    arrays_.remove(name);
  }
}

void SlurmSweep::run_array(std::size_t chunk, bool last_attempt) {
  tasks_ = cut(chunk);
  std::vector<std::vector<PointTask>> contents(tasks_.size());
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    for (const std::size_t point : tasks_[i]) {
      contents[i].push_back(points_[point]);
    }
  }
  name_ = arrays_.create(contents, setup_.command);
  submit();
  listener_.notice(fmt::format("job {}: {} in {}", job_, count_of(missing_.size(), "point"),
                               count_of(tasks_.size(), "task")));
  await({name_});
  settle(last_attempt);
  arrays_.remove(name_);
}

/// What is missing, as tasks of up to `chunk` points, or more where they would be too many for an
/// array.
SlurmSweep::Tasks SlurmSweep::cut(std::size_t chunk) const {
  const std::size_t least = (missing_.size() + max_array_size_ - 1) / max_array_size_;
  Tasks tasks;
  for (const std::size_t point : missing_) {
    if (tasks.empty() || tasks.back().size() == std::max(chunk, least)) {
      tasks.emplace_back();
    }
    tasks.back().push_back(point);
  }
  return tasks;
}

/// An array that Slurm has not answered for may be in the queue nevertheless.
void SlurmSweep::submit() {
  const SlurmClient::Array array{name_, arrays_.script(name_), tasks_.size(),
                                 arrays_.folder(name_)};
  bool asked = false;
  try {
    job_ = patiently([&] {
      const std::vector<QueuedTask> taken =
          asked ? client_.queue({name_}) : std::vector<QueuedTask>();
      asked = true;
      return taken.empty() ? client_.submit(array, setup_.options) : taken.front().job;
    });
  } catch (const ConfigError&) {
    arrays_.remove(name_);
    throw;
  }
  arrays_.note_job(name_, job_);
}

/// Until all points have ended or no task of these arrays is alive; a look longer than that: a
/// network file system may show results late.
void SlurmSweep::await(const std::set<std::string>& names) {
  constexpr int kLooks = 2;
  last_.clear();
  for (int gone = 0; gone < kLooks && !missing_.empty();) {
    pause();
    gone = look(names) ? 0 : gone + 1;
    collect(gone > 0);
    tell_why_jobs_wait();
  }
}

/// True while one of their tasks is alive, or Slurm does not answer.
bool SlurmSweep::look(const std::set<std::string>& names) {
  try {
    bool alive = false;
    for (QueuedTask& task : client_.queue(names)) {
      alive = alive || task.alive();
      last_.insert_or_assign(task.index, std::move(task));
    }
    answered();
    return alive;
  } catch (const SlurmError& error) {
    unanswered(error);
    return true;
  }
}

/// Finishes the points that have ended; unless thoroughly, those of each task up to the first that
/// has not. Opening a folder makes a network file system look again, into which others write.
void SlurmSweep::collect(bool thoroughly) {
  for (const std::string& file : {folder_.result_file("0"), folder_.failure_file("0")}) {
    std::error_code ignored;
    const std::filesystem::directory_iterator entry(std::filesystem::path(file).parent_path(),
                                                    ignored);
  }
  missing_.clear();
  for (std::vector<std::size_t>& task : tasks_) {
    std::vector<std::size_t> left;
    for (const std::size_t point : task) {
      if ((thoroughly || left.empty()) && has_ended(point)) {
        last_end_ = Clock::now();
        listener_.finished(point);
      } else {
        left.push_back(point);
      }
    }
    missing_.insert(missing_.end(), left.begin(), left.end());
    task = std::move(left);
  }
}

bool SlurmSweep::has_ended(std::size_t point) {
  const std::string& name = points_[point].name;
  return reader_.has(name) || folder_.has_failure(name);
}

/// What becomes of the points that the array has not brought: they stay missing, or fail. A task
/// that somebody has cancelled was not meant to go on.
void SlurmSweep::settle(bool last_attempt) {
  missing_.clear();
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    if (last_attempt || last_[i].state == "CANCELLED") {
      fail(i);
    } else {
      missing_.insert(missing_.end(), tasks_[i].begin(), tasks_[i].end());
    }
  }
  if (!missing_.empty()) {
    listener_.notice(fmt::format("job {} ended without the results of {} ({}); trying them again",
                                 job_, count_of(missing_.size(), "point"), ends()));
  }
}

/// The points that a task has not brought.
void SlurmSweep::fail(std::size_t task) {
  const std::string state = last_[task].end();
  const std::string how =
      state == "CANCELLED"
          ? "no result"
          : fmt::format("no result in {}; the last",
                        count_of(static_cast<std::uint64_t>(attempts_), "attempt"));
  for (const std::size_t point : tasks_[task]) {
    folder_.record_failure(points_[point].name, points_[point].command(folder_),
                           fmt::format("{}: job {}, task {}: {}", how, job_, task, state),
                           arrays_.said(name_, task));
    listener_.finished(point);
  }
}

/// How the tasks have ended that did not end well.
std::string SlurmSweep::ends() const {
  std::set<std::string> ends;
  for (const auto& [index, task] : last_) {
    if (task.state != "COMPLETED") {
      ends.insert(task.end());
    }
  }
  return ends.empty() ? "ended" : fmt::format("{}", fmt::join(ends, ", "));
}

void SlurmSweep::answered() {
  if (away_since_) {
    listener_.notice("Slurm is there again");
    away_since_.reset();
  }
}

/// A controller may be away for a while; jobs run on, and a sweep can wait.
void SlurmSweep::unanswered(const SlurmError& error) {
  constexpr std::chrono::minutes kLimit{15};
  if (!is_passing(error.what())) {
    throw ConfigError(error.what());
  }
  if (!away_since_) {
    away_since_ = Clock::now();
    listener_.notice(fmt::format("{}; waiting", error.what()));
  }
  if (Clock::now() - *away_since_ >= kLimit) {
    throw ConfigError(
        "{}, for {} minutes now; give the same command again later, and it will go on from here",
        error.what(), kLimit.count());
  }
}

/// For people who wonder why nothing happens.
void SlurmSweep::tell_why_jobs_wait() {
  constexpr Seconds kQuiet{60};
  const auto is_pending = [](const auto& entry) { return entry.second.pending(); };
  const bool all_wait = std::all_of(last_.begin(), last_.end(), [](const auto& entry) {
    return entry.second.pending() || !entry.second.alive();
  });
  const auto first = std::find_if(last_.begin(), last_.end(), is_pending);
  if (all_wait && first != last_.end() && first->second.reason != reason_ &&
      Clock::now() - last_end_ >= kQuiet) {
    reason_ = first->second.reason;
    listener_.notice(fmt::format("job {} waits in the queue: {}", first->second.job, reason_));
  }
}

/// A second, and more in sweeps that take long: the controller has others to serve.
void SlurmSweep::pause() {
  constexpr Seconds kLeast{1};
  constexpr Seconds kMost{30};
  constexpr std::chrono::milliseconds kSlice{200};
  const Seconds time = std::clamp<Seconds>((Clock::now() - start_) / 100, kLeast, kMost);
  const Clock::time_point end = Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
  while (Clock::now() < end) {
    listener_.waiting();
    std::this_thread::sleep_for(kSlice);
  }
}

}  // namespace flitcast::explore
