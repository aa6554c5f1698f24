#include <gtest/gtest.h>

#include "tests/support/schedules/handmade_schedule.h"
#include "tests/support/schedules/node_path.h"
#include "tests/support/schedules/unicasts.h"
#include "traffic/verify/verifier.h"

namespace flitcast::test_dependency_graph {
namespace {

using Worms = std::vector<HandmadeMessage>;

VerifyOptions with_vcs(int vcs) {
  VerifyOptions options;
  options.model = {4, 1, 1};
  options.vcs = vcs;
  return options;
}

VerifyOptions half_duplex(Switching switching = Switching::kWormhole) {
  VerifyOptions options = with_vcs(1);
  options.switching = switching;
  options.duplex = Duplex::kHalf;
  return options;
}

VerifyOptions intermediate_reception(int ports, int vcs = 1) {
  VerifyOptions options = with_vcs(vcs);
  options.irc = true;
  options.ports = ports;
  return options;
}

HandmadeMessage worm(const std::vector<NodeId>& path) {
  return {path, {make_block(path.front(), path.back())}};
}

VerifyReport report_on(const Topology& topology, const Worms& worms, const VerifyOptions& options,
                       RoutingOrder order = RoutingOrder::kAscending) {
  const Routing routing(topology, order);
  const Operation unicasts = operation(loose_unicasts(), topology.nodes());
  return verify(handmade_schedule(unicasts, {worms}), routing, options);
}

std::string cycle_on(const Topology& topology, const Worms& worms, const VerifyOptions& options) {
  return report_on(topology, worms, options).dependency_cycle;
}

/// A worm from every node of a ring, `hops` up or, for negative `hops`, down.
Worms all_around(NodeId nodes, int hops) {
  Worms worms;
  for (NodeId node = 0; node < nodes; ++node) {
    std::vector<NodeId> path{node};
    for (int i = 0; i < std::abs(hops); ++i) {
      path.push_back((path.back() + (hops > 0 ? 1 : nodes - 1)) % nodes);
    }
    worms.push_back(worm(path));
  }
  return worms;
}

/// A worm from every node to every other along the base route.
Worms all_pairs(const Routing& routing) {
  Worms worms;
  const NodeId nodes = routing.topology().nodes();
  for (NodeId source = 0; source < nodes; ++source) {
    for (NodeId destination = 0; destination < nodes; ++destination) {
      if (source != destination) {
        worms.push_back(worm(route_nodes(routing, source, destination)));
      }
    }
  }
  return worms;
}

TEST(RingDependencies, CloseWithOneVirtualChannelAndOpenAtTheDatelineWithTwo) {
  for (const NodeId nodes : {4U, 5U, 8U}) {
    const Topology ring(TopologyKind::kRing, {nodes});
    for (const int hops : {2, -2}) {
      const Worms worms = all_around(nodes, hops);
      EXPECT_NE(cycle_on(ring, worms, with_vcs(1)), "") << nodes;
      EXPECT_EQ(cycle_on(ring, worms, with_vcs(2)), "") << nodes;
      EXPECT_EQ(cycle_on(ring, worms, with_vcs(3)), "") << nodes;
    }
    EXPECT_EQ(cycle_on(ring, all_around(nodes, 1), with_vcs(1)), "");
  }
  EXPECT_EQ(cycle_on(Topology(TopologyKind::kRing, {5}), all_around(5, 2), with_vcs(1)),
            "0->1->2->3->4->0");
}

TEST(RingDependencies, StoredPacketsWaitForBuffersLikeWorms) {
  const Topology ring(TopologyKind::kRing, {4});
  for (const Switching switching : {Switching::kCutThrough, Switching::kStoreAndForward}) {
    VerifyOptions options = with_vcs(1);
    options.switching = switching;
    EXPECT_EQ(cycle_on(ring, all_around(4, 2), options), "0->1->2->3->0");
    options.vcs = 2;
    EXPECT_EQ(cycle_on(ring, all_around(4, 2), options), "");
  }
}

// Two ways of distance 4 on a ring of 8, as in schedules that use both senses for it.
TEST(RingDependencies, MinimalPathsInBothSensesAreFreeOfCyclesWithTwoClasses) {
  const Topology ring(TopologyKind::kRing, {8});
  Worms worms;
  for (const int hops : {1, 2, 3, 4, -1, -2, -3, -4}) {
    for (const HandmadeMessage& message : all_around(8, hops)) {
      worms.push_back(message);
    }
  }
  EXPECT_NE(cycle_on(ring, worms, with_vcs(1)), "");
  EXPECT_EQ(cycle_on(ring, worms, with_vcs(2)), "");
}

// A worm that goes on behind its own start stays in class 1, so class 1 closes.
TEST(RingDependencies, NameTheClassesOfACycleThatDatelinesDoNotCut) {
  const Topology ring(TopologyKind::kRing, {3});
  EXPECT_EQ(cycle_on(ring, {worm({2, 0, 1, 2}), worm({2, 0, 1, 2, 0})}, with_vcs(2)),
            "0->1 (class 1)->2 (class 1)->0 (class 1)");
}

TEST(TorusDependencies, AreCutInEveryDimension) {
  const Topology topologies[] = {{TopologyKind::kTorus, {4, 4}},
                                 {TopologyKind::kTorus, {5, 2}},
                                 {TopologyKind::kTorus, {4, 2, 5}}};
  for (const Topology& torus : topologies) {
    for (const RoutingOrder order : {RoutingOrder::kAscending, RoutingOrder::kDescending}) {
      const Routing routing(torus, order);
      EXPECT_NE(report_on(torus, all_pairs(routing), with_vcs(1), order).dependency_cycle, "");
      EXPECT_EQ(report_on(torus, all_pairs(routing), with_vcs(2), order).dependency_cycle, "");
    }
  }
}

TEST(TorusDependencies, SidesOfThreeAndLessCloseNoRing) {
  const Topology torus(TopologyKind::kTorus, {3, 2, 3});
  const Routing routing(torus, RoutingOrder::kAscending);
  EXPECT_EQ(cycle_on(torus, all_pairs(routing), with_vcs(1)), "");
}

TEST(MeshDependencies, HaveNoClassesWhateverTheVirtualChannels) {
  const Topology mesh(TopologyKind::kMesh, {2, 2});
  const Worms worms{worm({0, 1, 3}), worm({1, 3, 2}), worm({3, 2, 0}), worm({2, 0, 1})};
  EXPECT_EQ(cycle_on(mesh, worms, with_vcs(2)), "0->1->3->2->0");
}

TEST(HalfDuplex, WormsThatMeetHoldTheLinkThatTheOtherWants) {
  const Topology line(TopologyKind::kLine, {3});
  const Worms worms{worm({0, 1, 2}), worm({2, 1, 0})};
  EXPECT_EQ(cycle_on(line, worms, with_vcs(1)), "");
  EXPECT_EQ(cycle_on(line, worms, half_duplex()), "0-1->1-2->0-1");
  EXPECT_EQ(report_on(line, worms, half_duplex()).link_contention, 2U);
}

// 0 to 2 holds 0-1 and wants 1-2, 3 to 1 holds 2-3 and wants 1-2: whoever is second just waits.
TEST(HalfDuplex, TwoThatMeetAtTheirLastLinkOnlyWaitInLine) {
  const Topology line(TopologyKind::kLine, {4});
  EXPECT_EQ(cycle_on(line, {worm({0, 1, 2}), worm({3, 2, 1})}, half_duplex()), "");
  EXPECT_EQ(cycle_on(line, {worm({0, 1, 2, 3}), worm({3, 2, 1})}, half_duplex()), "1-2->2-3->1-2");
}

TEST(HalfDuplex, AWormThatTurnsRoundWaitsForItself) {
  const Topology line(TopologyKind::kLine, {2});
  EXPECT_EQ(cycle_on(line, {worm({0, 1, 0})}, half_duplex()), "0-1->0-1");
}

TEST(HalfDuplex, DatelinesDoNotHelpWormsThatHoldTheLink) {
  const Topology ring(TopologyKind::kRing, {4});
  VerifyOptions options = half_duplex();
  options.vcs = 2;
  EXPECT_NE(cycle_on(ring, all_around(4, 2), options), "");
}

TEST(HalfDuplex, StoredPacketsOnlyHoldBuffers) {
  const Topology line(TopologyKind::kLine, {3});
  const Worms worms{worm({0, 1, 2}), worm({2, 1, 0})};
  for (const Switching switching : {Switching::kCutThrough, Switching::kStoreAndForward}) {
    EXPECT_EQ(cycle_on(line, worms, half_duplex(switching)), "");
    EXPECT_EQ(report_on(line, worms, half_duplex(switching)).link_contention, 2U);
  }
}

TEST(HalfDuplex, BothDirectionsOfALinkCountTogether) {
  const Topology line(TopologyKind::kLine, {4});
  const Worms worms{worm({0, 1}), worm({1, 2}), worm({2, 1}), worm({3, 2, 1})};
  EXPECT_EQ(report_on(line, worms, half_duplex()).first_contention,
            "round 0: link 1-2 carries 3 messages");
  EXPECT_EQ(report_on(line, worms, with_vcs(1)).first_contention,
            "round 0: link 2->1 carries 2 messages");
}

/// Broadcast of a block in two parts from node 0 of a line of four.
std::string cycle_of_broadcast(const HandmadeRounds& rounds, const VerifyOptions& options) {
  const Topology line(TopologyKind::kLine, {4});
  const Routing routing(line, RoutingOrder::kAscending);
  return verify(handmade_schedule(operation(operations::broadcast(), 4, 0, 2), rounds), routing,
                options)
      .dependency_cycle;
}

const Block kPart0 = make_block(0, Block::kEveryone, 0);
const Block kPart1 = make_block(0, Block::kEveryone, 1);

/// Two worms cross, each absorbed where the other ends.
const HandmadeRounds kCrossing{{{{0, 1, 2, 3}, {kPart1}}},
                               {{{0, 1, 2}, {kPart0}, {1, 2}}},
                               {{{3, 2, 1}, {kPart1}, {2, 1}}},
                               {{{2, 3}, {kPart0}}}};

TEST(ReceivePorts, CrossingWormsHoldThePortThatTheOtherNeeds) {
  EXPECT_EQ(cycle_of_broadcast(kCrossing, intermediate_reception(1)),
            "1->2->[receive at 2]->1->[receive at 1]");
}

TEST(ReceivePorts, AreNoResourceWhereThereIsOneForEveryWormThatCanCome) {
  EXPECT_EQ(cycle_of_broadcast(kCrossing, intermediate_reception(2)), "");
  EXPECT_NE(cycle_of_broadcast(kCrossing, intermediate_reception(2, 2)), "");
}

TEST(ReceivePorts, WormsThatFollowEachOtherAreSafe) {
  const HandmadeRounds rounds{
      {{{0, 1, 2, 3}, {kPart0}, {1, 2, 3}}}, {{{0, 1}, {kPart1}}}, {{{1, 2, 3}, {kPart1}, {2, 3}}}};
  EXPECT_EQ(cycle_of_broadcast(rounds, intermediate_reception(1)), "");
}

TEST(ReceivePorts, APacketThatIsBufferedWholeGivesItsPortBack) {
  VerifyOptions options = intermediate_reception(1);
  options.switching = Switching::kCutThrough;
  EXPECT_EQ(cycle_of_broadcast(kCrossing, options), "");
}

}  // namespace
}  // namespace flitcast::test_dependency_graph
