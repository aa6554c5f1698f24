#include "tb/sim/simulation.h"

#include <algorithm>
#include <chrono>
#include <sys/resource.h>

#include <fmt/format.h>

#include "hw/ni/interfaces.h"
#include "tb/sim/measurements.h"
#include "tb/sim/model.h"

namespace flitcast {
namespace {

using Clock = std::chrono::steady_clock;

/// Observers at a model: they begin, and leave before it goes, also when the run fails.
class Watch {
 public:
  Watch(const std::vector<RunObserver*>& observers, Model& model) : observers_(observers) {
    for (RunObserver* observer : observers_) {
      observer->begin(model);
    }
  }
  ~Watch() {
    for (RunObserver* observer : observers_) {
      observer->leave();
    }
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  void end(const std::optional<StuckReport>& stuck) const {
    for (RunObserver* observer : observers_) {
      observer->end(stuck);
    }
  }

 private:
  const std::vector<RunObserver*>& observers_;
};

/// The workload has not finished; the model is as it came to rest.
StuckReport stuck_report(Model& model, const Config& config, const Routing& routing) {
  StuckReport report;
  report.position = model.workload().position();
  report.jobs = model.workload().job_names();
  report.last_progress = model.last_event();
  report.given_up = model.fabric().retransmissions().given_up;
  if (model.sequencer().out_of_cycles()) {
    report.last_progress = std::min(report.last_progress, model.wakes().last_cycle());
    report.reason = StuckReport::Reason::kMaxCycles;
    report.verdict = model.wakes().last_cycle();
    return report;
  }
  report.verdict = report.last_progress + config.stall_cycles;
  if (config.max_cycles) {
    report.verdict = std::min(report.verdict, *config.max_cycles);
  }
  describe_network(model.fabric(), routing.topology(), config.network, model.packets(), report);
  return report;
}

/// Whether the run was cut off by what simulated time can hold, and not by run.max_cycles.
void require_time(Model& model, const Config& config) {
  const Cycle last_possible = last_possible_cycle(config);
  if (model.sequencer().out_of_cycles() &&
      config.max_cycles.value_or(WakeQueue::kNever) > last_possible) {
    throw SimulatedTimeError(
        fmt::format("the run is not over after {} cycles of {} ns, and more than that simulated "
                    "time cannot hold",
                    last_possible, config.clock_period_ns));
  }
}

FaultResult summarise_faults(const Fabric& fabric, const NetworkConfig& config) {
  const Fabric::Damage damage = fabric.damage();
  FaultResult faults{damage.flits, "", std::nullopt};
  if (retransmits(config)) {
    faults.retransmission = fabric.retransmissions();
  }
  if (damage.first) {
    const auto& [link, flit] = *damage.first;
    faults.first = fmt::format("flit {} of the link {} -> {}, of message {}, in cycle {}",
                               flit.number, link.from, link.to, flit.message, flit.at);
  }
  return faults;
}

void measure(Model& model, const Config& config, bool channels, RunMeasures& result) {
  Fabric& fabric = model.fabric();
  result.model = timing_model(config.network);
  result.flit_hops = fabric.flit_hops();
  if (result.stuck) {
    fabric.end_waits(result.stuck->verdict);
  }
  result.completion_cycles = result.stuck ? result.stuck->verdict : model.workload().completion();
  result.end_cycle = result.completion_cycles;
  result.latency = summarise_latencies(model.workload().latencies());
  // Acknowledgements come after the last message.
  const Cycle links_end = retransmits(config.network)
                              ? std::max(result.completion_cycles, fabric.last_arrival())
                              : result.completion_cycles;
  result.links = summarise_links(fabric, links_end);
  if (config.network.fault != nullptr || retransmits(config.network)) {
    result.faults = summarise_faults(fabric, config.network);
  }
  if (channels) {
    result.channels = list_channels(fabric, links_end);
  }
}

void measure_host(double seconds, RunMeasures& result) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  result.wall_seconds = seconds;
  result.flit_hops_per_second = seconds > 0 ? static_cast<double>(result.flit_hops) / seconds : 0;
  result.peak_rss_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace

RunMeasures run_workload(const Config& config, const Topology& topology, const Routing& routing,
                         Workload& workload, const RunParts& parts) {
  // 1. Build.
  Model model(topology, routing, config.network, workload, chosen_cores(config, routing));
  const Cycle last_possible = last_possible_cycle(config);
  model.wakes().set_last_cycle(std::min(config.max_cycles.value_or(last_possible), last_possible));
  const Watch watch(parts.observers, model);
  // 2. Run.
  RunMeasures result;
  const auto start = Clock::now();
  model.run();
  if (!workload.finished()) {
    require_time(model, config);
    result.stuck = stuck_report(model, config, routing);
  }
  watch.end(result.stuck);
  const std::chrono::duration<double> elapsed = Clock::now() - start;
  // 3. Collect.
  measure(model, config, parts.channels, result);
  measure_host(elapsed.count(), result);
  return result;
}

}  // namespace flitcast
