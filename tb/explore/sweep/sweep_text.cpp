#include "tb/explore/sweep/sweep_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "tb/system/file_error.h"
#include "tb/system/text_columns.h"
#include "tb/system/text_file.h"

namespace flitcast {
namespace {

constexpr std::size_t kMostTold = 10;
constexpr std::size_t kIndent = 4;
constexpr std::size_t kMaxFailureBytes = std::size_t{1} << 24;
constexpr PointStatus kStatuses[] = {PointStatus::kDone, PointStatus::kMissing, PointStatus::kUnmet,
                                     PointStatus::kStuck, PointStatus::kFailed};

/// "topology.dims = 3, router.delay = 2".
std::string describe(const Sweep& sweep, const SweepPoint& point) {
  std::string text;
  for (std::size_t i = 0; i < sweep.keys.size(); ++i) {
    text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", sweep.keys[i], point.values[i]);
  }
  return text;
}

std::string told_failure(const SweepFolder& folder, const std::string& point) {
  try {
    return indented(read_regular_file(folder.failure_file(point), kMaxFailureBytes), kIndent);
  } catch (const FileError& error) {
    return indented(error.what(), kIndent);
  }
}

}  // namespace

std::string list_points(const Sweep& sweep, const std::vector<PointStatus>& statuses) {
  std::vector<std::vector<std::string>> rows{{"point"}};
  rows[0].insert(rows[0].end(), sweep.keys.begin(), sweep.keys.end());
  rows[0].emplace_back("status");
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    const SweepPoint& point = sweep.points[i];
    std::vector<std::string> row{point.name};
    row.insert(row.end(), point.values.begin(), point.values.end());
    row.emplace_back(to_string(statuses[i]));
    if (!point.refusal.empty()) {
      row.back() += ", will fail: " + point.refusal;
    }
    rows.push_back(std::move(row));
  }
  return aligned(rows) + fmt::format("\n{} point{}: {}\n", sweep.points.size(),
                                     sweep.points.size() == 1 ? "" : "s", count_statuses(statuses));
}

std::string count_statuses(const std::vector<PointStatus>& statuses) {
  std::string text;
  for (const PointStatus status : kStatuses) {
    const auto count = std::count(statuses.begin(), statuses.end(), status);
    if (count > 0) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, to_string(status));
    }
  }
  return text;
}

std::string tell_failures(const Sweep& sweep, const std::vector<PointStatus>& statuses,
                          const SweepFolder& folder) {
  std::string text;
  std::size_t told = 0;
  std::size_t bad = 0;
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    const SweepPoint& point = sweep.points[i];
    if (statuses[i] == PointStatus::kDone || ++bad > kMostTold) {
      continue;
    }
    ++told;
    text +=
        fmt::format("{}: {} ({})\n", to_string(statuses[i]), point.name, describe(sweep, point));
    if (statuses[i] == PointStatus::kFailed) {
      text += told_failure(folder, point.name);
    } else if (statuses[i] == PointStatus::kMissing) {
      text += indented(
          PointReader(folder).objection(point.name, sweep.expectations, config_of(sweep, point)),
          kIndent);
    }
  }
  if (bad > told) {
    text += fmt::format("and {} more; what failed is in {}/failed\n", bad - told, folder.path());
  }
  return text;
}

}  // namespace flitcast
