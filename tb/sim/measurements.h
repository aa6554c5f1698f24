#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "hw/fabric/fabric.h"
#include "tb/measures/result.h"
#include "tb/measures/stuck_report.h"

namespace flitcast {

/// Of latencies and how often they were counted; all 0 when there were none.
LatencyResult summarise_latencies(const std::map<Cycle, std::uint64_t>& histogram);

/// Of all network channels, and the waits for receive ports too, in a run of `cycles`.
LinkResult summarise_links(const Fabric& fabric, Cycle cycles);

/// Every network channel, then every receive port.
std::vector<ChannelResult> list_channels(const Fabric& fabric, Cycle cycles);

/// Looks into a network that stands still: fills in worms, cycle and routers of the report, whose
/// jobs and verdict are known. Of one that moves, what stands still is right. Who waits for which:
/// for the worm that holds the output or receive port that it asks for, that stands in front of the
/// full buffer, or before it in its own. Where several would do, one is named.
void describe_network(const Fabric& fabric, const Topology& topology, const NetworkConfig& config,
                      const PacketPool& packets, StuckReport& report);

}  // namespace flitcast
