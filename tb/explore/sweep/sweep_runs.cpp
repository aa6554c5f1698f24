#include "tb/explore/sweep/sweep_runs.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "tb/system/file_error.h"
#include "tb/system/files/content_hash.h"
#include "tb/system/files/input_file.h"
#include "tb/text/text_columns.h"

namespace flitcast::explore {
namespace {

/// Writes what the points have in common into the folder; returns its hash.
std::string write_base(const Sweep& sweep, const SweepFolder& folder) {
  const std::string text = given_ini(sweep.base);
  std::string hash = content_hash(text);
  write_in_place_of_links(folder.base_file(hash), text);
  return hash;
}

constexpr std::size_t kMostGroups = 20;
constexpr std::size_t kIndent = 4;
constexpr std::size_t kMaxFailureBytes = std::size_t{1} << 24;
constexpr PointStatus kStatuses[] = {
    PointStatus::kDone,  PointStatus::kPredicted, PointStatus::kMissing, PointStatus::kUnmet,
    PointStatus::kStuck, PointStatus::kFailed,    PointStatus::kUnfit};

/// Of a failed point: its command line, how it ended and what it said.
std::string told_failure(const SweepFolder& folder, const std::string& point) {
  try {
    return read_regular_file(folder.failure_file(point), kMaxFailureBytes);
  } catch (const FileError& error) {
    return error.what();
  }
}

/// The same but for the command line, which differs from point to point.
std::string failure_reason(const SweepFolder& folder, const std::string& point) {
  const std::string told = told_failure(folder, point);
  return told.substr(std::min(told.find('\n') + 1, told.size()));
}

std::string group_line(std::string_view status, const PointGroup& group, const Sweep& sweep) {
  return fmt::format("{}: {}\n", status, describe(group, sweep.keys, sweep.list_sizes));
}

/// The groups with most points, as tell_one() has them.
template <typename TellOne>
std::string tell_groups(std::string_view status, const PointGroups& points, TellOne&& tell_one) {
  const std::vector<PointGroup> groups = points.largest_first();
  std::string text;
  for (std::size_t i = 0; i < std::min(groups.size(), kMostGroups); ++i) {
    text += tell_one(groups[i]);
  }
  std::size_t others = 0;
  for (std::size_t i = kMostGroups; i < groups.size(); ++i) {
    others += groups[i].count;
  }
  return others == 0
             ? text
             : text + fmt::format("{}: {} more points, for other reasons\n", status, others);
}

/// A group of points that were run, or were to be.
std::string tell_group(PointStatus status, const PointGroup& group, const Sweep& sweep,
                       const SweepFolder& folder) {
  std::string text = group_line(to_string(status), group, sweep);
  if (status == PointStatus::kFailed) {
    text += indented(told_failure(folder, group.first), kIndent);
  } else if (!group.reason.empty()) {
    text += indented(group.reason, kIndent);
  }
  if (status != PointStatus::kMissing) {
    text += indented("see " + (status == PointStatus::kFailed ? folder.failure_file(group.first)
                                                              : folder.result_file(group.first)),
                     kIndent);
  }
  return text;
}

/// Points that are not good, and can be run, by their status.
std::map<PointStatus, PointGroups> bad_points(const Sweep& sweep,
                                              const std::vector<PointStatus>& statuses,
                                              const SweepFolder& folder) {
  std::map<PointStatus, PointGroups> bad;
  PointReader reader(folder);
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    const SweepPoint& point = sweep.points[i];
    const auto add = [&](const std::string& reason) {
      bad[statuses[i]].add(reason, point.name, point.values);
    };
    switch (statuses[i]) {
      case PointStatus::kFailed:
        add(failure_reason(folder, point.name));
        break;
      case PointStatus::kMissing:
        add(reader.objection(point.name, sweep.expectations, config_of(sweep, point)));
        break;
      case PointStatus::kUnmet:
      case PointStatus::kStuck:
        add("");
        break;
      case PointStatus::kDone:
      case PointStatus::kPredicted:
      case PointStatus::kUnfit:
        break;
    }
  }
  return bad;
}

/// What is known of a point that can be run.
std::vector<std::string> row_of(const SweepPoint& point) {
  std::vector<std::string> row{point.name};
  row.insert(row.end(), point.values.begin(), point.values.end());
  row.push_back(std::to_string(point.nodes));
  row.push_back(std::to_string(point.ports));
  row.push_back(point.predicted_cycles ? std::to_string(*point.predicted_cycles) : "–");
  return row;
}

/// "3 points: 2 missing, 1 unfit".
std::string count_points(const Sweep& sweep, const std::vector<PointStatus>& statuses) {
  const std::size_t all = sweep.points.size();
  const auto fit = static_cast<std::size_t>(
      std::count_if(sweep.points.begin(), sweep.points.end(),
                    [](const SweepPoint& point) { return point.refusal.empty(); }));
  const std::string counts =
      !statuses.empty()
          ? count_statuses(statuses)
          : fmt::format("{} fit{}", fit, fit < all ? fmt::format(", {} unfit", all - fit) : "");
  return fmt::format("{}: {}\n", count_of(all, "point"), counts);
}

}  // namespace

