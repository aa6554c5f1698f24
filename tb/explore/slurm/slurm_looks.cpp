// What becomes of the points of a sweep that have been submitted.

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/explore/slurm/slurm_sweep.h"
#include "tb/results/text_report.h"

namespace flitcast {
void SlurmSweep::look() {
  Queue queue;
  try {
    queue = ask_queue(open_arrays());
    patience_.answered();
  } catch (const SlurmError& error) {
    patience_.failed(error, false);
    for (Chunk& chunk : chunks_) {
      collect(chunk, false);
    }
    forget_finished_chunks();
    return;
  }
  refresh();
  std::size_t points = 0;
  std::size_t tasks = 0;
  std::vector<std::string> reasons;
  for (Chunk& chunk : chunks_) {
    if (look_at(chunk, queue)) {
      points += resubmit(chunk);
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
bool SlurmSweep::look_at(Chunk& chunk, const Queue& queue) {
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
        collect(chunk, false);
      }
      return false;
    }
  }
  collect(chunk, true);
  return ++chunk.times_gone >= kLooks && !chunk.points.empty();
}

/// Takes the points that have ended; unless thoroughly, up to the first that has not.
void SlurmSweep::collect(Chunk& chunk, bool thoroughly) {
  std::vector<std::size_t> missing;
  for (const std::size_t point : chunk.points) {
    if ((thoroughly || missing.empty()) && has_ended(point)) {
      chunk.headway = true;
      finish(point);
    } else {
      missing.push_back(point);
    }
  }
  chunk.points = std::move(missing);
}

bool SlurmSweep::has_ended(std::size_t point) {
  const std::string& name = points_[point].name;
  return reader_.has(name) || folder_.has_failure(name);
}

/// Others write into these folders: opening them makes a network file system look again.
void SlurmSweep::refresh() const {
  for (const std::string& file : {folder_.result_file("0"), folder_.failure_file("0")}) {
    std::error_code ignored;
    const std::filesystem::directory_iterator entry(std::filesystem::path(file).parent_path(),
                                                    ignored);
  }
}

void SlurmSweep::finish(std::size_t point) {
  --left_;
  last_end_ = Clock::now();
  listener_.finished(point);
}

/// Returns how many points are tried again. A task that has brought some ended while it ran the
/// first of the others; one that was cancelled was not meant to go on.
std::size_t SlurmSweep::resubmit(const Chunk& chunk) {
  std::size_t again = 0;
  for (const std::size_t point : chunk.points) {
    const bool suspect = chunk.certain && (!chunk.headway || point == chunk.points.front());
    attempts_[point] += suspect ? 1 : 0;
    if (!chunk.cancelled && attempts_[point] < kAttempts) {
      waiting_.push_back(point);
      ++again;
    } else {
      fail(point, chunk);
    }
  }
  return again;
}

void SlurmSweep::fail(std::size_t point, const Chunk& chunk) {
  const std::string how =
      chunk.cancelled
          ? "no result"
          : fmt::format("no result in {}; the last",
                        count_of(static_cast<std::uint64_t>(attempts_[point]), "attempt"));
  folder_.record_failure(
      points_[point].name, points_[point].command(folder_),
      fmt::format("{}: job {}, task {}: {}", how, chunk.job, chunk.id.second, chunk.last),
      arrays_.said(chunk.id.first, chunk.id.second));
  finish(point);
}

void SlurmSweep::forget_finished_chunks() {
  const std::set<std::string> before = open_arrays();
  chunks_.erase(std::remove_if(chunks_.begin(), chunks_.end(),
                               [](const Chunk& chunk) { return chunk.points.empty(); }),
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
      Clock::now() - last_end_ >= kQuiet) {
    reason_ = first->second.reason;
    listener_.notice(fmt::format("job {} waits in the queue: {}", first->second.job, reason_));
  }
}

SlurmSweep::Queue SlurmSweep::ask_queue(const std::set<std::string>& names) const {
  Queue queue;
  for (QueuedTask& task : client_.queue(names)) {
    TaskId id(task.name, task.index);
    queue.insert_or_assign(std::move(id), std::move(task));
  }
  return queue;
}

std::set<std::string> SlurmSweep::open_arrays() const {
  std::set<std::string> names;
  for (const Chunk& chunk : chunks_) {
    names.insert(chunk.id.first);
  }
  return names;
}

/// A second, and more in sweeps that take long: the controller has others to serve.
SlurmSweep::Seconds SlurmSweep::time_between_looks() const {
  constexpr Seconds kLeast{1};
  constexpr Seconds kMost{30};
  const bool something_left = std::any_of(chunks_.begin(), chunks_.end(),
                                          [](const Chunk& chunk) { return chunk.times_gone > 0; });
  const Seconds share = (Clock::now() - start_) / 100;
  return something_left ? kLeast : std::clamp(share, kLeast, kMost);
}

}  // namespace flitcast
