#pragma once

#include <string_view>

#include "traffic/schedule/schedule.h"

namespace flitcast {

/// The schedule with time and directions reversed: its rounds in opposite order, every message from
/// where it went to where it came from, along the same links backwards. A scatter becomes a gather,
/// a broadcast a reduction, an all-to-all broadcast an all-to-all reduction (Grama et al. ch. 4).
/// What moves in the schedule moves in its dual; what is copied there is added up here, and given
/// up by its sender.
///
/// Throws std::logic_error for operations without a dual; messages have one destination each.
/// `algorithm` is the id of the dual row.
Schedule dual(Schedule schedule, std::string_view algorithm);

/// Of an operation. Throws std::logic_error where there is none.
DualOperation dual(const OperationKind& kind);

}  // namespace flitcast
