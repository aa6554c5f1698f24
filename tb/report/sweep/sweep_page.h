#pragma once

#include <cstdint>

#include "tb/report/page/page.h"
#include "tb/report/sweep/axes.h"
#include "tb/report/sweep/point_table.h"

namespace flitcast {

/// Points that a page of a sweep does not show.
struct LeftOut {
  std::uint64_t without_result = 0;  ///< listed in the sweep, but failed or not yet run
  std::uint64_t predicted = 0;       ///< listed in the sweep, but predicted only
  std::uint64_t step = 1;            ///< only every so manyth is read
};

/// A measure against a parameter, with what the theory says and the crossovers marked; what was
/// measured beyond the prediction; any other measure; all points. The table must not be empty.
Page sweep_page(const PointTable& table, const Axes& axes, const LeftOut& left_out);

}  // namespace flitcast
