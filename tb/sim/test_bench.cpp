#include "tb/sim/test_bench.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <sys/resource.h>
#include <tuple>

#include <fmt/format.h>

#include "tb/sim/model.h"
#include "tb/sim/stuck_network.h"
#include "tb/sim/trace_control.h"
#include "tb/trace/tracer.h"

namespace flitcast {
namespace {

using Clock = std::chrono::steady_clock;

/// Turns the sequencer's beat into progress reports.
class ProgressReporter final : public CycleObserver {
 public:
  ProgressReporter(ProgressSink& sink, const Model& model, std::uint64_t rounds)
      : sink_(sink), model_(model), rounds_(rounds) {}

  void reached(Cycle cycle) override {
    if (!sink_.due()) {
      return;
    }
    sink_.progress({model_.player().rounds_done(), rounds_, cycle, model_.fabric().flit_hops()});
  }

 private:
  ProgressSink& sink_;
  const Model& model_;
  std::uint64_t rounds_;
};

Cycle nearest_rank(const std::map<Cycle, std::uint64_t>& histogram, std::uint64_t total,
                   double fraction) {
  const auto rank = static_cast<std::uint64_t>(std::ceil(fraction * static_cast<double>(total)));
  std::uint64_t seen = 0;
  for (const auto& [latency, count] : histogram) {
    seen += count;
    if (seen >= rank) {
      return latency;
    }
  }
  return 0;
}

LatencyResult summarise(const std::map<Cycle, std::uint64_t>& histogram) {
  if (histogram.empty()) {
    return {};
  }
  std::uint64_t total = 0;
  double sum = 0;
  for (const auto& [latency, count] : histogram) {
    total += count;
    sum += static_cast<double>(latency) * static_cast<double>(count);
  }
  return {histogram.begin()->first,
          sum / static_cast<double>(total),
          nearest_rank(histogram, total, 0.50),
          nearest_rank(histogram, total, 0.95),
          nearest_rank(histogram, total, 0.99),
          histogram.rbegin()->first};
}

LinkResult summarise_links(const Fabric& fabric, Cycle cycles) {
  LinkResult result;
  double sum = 0;
  for (const Fabric::NetworkLink& network_link : fabric.network_links()) {
    const Link& link = network_link.channel->link();
    const double busy = static_cast<double>(link.busy_cycles(cycles));
    const double utilization = cycles > 0 ? busy / static_cast<double>(cycles) : 0;
    sum += utilization;
    result.max_utilization = std::max(result.max_utilization, utilization);
    result.waits += link.waits();
  }
  for (const Fabric::LocalLinks& local : fabric.local_links()) {
    result.waits += local.ejection->link().waits();
  }
  if (!fabric.network_links().empty()) {
    result.mean_utilization = sum / static_cast<double>(fabric.network_links().size());
  }
  return result;
}

std::vector<ChannelResult> list_channels(const Fabric& fabric, Cycle cycles) {
  std::vector<ChannelResult> channels;
  const auto add = [&](NodeId from, NodeId to, bool receive_port, const Link& link) {
    channels.push_back(
        {from, to, receive_port, link.flits(), link.busy_cycles(cycles), link.waits()});
  };
  for (const Fabric::NetworkLink& link : fabric.network_links()) {
    add(link.from, link.to, false, link.channel->link());
  }
  for (const Fabric::LocalLinks& local : fabric.local_links()) {
    add(local.node, local.node, true, local.ejection->link());
  }
  return channels;
}

ExcessSplit split_excess(const std::vector<RoundRecord>& rounds) {
  ExcessSplit split;
  for (const RoundRecord& round : rounds) {
    split.waits += round.waits;
    split.slack += round.slack;
  }
  return split;
}

StuckReport stuck_report(const Model& model, const Config& config, const Routing& routing,
                         bool out_of_cycles) {
  StuckReport report;
  report.round = model.player().rounds_done();
  report.last_progress = model.now();
  if (out_of_cycles) {
    report.reason = StuckReport::Reason::kMaxCycles;
    report.verdict = *config.max_cycles;
    return report;
  }
  report.verdict = model.now() + config.stall_cycles;
  if (config.max_cycles) {
    report.verdict = std::min(report.verdict, *config.max_cycles);
  }
  describe_network(model.fabric(), routing.topology(), config.network.vcs, model.packets(), report);
  return report;
}

void fill_measurements(Model& model, const Config& config, RunResult& result) {
  const Player& player = model.player();
  result.rounds = player.rounds_done();
  result.messages = player.messages();
  result.flits = player.payload_flits();
  result.flit_hops = model.fabric().flit_hops();
  if (result.stuck) {
    model.fabric().end_waits(result.stuck->verdict);
  }
  result.completion_cycles = result.stuck ? result.stuck->verdict : player.completion();
  result.per_round = player.rounds();
  if (config.sync == Sync::kBarrier) {
    result.excess_split = split_excess(result.per_round);
  }
  result.latency = summarise(player.latencies());
  result.links = summarise_links(model.fabric(), result.completion_cycles);
  if (player.finished()) {
    result.data_error = player.data_error();
    result.data_check = result.data_error.empty() ? DataCheck::kPassed : DataCheck::kFailed;
  }
}

/// A waveform in the making.
class Tracing {
 public:
  Tracing(TraceHook& hook, const Config& config, const Topology& topology, Model& model)
      : hook_(hook),
        vcd_(*hook.sink, hook.date, hook.version),
        tracer_(vcd_, topology, config.network, hook.request->scope, model.packets(), model.wakes(),
                period_in_picoseconds(config)),
        control_(*hook.request, model, tracer_) {}

