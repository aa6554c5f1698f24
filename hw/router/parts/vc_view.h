#pragma once

#include "hw/occupied_vc.h"
#include "hw/probe.h"
#include "hw/router/parts/input_vc.h"
#include "hw/router/parts/port_layout.h"
#include "hw/router/parts/room_rule.h"

namespace flitcast {

/// The output port that the worm in front of `in` holds or asks for, first of all.
PortId wanted_port(const InputVc& in, const PortLayout& layout);
/// What a header that finds none of its candidates free waits for.
VcState blocked_state(const InputVc& in, const PortLayout& layout);
/// What stands in front of `in` in cycle `now`, as far as it has been decided.
InputVcView view_of(const InputVc& in, const PortLayout& layout, const RoomRule& rule, Cycle now);
/// What is in the buffer of input VC `index`, which holds flits.
OccupiedVc occupation_of(int index, const InputVc& in, const PortLayout& layout,
                         const RoomRule& rule, Cycle now);

}  // namespace flitcast
