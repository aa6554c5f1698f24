#pragma once

#include <string_view>
#include <vector>

#include "traffic/row/row.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

/// A row that plays another one backwards, see dual(): like `forward` but for operation, schedule
/// and closed form, which follow from it. Id, number and words are left to say, and the closed form
/// where not all that arrives in a reduction is added up. Variant i of the dual is variant i of
/// `forward` backwards; without names there is one form, that of the first.
Row dual_of(Row forward, std::vector<std::string_view> variants = {});

/// Rounds of a schedule that is to sum something up: those of a broadcast backwards, which add it
/// up at its root, and then forwards, which tell everybody. Blocks of `down` are from origin 0.
void lay_up_and_down(Schedule down, Schedule& schedule);

}  // namespace flitcast
