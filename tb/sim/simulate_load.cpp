#include "tb/sim/simulate_load.h"

#include "traffic/open_loop/open_loop_traffic.h"

namespace flitcast {

LoadRun simulate_load(const Config& config, const Topology& topology, const Routing& routing,
                      const PacketLatency& zero_load, const RunParts& parts) {
  OpenLoopTraffic workload(routing, config.network, config.load, zero_load);
  LoadRun run;
  static_cast<RunMeasures&>(run) = run_workload(config, topology, routing, workload, parts);
  if (run.stuck) {
    workload.cut_off(run.stuck->verdict);
  }
  run.load = workload.result();
  run.histogram = workload.latencies();
  run.network_histogram = workload.network_latencies();
  return run;
}

}  // namespace flitcast
