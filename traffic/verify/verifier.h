#pragma once

#include "hw/routing/routing.h"
#include "traffic/schedule/schedule.h"
#include "traffic/verify/verify_report.h"

namespace flitcast {

/// Plays the schedule symbolically, one round at a time, and proves: every path is a walk on the
/// topology from source to last destination; multi-destination worms conform to base routing
/// (their path is the base route to the last destination, on rings as Schedule::rings says, and
/// passes the others in order); no node sends or receives more messages at a time than it has
/// ports; every node holds what it sends and, at the end, exactly what the operation promises; and,
/// where that is asked for, the messages of a round share no link. Throws ScheduleError otherwise.
/// A round may hold several messages per port only for loose blocks, whose start-ups
/// the hardware serialises. ScheduleLimitError is thrown as soon as a limit of the options is
/// passed. `watcher` may be null.
VerifyReport verify(const Schedule& schedule, const Routing& routing, const VerifyOptions& options,
                    VerifyWatcher* watcher = nullptr);

}  // namespace flitcast
