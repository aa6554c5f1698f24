#include "tb/sim/load_run.h"

#include "traffic/load/open_load.h"

namespace flitcast {
namespace {

/// A trace that was not played to its end says nothing of what it would have come to.
void judge_trace(const Config& config, LoadRun& run) {
  const bool trace = config.load.pattern.word == "trace";
  if (trace && run.stuck && run.load.verdict == LoadVerdict::kSettled) {
    run.load.verdict = LoadVerdict::kUnsettled;
  }
}

}  // namespace

LoadRun simulate_load(const Config& config, const Topology& topology, const Routing& routing,
                      const PacketLatency& zero_load, const RunParts& parts) {
  OpenLoad workload(routing, config.network, config.load, zero_load);
  LoadRun run;
  static_cast<RunMeasures&>(run) = run_workload(config, topology, routing, workload, parts);
  run.load = workload.result();
  judge_trace(config, run);
  run.histogram = workload.latencies();
  run.network_histogram = workload.network_latencies();
  return run;
}

}  // namespace flitcast
