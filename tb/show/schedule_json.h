#pragma once

#include "tb/plan/plan.h"
#include "tb/show/schedule_view.h"

namespace flitcast {

/// What `flitcast show --format=json` prints: schema flitcast.schedule/1 (tb/schedules/README.md),
/// a message per line.
void write_schedule_json(const Draft& draft, const ScheduleLimits& limits, const TextSink& sink);

}  // namespace flitcast
