#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tb/report/sweep/axes.h"
#include "tb/report/sweep/point_table.h"

namespace flitcast {

/// A point table seen along chosen axes: what its pictures and texts are made of.
class SweepView {
 public:
  /// Both must outlive it.
  SweepView(const PointTable& table, const Axes& axes) : table_(table), axes_(axes) {}

  const PointTable& table() const { return table_; }
  const Axes& axes() const { return axes_; }
  const PointTable::Column& x() const { return table_.column(axes_.x); }
  const PointTable::Column& y() const { return table_.column(axes_.y); }
  const PointTable::Column* facet() const {
    return axes_.facet ? &table_.column(*axes_.facet) : nullptr;
  }
  /// True where closed form and lower bound say something on y.
  bool shows_theory() const {
    return (y().name == "completion_cycles" || y().name == kTheoryCycles) &&
           table_.find("predicted_cycles") && table_.find("lower_bound_cycles");
  }

  /// The parameters on the axes and those that keep points apart besides.
  std::vector<std::size_t> varied() const;
  /// "1 … 1024 (11 values)", "mesh, torus", "descending, none".
  std::string range(std::size_t column) const;
  /// Points that no picture can show because they lack a number on that axis; what a stuck run
  /// did not measure does not count.
  std::size_t not_drawn(std::size_t axis) const;
  /// Columns that a page needs: the axes, and what is not the same in all points.
  bool shown(std::size_t column) const;

  /// All points: the columns that are shown, by field_of (encodings.h), and `rest`: what keeps
  /// apart points of one x and one colour.
  nlohmann::ordered_json points() const;
  /// Those that no line shows, within a value of the facet where there is one: the only one of
  /// their colour and rest, and all where x is no number.
  nlohmann::ordered_json alone(const std::optional<nlohmann::ordered_json>& facet) const;
  /// Values of the colour that the points with a value of the facet have, in their order.
  nlohmann::ordered_json colors_in(const nlohmann::ordered_json& facet_value) const;
  /// What a pointer over a point tells, as an encoding.
  nlohmann::ordered_json tooltip() const;
  /// What keeps a point apart from others of one x and one colour.
  std::string rest(std::size_t point) const;
  bool in_facet(std::size_t point, const std::optional<nlohmann::ordered_json>& facet_value) const {
    return !facet_value || facet()->values[point] == *facet_value;
  }

 private:
  nlohmann::ordered_json some(const std::vector<std::size_t>& points) const;

  const PointTable& table_;
  const Axes& axes_;
};

}  // namespace flitcast
