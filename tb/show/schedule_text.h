#pragma once

#include "tb/plan/plan.h"
#include "tb/show/schedule_view.h"

namespace flitcast {

/// What `flitcast show` prints: a table of messages for every round. Long lists of blocks and long
/// paths are shortened unless the limits name a round or a node.
void write_schedule_text(const Draft& draft, const ScheduleLimits& limits, const TextSink& sink);

}  // namespace flitcast
