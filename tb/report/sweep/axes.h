#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/report/sweep/point_table.h"

namespace flitcast {

/// What the user wants to see: names of columns, in full or their last parts; for colour and facet
/// several, joined by commas. Empty: a choice is made.
struct AxisRequest {
  std::optional<std::string> x;
  std::optional<std::string> y;
  std::optional<std::string> color;
  std::optional<std::string> facet;
};

/// Columns of a point table.
struct Axes {
  std::size_t x = 0;
  std::size_t y = 0;
  std::size_t color = 0;
  std::optional<std::size_t> facet;  ///< a picture for each of its values
  std::vector<std::size_t> rest;     ///< other parameters that vary: they keep points apart
};

/// More pictures of one kind are not made.
inline constexpr std::size_t kMaxFacets = 24;

/// Where colour or facet name several columns, a further column joins these, and the request names
/// it. Throws ConfigError.
void join_columns(PointTable& table, AxisRequest& request);

/// The column itself, or those that it joins.
std::vector<std::size_t> parts_of(const PointTable& table, std::size_t column);

/// The column that an option names: in full, or by its last part or parts where only one column has
/// them. Throws ConfigError naming the option and the nearest, or those that it may be.
std::size_t find_axis(const PointTable& table, std::string_view option, const std::string& name);

/// The parameters that vary, without those that follow from the others, the first ones to look at
/// first.
std::vector<std::size_t> free_parameters(const PointTable& table,
                                         const std::vector<std::size_t>& first);

/// What is asked for; else x is the number that takes most values, y completion_cycles (what theory
/// says where nothing was simulated), the colour
/// the algorithm or the next parameter that varies, and a further one with few values the facet.
/// Throws ConfigError: unknown names, y that is no number, too many facets.
Axes choose_axes(const PointTable& table, const AxisRequest& request);

}  // namespace flitcast
