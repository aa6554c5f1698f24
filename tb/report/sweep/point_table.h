#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace flitcast {

/// The results of a sweep, a row per point, a column per parameter and measure, named like in
/// sweep.csv; null where a point has none. What a run measured that got stuck is null, too.
class PointTable {
 public:
  struct Column {
    std::string name;
    bool parameter = false;    ///< a configuration key
    bool numeric = false;      ///< nothing but numbers, and at least one
    std::size_t distinct = 0;  ///< different values, null being one
    std::vector<nlohmann::ordered_json> values;
  };

  /// Takes a result; `point` names it. Parameters that are whole numbers in every point become
  /// numbers in finish(). Throws std::invalid_argument where it lacks what every result has.
  void add(const std::string& point, const nlohmann::ordered_json& result);
  /// After the last result, before anything is asked.
  void finish();

  std::size_t points() const { return points_; }
  std::size_t stuck() const { return stuck_; }
  /// The first is `point`, then parameters, then measures.
  const std::vector<Column>& columns() const { return columns_; }
  const Column& column(std::size_t index) const { return columns_.at(index); }
  std::optional<std::size_t> find(std::string_view name) const;

 private:
  std::size_t place(const std::string& name);

  std::size_t points_ = 0;
  std::size_t stuck_ = 0;
  std::vector<Column> columns_;
};

/// Different values of a column in the order in which people count: numbers by size, texts with the
/// numbers in them by size ("4x4" before "16x2"), null last.
std::vector<nlohmann::ordered_json> ordered_values(const PointTable::Column& column);

}  // namespace flitcast
