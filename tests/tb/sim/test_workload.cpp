// Workloads that are no schedules, each a class of its own, on the whole model.

#include <algorithm>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "tb/sim/run_waveform.h"
#include "tb/sim/simulation.h"
#include "tests/support/cores/test_workloads.h"
#include "tests/support/networks/timing_setups.h"
#include "tests/support/runs/traced_run.h"
#include "tests/support/vcd_parser.h"

namespace flitcast::test_workload {
namespace {

// t_s = 7 + 4, t_d = 1 + 1, t_m = 1; three links and five flits: 11 + 3·2 + 5 = 22 cycles a leg. A
// leg is six flits over four router outputs.
TEST(Workload, PingPongTakesTheTimeOfAMessageForEveryLeg) {
  const Topology line(TopologyKind::kLine, {4});
  const Routing routing(line, RoutingOrder::kAscending);
  Config config;
  config.network = wormhole_config(1, 1, 1);
  config.network.startup = 7;
  PingPong ping_pong(0, 3, 5, 10);
  const RunMeasures result = run_workload(config, line, routing, ping_pong, {});
  EXPECT_FALSE(result.stuck);
  EXPECT_EQ(result.completion_cycles, 10 * 22);
  EXPECT_EQ(ping_pong.latencies(), (std::map<Cycle, std::uint64_t>{{22, 10}}));
  EXPECT_EQ(result.latency.min, 22);
  EXPECT_EQ(result.latency.p50, 22);
  EXPECT_EQ(result.flit_hops, 10U * 6 * 4);
  EXPECT_EQ(result.links.waits.total(), 0);
}

/// Cycles in which the channels of routers carry a flit, t_m = 1.
std::uint64_t cycles_on_channels(const Vcd& vcd) {
  std::uint64_t cycles = 0;
  for (const Vcd::Variable& variable : vcd.variables()) {
    const bool of_channel = variable.name.find(".to_") != std::string::npos ||
                            variable.name.find(".eject_") != std::string::npos;
    if (!of_channel || variable.name.find(".valid") == std::string::npos) {
      continue;
    }
    for (std::size_t i = 0; i < variable.changes.size(); ++i) {
      const std::uint64_t end =
          i + 1 < variable.changes.size() ? variable.changes[i + 1].time : vcd.last_time();
      cycles += variable.changes[i].value == "1" ? (end - variable.changes[i].time) / 1000 : 0;
    }
  }
  return cycles;
}

// 1000 cycles of load, then the network drains; everything is in the waveform.
TEST(Workload, OpenLoopSourcesDrainAndAreTraced) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  const Routing routing(mesh, RoutingOrder::kAscending);
  const Config config;
  BernoulliSources sources(16, {5, 40, 8, 1000, true});
  const trace::TraceRequest request = trace_all(mesh);
  StringSink sink;
  RunWaveform waveform(request, mesh, config.network, 1000, {sink, "today", "test"});
  const RunMeasures result = run_workload(config, mesh, routing, sources, {{&waveform}});
  EXPECT_FALSE(result.stuck);
  ASSERT_TRUE(sources.all_arrived());
  EXPECT_NEAR(static_cast<double>(sources.letters().size()), 16 * 1000 / 40.0, 60);
  std::uint64_t hops = 0;
  Cycle last = 0;
  for (const Mailer::Letter& letter : sources.letters()) {
    EXPECT_EQ(letter.words, 8U);
    const auto distance = [](NodeId a, NodeId b) { return a > b ? a - b : b - a; };
    hops += 9ULL * (1 + distance(letter.source % 4, letter.destination % 4) +
                    distance(letter.source / 4, letter.destination / 4));
    last = std::max(last, letter.arrived);
  }
  EXPECT_EQ(result.flit_hops, hops);
  EXPECT_EQ(result.completion_cycles, last);
  const Vcd vcd(sink.text);
  EXPECT_EQ(cycles_on_channels(vcd), hops);
  EXPECT_EQ(vcd.at("tb.round", 999'000), "0");
  EXPECT_EQ(vcd.at("tb.round", 1'000'000), "1");
}

// Each node offers eight times what it can send: what is not done at cycle 500 stays undone.
TEST(Workload, EndsARunThatWouldGoOn) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  const Routing routing(mesh, RoutingOrder::kAscending);
  const Config config;
  BernoulliSources sources(16, {5, 1, 8, 500, false});
  const RunMeasures result = run_workload(config, mesh, routing, sources, {});
  EXPECT_FALSE(result.stuck);
  EXPECT_FALSE(sources.all_arrived());
  EXPECT_EQ(sources.letters().size(), 16U * 500);
  for (const Mailer::Letter& letter : sources.letters()) {
    EXPECT_LE(letter.arrived, 502);  // the last flit ejected at 500 is in memory two cycles later
  }
}

/// Waits for a message that nobody sends.
class Hermit final : public Mailer {
 public:
  bool finished() const override { return false; }
  WorkloadProgress progress() const override { return {"waiting"}; }
  std::string position() const override { return "waiting for a letter"; }

 private:
  void start() override { wake_at(3); }
  void act(Cycle /*now*/) override {}
};

// It acts in cycle 3; the clock looks at one more before it finds that nobody has work.
TEST(Workload, ThatWaitsInVainIsReportedInItsOwnWords) {
  const Topology line(TopologyKind::kLine, {2});
  const Routing routing(line, RoutingOrder::kAscending);
  Config config;
  config.stall_cycles = 50;
  Hermit hermit;
  const RunMeasures result = run_workload(config, line, routing, hermit, {});
  ASSERT_TRUE(result.stuck);
  EXPECT_EQ(result.stuck->reason, StuckReport::Reason::kNoProgress);
  EXPECT_EQ(result.completion_cycles, 54);
  EXPECT_EQ(stuck_text(*result.stuck),
            "no progress: nothing has moved since cycle 4, given up at cycle 54 waiting for a "
            "letter with 0 worms in the network\n  no worms wait for each other in a circle");
}

}  // namespace
}  // namespace flitcast::test_workload