  void finish(const RunResult& result) {
    if (!result.stuck) {
      control_.finish({}, false);
    } else {
      const bool stuck = result.stuck->reason == StuckReport::Reason::kNoProgress;
      control_.finish(result.stuck->verdict, stuck);
      hook_.stuck = stuck ? std::optional<Cycle>(result.stuck->verdict) : std::nullopt;
    }
    hook_.signals = tracer_.signals().declared();
    std::tie(hook_.from, hook_.to) = tracer_.written();
  }

 private:
  TraceHook& hook_;
  VcdWriter vcd_;
  Tracer tracer_;
  TraceControl control_;
};

void fill_host(double seconds, RunResult& result) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  result.wall_seconds = seconds;
  result.flit_hops_per_second = seconds > 0 ? static_cast<double>(result.flit_hops) / seconds : 0;
  result.peak_rss_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace

RunResult simulate(const Config& config, const Topology& topology, const Routing& routing,
                   const Schedule& schedule, const RunHooks& hooks) {
  RunResult result;
  result.model = timing_model(config.network);

  const auto generated = hooks.application == nullptr
                             ? make_payload(schedule.operation, schedule.block_flits, config.seed)
                             : nullptr;
  Payload& payload = generated ? *generated : hooks.application->memory();
  Model model("tb", topology, routing, {config.sync, config.network},
              sc_core::sc_time(config.clock_period_ns, sc_core::SC_NS), schedule, payload,
              hooks.deliveries);
  const Cycle last_possible = last_possible_cycle(config);
  model.set_last_cycle(std::min(config.max_cycles.value_or(last_possible), last_possible));
  std::unique_ptr<ProgressReporter> reporter;
  if (hooks.progress != nullptr) {
    reporter = std::make_unique<ProgressReporter>(*hooks.progress, model, schedule.rounds);
    model.sequencer().set_observer(reporter.get());
  }
  std::unique_ptr<Tracing> tracing;
  if (hooks.trace != nullptr) {
    tracing = std::make_unique<Tracing>(*hooks.trace, config, topology, model);
  }
  const auto start = Clock::now();
  sc_core::sc_start();
  if (!model.player().finished()) {
    const bool out_of_cycles = model.sequencer().out_of_cycles();
    if (out_of_cycles && config.max_cycles.value_or(WakeQueue::kNever) > last_possible) {
      throw SimulatedTimeError(
          fmt::format("the run is not over after {} cycles of {} ns, and more than that simulated "
                      "time cannot hold",
                      last_possible, config.clock_period_ns));
    }
    result.stuck = stuck_report(model, config, routing, out_of_cycles);
  }
  if (tracing) {
    tracing->finish(result);
  }
  const std::chrono::duration<double> elapsed = Clock::now() - start;

  fill_measurements(model, config, result);
  if (hooks.channels) {
    result.channels = list_channels(model.fabric(), result.completion_cycles);
  }
  fill_host(elapsed.count(), result);
  return result;
}

}  // namespace flitcast
