#include "tb/explore/slurm/slurm_sweep.h"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

#include "tb/config/config.h"
#include "tb/results/text_report.h"

namespace flitcast {

SlurmSweep::SlurmSweep(const std::vector<PointTask>& points, const SweepFolder& folder,
                       const SlurmClient& client, Setup setup, PointListener& listener)
    : points_(points),
      folder_(folder),
      client_(client),
      setup_(std::move(setup)),
      listener_(listener),
      arrays_(folder),
      reader_(folder),
      patience_(listener),
      submit_patience_(listener),
      attempts_(points.size(), 0),
      left_(points.size()) {}

/// Asks Slurm until it answers. Throws ConfigError when it cannot, or has not for a long time.
template <typename Ask>
auto SlurmSweep::patiently(Ask&& ask) {
  constexpr Seconds kPause{5};
  for (;; pause(kPause)) {
    try {
      auto answer = ask();
      patience_.answered();
      return answer;
    } catch (const SlurmError& error) {
      if (!is_passing(error.what())) {
        throw ConfigError(error.what());
      }
      patience_.failed(error, false);
    }
  }
}

void SlurmSweep::run() {
  if (points_.empty()) {
    return;
  }
  max_array_size_ = patiently([&] { return client_.max_array_size(); });
  adopt();
  for (;;) {
    submit();
    if (left_ == 0) {
      return;
    }
    pause(time_between_looks());
    look();
  }
}

/// Takes over what is in the queue from an earlier process, and what has left it just now; forgets
/// what left it before.
void SlurmSweep::adopt() {
  const std::set<std::string> names = arrays_.names();
  const Queue queue = names.empty() ? Queue{} : patiently([&] { return ask_queue(names); });
  refresh();
  std::set<std::string> own;
  std::map<std::string, std::size_t> unclaimed;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    own.insert(points_[i].name);
    if (has_ended(i)) {
      finish(i);
    } else {
      unclaimed.emplace(points_[i].name, i);
    }
  }
  const std::size_t missing = unclaimed.size();
  for (const auto& [id, task] : queue) {
    if (task.alive()) {
      adopt_task(task, own, unclaimed);
    }
  }
  forget_arrays_but(names, open_arrays());
  const std::size_t adopted = missing - unclaimed.size();
  if (adopted > 0) {
    listener_.notice(fmt::format("{} in the queue already, in {}", count_of(adopted, "point"),
                                 count_of(chunks_.size(), "task")));
  }
  for (const auto& [name, index] : unclaimed) {
    waiting_.push_back(index);
  }
}

/// A point may be in two living tasks; the first one has it.
void SlurmSweep::adopt_task(const QueuedTask& task, const std::set<std::string>& own,
                            std::map<std::string, std::size_t>& unclaimed) {
  Chunk chunk;
  chunk.id = {task.name, task.index};
  chunk.job = task.job;
  for (const PointTask& point : arrays_.points(chunk.id.first, chunk.id.second)) {
    const auto found = unclaimed.find(point.name);
    if (found != unclaimed.end()) {
      chunk.points.push_back(found->second);
      unclaimed.erase(found);
    } else if (own.count(point.name) == 0 && !reader_.has(point.name)) {
      foreign_.insert(task.name);
    }
  }
  if (!chunk.points.empty()) {
    chunks_.push_back(std::move(chunk));
  }
}

/// As many arrays as it takes; what Slurm has no room for now waits until the next look.
void SlurmSweep::submit() {
  std::sort(waiting_.begin(), waiting_.end());
  const std::vector<std::vector<std::size_t>> tasks = cut_waiting();
  std::size_t done = 0;
  while (done < tasks.size()) {
    const auto begin = tasks.begin() + static_cast<std::ptrdiff_t>(done);
    const std::size_t number = std::min(max_array_size_, tasks.size() - done);
    if (!submit_array({begin, begin + static_cast<std::ptrdiff_t>(number)})) {
      break;
    }
    done += number;
  }
  waiting_.clear();
  for (; done < tasks.size(); ++done) {
    waiting_.insert(waiting_.end(), tasks[done].begin(), tasks[done].end());
  }
}

/// Points of tasks. One that has a last chance has it for itself: it may be what ended its tasks.
std::vector<std::vector<std::size_t>> SlurmSweep::cut_waiting() const {
  std::vector<std::vector<std::size_t>> tasks;
  std::vector<std::vector<std::size_t>> alone;
  for (const std::size_t point : waiting_) {
    if (attempts_[point] == kAttempts - 1) {
      alone.push_back({point});
      continue;
    }
    if (tasks.empty() || tasks.back().size() == setup_.chunk) {
      tasks.emplace_back();
    }
    tasks.back().push_back(point);
  }
  tasks.insert(tasks.end(), alone.begin(), alone.end());
  return tasks;
}

/// False when Slurm does not take it now. Throws ConfigError when it never will.
bool SlurmSweep::submit_array(const std::vector<std::vector<std::size_t>>& tasks) {
  std::vector<std::vector<PointTask>> contents(tasks.size());
  std::size_t points = 0;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    for (const std::size_t point : tasks[i]) {
      contents[i].push_back(points_[point]);
    }
    points += tasks[i].size();
  }
  const std::string name = arrays_.create(contents, setup_.command);
  Chunk chunk;
  try {
    chunk.job = client_.submit({name, arrays_.script(name), tasks.size(), arrays_.folder(name)},
                               setup_.options);
    arrays_.note_job(name, chunk.job);
    submit_patience_.answered();
    listener_.notice(fmt::format("job {}: {} in {}", chunk.job, count_of(points, "point"),
                                 count_of(tasks.size(), "task")));
  } catch (const SlurmError& error) {
    if (refused(name, error)) {
      arrays_.remove(name);
      return false;
    }
    chunk.certain = false;
  }
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    chunk.id = {name, i};
    chunk.points = tasks[i];
    chunks_.push_back(chunk);
  }
  return true;
}

/// What an error of sbatch means: false when the array may be in the queue nevertheless. Throws
/// ConfigError when there is nothing to wait for.
bool SlurmSweep::refused(const std::string& name, const SlurmError& error) {
  if (!is_passing(error.what()) && chunks_.empty()) {
    arrays_.remove(name);
    throw ConfigError(error.what());
  }
  submit_patience_.failed(error, !chunks_.empty());
  try {
    return ask_queue({name}).empty();
  } catch (const SlurmError&) {
    return false;
  }
}

void SlurmSweep::pause(Seconds time) {
  constexpr std::chrono::milliseconds kSlice{200};
  const Clock::time_point end = Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
  while (Clock::now() < end) {
    listener_.waiting();
    std::this_thread::sleep_for(kSlice);
  }
}

}  // namespace flitcast
