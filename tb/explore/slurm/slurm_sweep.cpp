#include "tb/explore/slurm/slurm_sweep.h"

#include <algorithm>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/config/config.h"
#include "tb/results/report_parts.h"

namespace flitcast {

SlurmSweep::SlurmSweep(const std::vector<PointTask>& points, const SweepFolder& folder,
                       const SlurmClient& client, Setup setup, PointListener& listener)
    : client_(client),
      setup_(std::move(setup)),
      listener_(listener),
      arrays_(folder),
      points_(points, folder, arrays_, listener),
      reader_(folder),
      patience_(listener),
      submit_patience_(listener) {}

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
  if (points_.size() == 0) {
    return;
  }
  max_array_size_ = patiently([&] { return client_.max_array_size(); });
  adopt();
  for (;;) {
    submit();
    if (points_.left() == 0) {
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
  points_.refresh();
  std::set<std::string> own;
  std::map<std::string, std::size_t> unclaimed;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    own.insert(points_[i].name);
    if (points_.has_ended(i)) {
      points_.finish(i);
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
    points_.wait(index);
  }
}

/// A point may be in two living tasks; the first one has it.
void SlurmSweep::adopt_task(const QueuedTask& task, const std::set<std::string>& own,
                            std::map<std::string, std::size_t>& unclaimed) {
  SlurmChunk chunk;
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
  const std::vector<std::vector<std::size_t>> tasks = points_.take_waiting(setup_.chunk);
  std::size_t done = 0;
  while (done < tasks.size()) {
    const auto begin = tasks.begin() + static_cast<std::ptrdiff_t>(done);
    const std::size_t number = std::min(max_array_size_, tasks.size() - done);
    if (!submit_array({begin, begin + static_cast<std::ptrdiff_t>(number)})) {
      break;
    }
    done += number;
  }
  for (; done < tasks.size(); ++done) {
    for (const std::size_t point : tasks[done]) {
      points_.wait(point);
    }
  }
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
  SlurmChunk chunk;
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

void SlurmSweep::look() {
  Queue queue;
  try {
    queue = ask_queue(open_arrays());
    patience_.answered();
  } catch (const SlurmError& error) {
    patience_.failed(error, false);
    for (SlurmChunk& chunk : chunks_) {
      points_.collect(chunk, false);
    }
    forget_finished_chunks();
    return;
  }
  points_.refresh();
  std::size_t points = 0;
  std::size_t tasks = 0;
  std::vector<std::string> reasons;
  for (SlurmChunk& chunk : chunks_) {
    if (look_at(chunk, queue)) {
      points += points_.retry(chunk);
      ++tasks;
      const std::string reason = fmt::format("job {}: {}", chunk.job, chunk.last);
      if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end()) {
        reasons.push_back(reason);
      }
      chunk.points.clear();
    }
  }
  if (points > 0) {
    listener_.notice(fmt::format("{} ended without the results of {} ({}); trying them again",
                                 count_of(tasks, "task"), count_of(points, "point"),
                                 fmt::join(reasons, "; ")));
  }
  forget_finished_chunks();
  tell_why_jobs_wait(queue);
}

/// True when it has ended without all of its results. A look later than the queue: a network file
/// system may show them late.
bool SlurmSweep::look_at(SlurmChunk& chunk, const Queue& queue) {
  constexpr int kLooks = 2;
  const auto found = queue.find(chunk.id);
  if (found != queue.end()) {
    const QueuedTask& task = found->second;
    chunk.certain = true;
    chunk.job = task.job;
    chunk.cancelled = task.state == "CANCELLED";
    chunk.last = task.reason == "None" ? task.state : task.state + " " + task.reason;
    if (task.alive()) {
      chunk.times_gone = 0;
      if (!task.pending()) {
        points_.collect(chunk, false);
      }
      return false;
    }
  }
  points_.collect(chunk, true);
  return ++chunk.times_gone >= kLooks && !chunk.points.empty();
}

void SlurmSweep::forget_finished_chunks() {
  const std::set<std::string> before = open_arrays();
  chunks_.erase(std::remove_if(chunks_.begin(), chunks_.end(),
                               [](const SlurmChunk& chunk) { return chunk.points.empty(); }),
                chunks_.end());
  forget_arrays_but(before, open_arrays());
}

/// Nobody needs the files of the others any more, in the queue or not.
void SlurmSweep::forget_arrays_but(const std::set<std::string>& arrays,
                                   const std::set<std::string>& open) const {
  for (const std::string& name : arrays) {
    if (open.count(name) == 0 && foreign_.count(name) == 0) {
      arrays_.remove(name);
    }
  }
}

/// For people who wonder why nothing happens.
void SlurmSweep::tell_why_jobs_wait(const Queue& queue) {
  constexpr Seconds kQuiet{60};
  const bool all_wait = std::all_of(queue.begin(), queue.end(), [](const auto& entry) {
    return entry.second.pending() || !entry.second.alive();
  });
  const auto first = std::find_if(queue.begin(), queue.end(),
                                  [](const auto& entry) { return entry.second.pending(); });
  if (all_wait && first != queue.end() && first->second.reason != reason_ &&
      Clock::now() - points_.last_end() >= kQuiet) {
    reason_ = first->second.reason;
    listener_.notice(fmt::format("job {} waits in the queue: {}", first->second.job, reason_));
  }
}

SlurmSweep::Queue SlurmSweep::ask_queue(const std::set<std::string>& names) const {
  Queue queue;
  for (QueuedTask& task : client_.queue(names)) {
    SlurmChunk::TaskId id(task.name, task.index);
    queue.insert_or_assign(std::move(id), std::move(task));
  }
  return queue;
}

std::set<std::string> SlurmSweep::open_arrays() const {
  std::set<std::string> names;
  for (const SlurmChunk& chunk : chunks_) {
    names.insert(chunk.id.first);
  }
  return names;
}

/// A second, and more in sweeps that take long: the controller has others to serve.
SlurmSweep::Seconds SlurmSweep::time_between_looks() const {
  constexpr Seconds kLeast{1};
  constexpr Seconds kMost{30};
  const bool something_left = std::any_of(
      chunks_.begin(), chunks_.end(), [](const SlurmChunk& chunk) { return chunk.times_gone > 0; });
  const Seconds share = (Clock::now() - start_) / 100;
  return something_left ? kLeast : std::clamp(share, kLeast, kMost);
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
