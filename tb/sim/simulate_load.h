#pragma once

#include "tb/config/config.h"
#include "tb/measures/load_run.h"
#include "tb/sim/simulation.h"
#include "traffic/channel_load/packet_latency.h"

namespace flitcast {

/// Plays random traffic on the hardware of a configuration, see run_workload(). The result holds
/// what was measured; the forecast beside it is the caller's. `zero_load`: of a packet in the empty
/// network.
LoadRun simulate_load(const Config& config, const Topology& topology, const Routing& routing,
                      const PacketLatency& zero_load, const RunParts& parts);

}  // namespace flitcast
