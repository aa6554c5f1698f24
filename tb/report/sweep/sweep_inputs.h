#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "tb/report/sweep/point_table.h"

namespace flitcast::report {

/// What the user wants to see: names of columns, in full or their last parts; for colour and facet
/// several, joined by commas. Empty: the viewer makes a choice.
struct AxisRequest {
  std::optional<std::string> x;
  std::optional<std::string> y;
  std::optional<std::string> color;
  std::optional<std::string> facet;
};

/// Points that a page of a sweep does not show.
struct OmittedPoints {
  std::uint64_t without_result = 0;  ///< listed in the sweep, but failed or not yet run
  std::uint64_t predicted = 0;       ///< listed in the sweep, but predicted only
  std::uint64_t step = 1;            ///< only every so manyth is read
};

/// More pictures of one kind are not made.
inline constexpr std::size_t kMaxFacets = 24;
/// More cards make no page that a browser shows in good time.
inline constexpr std::size_t kMaxCards = 5'000;

/// The column that an option names: in full, or by its last part or parts where only one column has
/// them. Throws ConfigError naming the option and the nearest, or those that it may be.
std::size_t find_axis(const PointTable& table, std::string_view option, const std::string& name);

/// What is asked for, by full names of columns: `x`, `y`, and lists for `color` and `facet`; `y` is
/// completion_cycles, or what theory says where nothing was simulated, if nothing is asked. Throws
/// ConfigError: unknown names, y that is no number, too many facets.
nlohmann::ordered_json axis_names(const PointTable& table, const AxisRequest& request);

/// The table as the viewer reads it (viewer/sweep/table.mjs): `points` and `stuck`, how many;
/// `predicted`; and `columns` with `name`, `parameter` and `values`, or the one `value` of all.
nlohmann::ordered_json table_json(const PointTable& table);

/// The inputs of the viewer for a page of a sweep: `table`, `axes`, `left_out`. The table must not
/// be empty.
nlohmann::ordered_json sweep_inputs(const PointTable& table, const AxisRequest& request,
                                    const OmittedPoints& left_out);

/// The same for a page of cards, with the `rounds` of every point. Throws ConfigError where there
/// are too many points.
nlohmann::ordered_json gallery_inputs(const PointTable& table, const AxisRequest& request,
                                      const OmittedPoints& left_out,
                                      std::vector<nlohmann::ordered_json> rounds);

/// The rounds of a result as a small picture has them: columns `first`, `last` (rounds), `start`,
/// `end` (cycles), `waited`: the part of the time that the message waited that ended the round, the
/// largest of rounds that share a bar.
nlohmann::ordered_json gallery_rounds(const nlohmann::ordered_json& result);

}  // namespace flitcast::report
