#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/results/result_value.h"

namespace flitcast::report {

/// What theory alone says that a point takes.
inline constexpr const char* kTheoryCycles = "theory_cycles";

/// The results of a sweep, a row per point, a column per parameter and measure, named like in
/// sweep.csv; null where a point has none. What a run measured that got stuck is null, too.
class PointTable {
 public:
  struct Column {
    std::string name;
    bool parameter = false;  ///< a configuration key
    bool numeric = false;    ///< nothing but numbers, and at least one
    std::vector<ResultValue> values;
  };

  /// Takes a result (result_columns), and further measures of it; `point` names it. Parameters that
  /// are whole numbers in every point become numbers in finish(). Throws std::invalid_argument
  /// where it lacks what every result has.
  void add(const std::string& point, const std::vector<ResultColumn>& result,
           const std::vector<ResultColumn>& further = {});
  /// Takes the values of a row as they are.
  void add_row(const std::string& point, const std::vector<ResultColumn>& values);
  /// Takes what theory says of a point that was not simulated: of a table of such points only.
  /// `theory_cycles` becomes a measure, predicted_cycles or lower_bound_cycles where that is
  /// higher.
  void add_predicted(const std::string& point, const std::vector<ResultColumn>& values);
  /// After the last result, before anything is asked.
  void finish();

  /// Leaves out the points that are not `kept`, which has a member for each.
  void keep(const std::vector<bool>& kept);
  std::size_t points() const { return stuck_.size(); }
  /// True where nothing in it was simulated.
  bool predicted() const { return predicted_; }
  std::size_t stuck() const;
  /// The first is `point`, then parameters, then measures.
  const std::vector<Column>& columns() const { return columns_; }
  const Column& column(std::size_t index) const { return columns_.at(index); }
  std::optional<std::size_t> find(std::string_view name) const;

 private:
  std::size_t place(const std::string& name);
  void begin_point(const std::string& point, bool stuck);
  void set(const std::string& column, ResultValue value);
  void end_point();

  bool predicted_ = false;
  std::vector<bool> stuck_;  // of every point
  std::vector<Column> columns_;
};

/// A value as text, "none" for null.
std::string text_or_none(const ResultValue& value);

/// Different values of a column in the order in which people count: numbers by size, texts with the
/// numbers in them by size ("4x4" before "16x2"), null last.
std::vector<ResultValue> ordered_values(const PointTable::Column& column);

}  // namespace flitcast::report
