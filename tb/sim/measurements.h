#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "hw/fabric/fabric.h"
#include "tb/measures/result.h"

namespace flitcast {

/// Of latencies and how often they were counted; all 0 when there were none.
LatencyResult summarise_latencies(const std::map<Cycle, std::uint64_t>& histogram);

/// Of all network channels, and the waits for receive ports too, in a run of `cycles`.
LinkResult summarise_links(const Fabric& fabric, Cycle cycles);

/// Every network channel, then every receive port.
std::vector<ChannelResult> list_channels(const Fabric& fabric, Cycle cycles);

}  // namespace flitcast
