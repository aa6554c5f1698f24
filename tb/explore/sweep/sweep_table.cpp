#include "tb/explore/sweep/sweep_table.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/sweep_keys.h"
#include "tb/system/program.h"

namespace flitcast::explore {
namespace {

/// A given value as the result would have it: a number where that is what it is.
ResultValue given_value(const ConfigKey& key, const std::string& text) {
  return key.numeric ? number_or_text(text) : text;
}

/// router.ports as it was given to the point.
ResultValue given_ports(const Sweep& sweep, const SweepPoint& point) {
  constexpr std::string_view kPorts = "router.ports";
  const auto swept = std::find(sweep.keys.begin(), sweep.keys.end(), kPorts);
  if (swept != sweep.keys.end()) {
    return point.values[static_cast<std::size_t>(swept - sweep.keys.begin())];
  }
  const auto given = sweep.base.texts.find(kPorts);
  return given == sweep.base.texts.end() ? ResultValue() : given->second;
}

/// Puts names that come in several orders, each a part of one common order, into that.
class Merged {
 public:
  void add(const std::vector<ResultColumn>& columns) {
    std::size_t at = 0;
    for (const ResultColumn& column : columns) {
      const auto found = std::find(names_.begin(), names_.end(), column.name);
      if (found == names_.end()) {
        names_.insert(names_.begin() + static_cast<std::ptrdiff_t>(at++), column.name);
      } else {
        at = static_cast<std::size_t>(found - names_.begin()) + 1;
      }
    }
  }
  /// Without those that are null in some results and have members in others.
  std::vector<std::string> names() const {
    std::vector<std::string> leaves;
    for (const std::string& name : names_) {
      const bool has_members =
          std::any_of(names_.begin(), names_.end(), [&name](const std::string& other) {
            return other.compare(0, name.size() + 1, name + ".") == 0;
          });
      if (!has_members) {
        leaves.push_back(name);
      }
    }
    return leaves;
  }

 private:
  std::vector<std::string> names_;
};

}  // namespace

SweepTable::SweepTable(const Sweep& sweep, const SweepFolder& folder,
                       const PointPredictions* predictions, const PointAreas* areas)
    : parts_{{&sweep, ""}},
      folder_(folder),
      reader_(folder),
      predictions_(predictions),
      areas_(areas) {
  find_columns();
}

SweepTable::SweepTable(std::vector<SweepPart> parts, const std::string& label,
                       const SweepFolder& folder)
    : parts_(std::move(parts)), folder_(folder), reader_(folder), columns_{label}, labelled_(true) {
  find_columns();
}

std::size_t SweepTable::rows() const {
  std::size_t rows = 0;
  for (const SweepPart& part : parts_) {
    rows += part.sweep->points.size();
  }
  return rows;
}

void SweepTable::find_columns() {
  std::set<std::string, std::less<>> parameters;
  Merged measures;
  for (const SweepPart& part : parts_) {
    for (std::size_t point = 0; point < part.sweep->points.size(); ++point) {
      std::vector<ResultColumn> values = values_of(*part.sweep, point).columns;
      const auto first = std::stable_partition(
          values.begin(), values.end(),
          [](const ResultColumn& column) { return find_key(column.name) == nullptr; });
      for (auto column = first; column != values.end(); ++column) {
        parameters.insert(column->name);
      }
      values.erase(first, values.end());
      measures.add(values);
    }
  }
  columns_.insert(columns_.end(), {"point", "status", "version", "nodes", "ports_given"});
  for (const ConfigKey& key : config_keys()) {
    if (parameters.count(key.name) != 0) {
      columns_.emplace_back(key.name);
    }
  }
  for (const std::string& name : measures.names()) {
    columns_.push_back(name);
  }
}

PointResult SweepTable::values_of(const Sweep& sweep, std::size_t number) {
  const SweepPoint& point = sweep.points[number];
  PointResult given{PointStatus::kUnfit, {}};
  if (point.refusal.empty()) {
    if (auto result = reader_.read(point.name, sweep.expectations)) {
      if (areas_ != nullptr) {
        const std::vector<ResultColumn> areas = areas_->columns(point, *result);
        result->columns.insert(result->columns.end(), areas.begin(), areas.end());
      }
      return std::move(*result);
    }
    if (predictions_ != nullptr) {
      return {PointStatus::kPredicted, predictions_->columns(point)};
    }
    given.status = folder_.has_failure(point.name) ? PointStatus::kFailed : PointStatus::kMissing;
  }
  std::map<std::string, std::string, std::less<>> texts = sweep.base.texts;
  for (std::size_t i = 0; i < sweep.keys.size(); ++i) {
    texts[sweep.keys[i]] = point.values[i];
  }
  for (const auto& [name, text] : texts) {
    const ConfigKey& key = *find_key(name);
    if (tells_runs_apart(key)) {
      given.columns.push_back({name, given_value(key, text)});
    }
  }
  return given;
}

std::vector<ResultValue> SweepTable::row(std::size_t number) {
  auto part = parts_.begin();
  for (; number >= part->sweep->points.size(); ++part) {
    number -= part->sweep->points.size();
  }
  const SweepPoint& point = part->sweep->points[number];
  const PointResult result = values_of(*part->sweep, number);
  std::unordered_map<std::string_view, const ResultValue*> values;
  for (const ResultColumn& column : result.columns) {
    values.emplace(column.name, &column.value);
  }
  std::vector<ResultValue> row;
  if (labelled_) {
    row.emplace_back(part->label);
  }
  row.emplace_back(point.name);
  row.emplace_back(std::string(to_string(result.status)));
  row.emplace_back(program_version());
  row.push_back(point.nodes == 0 ? ResultValue() : point.nodes);
  row.push_back(given_ports(*part->sweep, point));
  for (std::size_t i = row.size(); i < columns_.size(); ++i) {
    const auto value = values.find(columns_[i]);
    row.push_back(value == values.end() ? ResultValue() : *value->second);
  }
  return row;
}

}  // namespace flitcast::explore
