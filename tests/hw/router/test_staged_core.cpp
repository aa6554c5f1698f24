#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tests/hw/router/port_departures.h"

namespace flitcast::test_staged_core {
namespace {

constexpr PortId kUp = 0;     // in dimension 0, towards the higher node
constexpr PortId kLocal = 2;  // the first local port

// Posted in cycle 0, the header stands in router 0 in cycle 2. It is routed in 2, has its output VC
// in 3 and the switch in 4, and crosses in 5; the channel accepts it in 6, it stands in router 1 in
// 7, and so on: the channel to the node accepts it in 11. The flit behind it comes in 3 and follows
// a cycle later everywhere.
TEST(StagedCore, TakesAHeaderThroughItsStagesOneByOne) {
  CoreNetwork network(TopologyKind::kLine, {2}, staged());
  const Departures departures(network);
  const std::size_t message = network.add({0, {1}, 1, 0});
  network.run();
  EXPECT_EQ(departures.of(0, kUp), (std::vector<Cycle>{6, 7}));
  EXPECT_EQ(departures.of(1, kLocal), (std::vector<Cycle>{11, 12}));
  EXPECT_EQ(network.times(message).head.at(1), 13);
  EXPECT_EQ(network.times(message).tail.at(1), 14);
}

// Stages of 0 cycles cost nothing: the header goes on in the cycle in which it came.
TEST(StagedCore, WithoutDelaysAHeaderLeavesAsItComes) {
  NetworkConfig config = staged();
  config.pipeline.route_delay = config.pipeline.vc_delay = 0;
  config.pipeline.switch_delay = config.pipeline.traversal_delay = 0;
  CoreNetwork network(TopologyKind::kLine, {3}, config);
  const Departures departures(network);
  network.add({0, {2}, 1, 0});
  network.run();
  EXPECT_EQ(departures.of(0, kUp), (std::vector<Cycle>{2, 3}));
  EXPECT_EQ(departures.of(1, kUp), (std::vector<Cycle>{3, 4}));
  EXPECT_EQ(departures.of(2, kLocal), (std::vector<Cycle>{4, 5}));
}

// What every delay adds to a header, over three routers, and to the flits behind it.
TEST(StagedCore, EveryDelayIsPaidInEveryRouter) {
  for (const Cycle route : {0, 1, 3}) {
    for (const Cycle vc : {0, 1, 3}) {
      for (const Cycle sw : {0, 1, 3}) {
        for (const Cycle traversal : {0, 1, 3}) {
          for (const bool speculation : {false, true}) {
            NetworkConfig config = staged(1, 64);
            config.pipeline.route_delay = route;
            config.pipeline.vc_delay = vc;
            config.pipeline.switch_delay = sw;
            config.pipeline.traversal_delay = traversal;
            config.pipeline.speculation = speculation;
            CoreNetwork network(TopologyKind::kLine, {3}, config);
            const std::size_t message = network.add({0, {2}, 9, 0});
            network.run();
            const Cycle header = route + (speculation ? std::max(vc, sw) : vc + sw) + traversal;
            EXPECT_EQ(network.times(message).tail.at(2), 4 + 3 * header + 2 + 9)
                << route << vc << sw << traversal << speculation;
          }
        }
      }
    }
  }
}

TEST(StagedCore, LookaheadRoutingSparesTheRouteComputation) {
  NetworkConfig config = staged();
  config.pipeline.route_delay = 3;
  config.pipeline.lookahead_routing = true;
  CoreNetwork network(TopologyKind::kLine, {2}, config);
  const std::size_t message = network.add({0, {1}, 1, 0});
  network.run();
  EXPECT_EQ(network.times(message).tail.at(1), 4 + 2 * 3 + 1 + 1);
}

// Past the pipeline: the router of the destination costs nothing.
TEST(StagedCore, EjectionMayPassThePipelineBy) {
  NetworkConfig config = staged();
  config.pipeline.ejection = Ejection::kBypass;
  CoreNetwork network(TopologyKind::kLine, {3}, config);
  const std::size_t message = network.add({0, {2}, 5, 0});
  network.run();
  EXPECT_EQ(network.times(message).tail.at(2), 4 + 2 * (4 + 1) + 5);
  EXPECT_EQ(network.model().t_s, 4);
  EXPECT_EQ(network.model().t_d, 5);
}

// Sets of 1, 4 and 16 words.
TEST(StagedCore, TimesDoNotDependOnTheNumberOfVirtualChannels) {
  for (const int vcs : {1, 16, 200}) {
    CoreNetwork network(TopologyKind::kMesh, {3, 3}, staged(vcs));
    const std::size_t message = network.add({0, {8}, 7, 0});
    network.run();
    EXPECT_EQ(network.times(message).tail.at(8), 4 + 5 * 4 + 4 + 7) << vcs;
  }
}

// Routes in headers: round three sides of a mesh instead of along the fourth.
TEST(StagedCore, HeadersMayCarryTheirRoutes) {
  CoreNetwork network(TopologyKind::kMesh, {3, 3}, staged());
  constexpr PortId kAway = 2;  // in dimension 1, to the higher node
  constexpr PortId kBack = 3;
  const std::size_t message = network.add({0, {1}, 3, 0, {kAway, kUp, kBack}});
  network.run();
  EXPECT_EQ(network.times(message).tail.at(1), 4 + 4 * 4 + 3 + 3);
}

// A packet goes on only where all of it has room: with a buffer of 6 flits the second packet of 5
// waits until the credits of the first are back.
TEST(StagedCore, CutThroughWaitsForTheRoomOfAPacket) {
  NetworkConfig config = staged(1, 6);
  config.switching = Switching::kCutThrough;
  CoreNetwork network(TopologyKind::kLine, {3}, config);
  const Departures departures(network);
  network.add({0, {2}, 4, 0});
  network.add({0, {2}, 4, 0});
  network.run();
  // Granted in 4 … 8; router 1 takes the header in 7 and grants it in 9, the flits behind it in 10
  // to 13. Five slots are there for the second packet, of which one was never taken, when the
  // fourth of those credits is back, two cycles after 12.
  const std::vector<Cycle> sent = departures.of(0, kUp);
  ASSERT_EQ(sent.size(), 10U);
  EXPECT_EQ(sent[4], 8 + 2);
  EXPECT_EQ(sent[5], 14 + 2);
  EXPECT_TRUE(network.complete());
}

// Whatever order routers run in within a cycle, and whoever watches, everything happens at the same
// times.
TEST(StagedCore, TimesDoNotDependOnTheOrderOfModulesNorOnProbes) {
  std::vector<std::vector<Cycle>> tails;
  for (const bool watched : {false, true}) {
    for (const auto order : {CoreNetwork::Order::kForward, CoreNetwork::Order::kBackward}) {
      for (const bool speculation : {false, true}) {
        NetworkConfig config = staged(2, 4);
        config.ports = 2;
        config.pipeline.speculation = speculation;
        CoreNetwork network(TopologyKind::kMesh, {4, 4}, config);
        Departures departures;
        if (watched) {
          network.attach_probe(&departures);
        }
        for (NodeId node = 0; node < 16; ++node) {
          for (NodeId i = 0; i < 8; ++i) {
            network.add({node, {(node * 7 + i * 3) % 16}, i % 5, i});
          }
        }
        network.run(order);
        ASSERT_TRUE(network.complete());
        std::vector<Cycle>& of_run = tails.emplace_back();
        for (std::size_t i = 0; i < 128; ++i) {
          of_run.push_back(network.times(i).tail.begin()->second);
        }
      }
    }
  }
  for (std::size_t run = 2; run < tails.size(); ++run) {
    EXPECT_EQ(tails[run], tails[run % 2]) << run;
  }
  EXPECT_NE(tails[0], tails[1]) << "speculation makes a difference";
}

}  // namespace
}  // namespace flitcast::test_staged_core
