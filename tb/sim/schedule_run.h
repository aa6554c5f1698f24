#pragma once

#include "tb/config/config.h"
#include "tb/measures/result.h"
#include "tb/sim/simulation.h"
#include "traffic/channel_load/packet_latency.h"
#include "traffic/row/application.h"
#include "traffic/schedule/delivery.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

/// Optional parts of a run; null = not wanted.
struct ScheduleParts : RunParts {
  DeliverySink* deliveries = nullptr;
  Application* application = nullptr;  ///< whose memory is played on; null: generated words
  PacketLatency packet_latency = {};   ///< of load in the background: of a packet without load
};

/// Plays a schedule that has been verified on the hardware of a configuration, see run_workload();
/// where that has load for the background, alone and then under load (CollectiveUnderLoad).
/// The result holds what was measured; the prediction beside it is the caller's.
RunResult simulate(const Config& config, const Topology& topology, const Routing& routing,
                   const Schedule& schedule, const ScheduleParts& parts);

}  // namespace flitcast
