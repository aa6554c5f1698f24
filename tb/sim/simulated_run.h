#pragma once

#include "tb/config/config.h"
#include "tb/measures/result.h"
#include "tb/plan/planned_run.h"
#include "tb/sim/simulation.h"
#include "traffic/channel_load/packet_latency.h"
#include "traffic/row/application.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

/// Plays what is planned on the hardware of its configuration, see run_workload(). A schedule that
/// has load for the background is played alone and then under load (CollectiveUnderLoad); what an
/// application has computed is compared with what one node alone would have. The result holds what
/// was measured, beside what was predicted.
RunResult simulate(const PlannedRun& plan, const RunParts& parts);
/// The same with other routers than the plan has, by `config`.
RunResult simulate(const PlannedRun& plan, const Config& config, const RunParts& parts);
ScheduleRun simulate(const Plan& plan, const Config& config, const RunParts& parts);

/// Every job is measured by itself.
JobsRun simulate(const JobsPlan& plan, const Config& config, const RunParts& parts);

/// Optional parts of the run of a schedule; null = not wanted.
struct ScheduleParts : RunParts {
  Application* application = nullptr;  ///< whose memory is played on; null: generated words
  PacketLatency packet_latency = {};   ///< of load in the background: of a packet without load
};

/// A schedule that has been verified, and the measurements alone.
ScheduleRun simulate(const Config& config, const Topology& topology, const Routing& routing,
                     const Schedule& schedule, const ScheduleParts& parts);

/// The same of random traffic. `zero_load`: of a packet in the empty network.
LoadRun simulate_load(const Config& config, const Topology& topology, const Routing& routing,
                      const PacketLatency& zero_load, const RunParts& parts);

}  // namespace flitcast
