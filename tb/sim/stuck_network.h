#pragma once

#include "hw/fabric/fabric.h"
#include "tb/measures/stuck_report.h"

namespace flitcast {

/// Looks into a network that stands still: fills in worms, cycle and routers of the report. Who
/// waits for which: for the worm that holds the output or receive port that it asks for, that
/// stands in front of the full buffer, or before it in its own. Where several would do, one is
/// named.
void describe_network(const Fabric& fabric, const Topology& topology, const NetworkConfig& config,
                      const PacketPool& packets, StuckReport& report);

}  // namespace flitcast
