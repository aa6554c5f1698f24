#pragma once

#include <vector>

#include "hw/link/faulty_wire.h"
#include "hw/network_config.h"
#include "hw/time/sequencer.h"

namespace flitcast {

/// The wires with faults of a network, which act before every cycle.
struct FaultyWires final : public CycleHook {
  struct Wire {
    LinkEnds link;
    FaultyWire wire;
  };

  Cycle before(Cycle cycle) override {
    for (Wire& each : wires) {
      each.wire.act();
    }
    return cycle + 1;
  }

  std::vector<Wire> wires;
};

}  // namespace flitcast
