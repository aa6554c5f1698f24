#pragma once

#include "tb/plan/plan.h"
#include "tb/show/schedule_view.h"

namespace flitcast {

/// What `flitcast show --format=data` prints: what every node holds before the first round and
/// after each, as a plane where the network is one and its nodes hold little. Of partial sums it
/// shows the operands: [0+1] is a prefix sum, (0+1) a running total. Throws ScheduleError where a
/// node sends what it does not have.
void write_holdings(const Draft& draft, const TextSink& sink);

}  // namespace flitcast
