#include "tb/explore/slurm/slurm_points.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "tb/results/report_parts.h"

namespace flitcast {

SlurmPoints::SlurmPoints(const std::vector<PointTask>& points, const SweepFolder& folder,
                         const SlurmArrays& arrays, PointListener& listener)
    : points_(points),
      folder_(folder),
      arrays_(arrays),
      listener_(listener),
      reader_(folder),
      attempts_(points.size(), 0),
      left_(points.size()) {}

/// Opening the folders does.
void SlurmPoints::refresh() const {
  for (const std::string& file : {folder_.result_file("0"), folder_.failure_file("0")}) {
    std::error_code ignored;
    const std::filesystem::directory_iterator entry(std::filesystem::path(file).parent_path(),
                                                    ignored);
  }
}

bool SlurmPoints::has_ended(std::size_t point) {
  const std::string& name = points_[point].name;
  return reader_.has(name) || folder_.has_failure(name);
}

void SlurmPoints::finish(std::size_t point) {
  --left_;
  last_end_ = Clock::now();
  listener_.finished(point);
}

void SlurmPoints::collect(SlurmChunk& chunk, bool thoroughly) {
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

/// One that has a last chance has it for itself: it may be what ended its tasks.
std::vector<std::vector<std::size_t>> SlurmPoints::take_waiting(std::size_t size) {
  std::sort(waiting_.begin(), waiting_.end());
  std::vector<std::vector<std::size_t>> tasks;
  std::vector<std::vector<std::size_t>> alone;
  for (const std::size_t point : waiting_) {
    if (attempts_[point] == kAttempts - 1) {
      alone.push_back({point});
      continue;
    }
    if (tasks.empty() || tasks.back().size() == size) {
      tasks.emplace_back();
    }
    tasks.back().push_back(point);
  }
  waiting_.clear();
  tasks.insert(tasks.end(), alone.begin(), alone.end());
  return tasks;
}

/// A task that has brought some ended while it ran the first of the others; one that was cancelled
/// was not meant to go on.
std::size_t SlurmPoints::retry(const SlurmChunk& chunk) {
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

void SlurmPoints::fail(std::size_t point, const SlurmChunk& chunk) {
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

}  // namespace flitcast
