#pragma once

#include <vector>

#include "hw/occupied_vc.h"
#include "hw/router/parts/input_vc.h"
#include "hw/router/parts/port_layout.h"
#include "hw/router/parts/reporter.h"
#include "hw/router/parts/room_rule.h"
#include "hw/router/parts/wait_book.h"
#include "hw/router/router_core.h"

namespace flitcast {

// What router cores do outside of their cycles, before a run and after it. `inputs` and `outputs`
// are port-major.

/// With datelines and too few virtual channels for them, all are one class.
PortLayout layout_of(const RouterSite& site);

/// The virtual channels of `link` are those of an input port.
void attach_inputs(std::vector<InputVc>& inputs, const PortLayout& layout, PortId port, Link& link);
/// They are those of an output port, and no worm holds them.
void attach_outputs(std::vector<OutputVc>& outputs, const PortLayout& layout, PortId port,
                    Link& link);

/// What is in the buffers behind the inputs in cycle `now`.
std::vector<OccupiedVc> occupied_vcs(const std::vector<InputVc>& inputs, const PortLayout& layout,
                                     const RoomRule& rule, Cycle now);
/// Flits that stand ready have waited up to `end`, which is counted and told.
void end_waits(std::vector<InputVc>& inputs, const std::vector<OutputVc>& outputs,
               const PortLayout& layout, const Reporter& reporter, WaitBook& waits, Cycle end);

}  // namespace flitcast