std::vector<PointStatus> add_points(const Sweep& sweep, const SweepFolder& folder,
                                    PointRunner& runner) {
  const std::string base = write_base(sweep, folder);
  std::vector<PointStatus> statuses;
  statuses.reserve(sweep.points.size());
  for (const SweepPoint& point : sweep.points) {
    if (!point.refusal.empty()) {
      folder.clear_failure(point.name);
      statuses.push_back(PointStatus::kUnfit);
      continue;
    }
    PointTask task{point.name, base, {}};
    for (std::size_t i = 0; i < sweep.keys.size(); ++i) {
      task.keys.emplace_back(sweep.keys[i], point.values[i]);
    }
    statuses.push_back(runner.add(std::move(task), sweep.expectations, config_of(sweep, point))
                           .value_or(PointStatus::kMissing));
  }
  return statuses;
}

PointStatus status_of(const Sweep& sweep, const SweepPoint& point, const SweepFolder& folder,
                      PointReader& reader) {
  if (!point.refusal.empty()) {
    return PointStatus::kUnfit;
  }
  if (const auto result = reader.read(point.name, sweep.expectations)) {
    return result->status;
  }
  return folder.has_failure(point.name) ? PointStatus::kFailed : PointStatus::kMissing;
}

std::vector<PointStatus> statuses_of(const Sweep& sweep, const SweepFolder& folder) {
  PointReader reader(folder);
  std::vector<PointStatus> statuses;
  statuses.reserve(sweep.points.size());
  for (const SweepPoint& point : sweep.points) {
    statuses.push_back(status_of(sweep, point, folder, reader));
  }
  return statuses;
}

std::string list_points(const Sweep& sweep, const std::vector<PointStatus>& statuses) {
  std::vector<std::vector<std::string>> rows{{"point"}};
  rows[0].insert(rows[0].end(), sweep.keys.begin(), sweep.keys.end());
  rows[0].insert(rows[0].end(), {"nodes", "ports", "predicted"});
  if (!statuses.empty()) {
    rows[0].emplace_back("status");
  }
  bool unknown = false;
  for (std::size_t i = 0; i < sweep.points.size(); ++i) {
    const SweepPoint& point = sweep.points[i];
    if (!point.refusal.empty()) {
      continue;
    }
    rows.push_back(row_of(point));
    if (!statuses.empty()) {
      rows.back().emplace_back(to_string(statuses[i]));
    }
    unknown = unknown || !point.predicted_cycles;
  }
  const std::string unfit = tell_unfit(sweep);
  return fmt::format("{}{}\n{}{}{}", aligned(rows),
                     unknown ? "–: no closed form says; --predict finds out\n" : "", unfit,
                     unfit.empty() ? "" : "\n", count_points(sweep, statuses));
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

std::string tell_unfit(const Sweep& sweep) {
  const std::string_view status = sweep.skips_unfit ? "skipped" : "unfit";
  return tell_groups(status, sweep.unfit, [&](const PointGroup& group) {
    return group_line(status, group, sweep) +
           indented(group.reason + (group.alike ? "; and the like" : ""), kIndent);
  });
}

std::string tell_failures(const Sweep& sweep, const std::vector<PointStatus>& statuses,
                          const SweepFolder& folder) {
  std::string text;
  for (const auto& entry : bad_points(sweep, statuses, folder)) {
    const PointStatus status = entry.first;
    text += tell_groups(to_string(status), entry.second, [&](const PointGroup& group) {
      return tell_group(status, group, sweep, folder);
    });
  }
  return text;
}

}  // namespace flitcast::explore
