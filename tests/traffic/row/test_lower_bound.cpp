#include <string>

#include <gtest/gtest.h>

#include "tests/support/rows/row_cost.h"
#include "traffic/operations/operations.h"
#include "traffic/row/lower_bound.h"
#include "traffic/theory/bounds.h"

namespace flitcast::test_lower_bound {
namespace {

const TopologyKind kHypercube = TopologyKind::kHypercube;
const TopologyKind kMesh = TopologyKind::kMesh;
const TopologyKind kTorus = TopologyKind::kTorus;
const TopologyKind kRing = TopologyKind::kRing;
const RoutingOrder kAscending = RoutingOrder::kAscending;

Cycle bound(const char* id, const Topology& topology, std::uint32_t mu, const TimingModel& model) {
  const Routing routing(topology, kAscending);
  const Row& row = find_row(id);
  return lower_bound(*row.operation, in_own_model(row, {topology, routing, mu}), model);
}

TEST(LowerBound, IsNothingWhereThereIsOneNode) {
  const Topology cube(kHypercube, {0});
  const Topology mesh(kMesh, {1, 1});
  for (const OperationKind* kind : all_operations()) {
    for (const Topology* alone : {&cube, &mesh}) {
      const Routing routing(*alone, kAscending);
      EXPECT_EQ(lower_bound(*kind, {*alone, routing, 3}, {14, 2, 3}), 0) << kind->name();
    }
  }
}

TEST(LowerBound, CountsTheWordsOfTheBusiestPortOrChannel) {
  const TimingModel model = {14, 2, 3};
  const Topology cube(kHypercube, {3});
  for (const char* id : {"aas-hc-sex", "aas-hc-dex", "app-transpose", "oas-hc-sbt"}) {
    EXPECT_EQ(bound(id, cube, 5, model), 14 + 2 + 7 * 5 * 3) << id;
  }
  EXPECT_EQ(bound("aas-hc-allport-sf", cube, 5, model), 14 + 2 + 4 * 5 * 3);
  EXPECT_EQ(bound("aas-ring-1port", Topology(kRing, {5}), 5, model), 14 + 2 + 6 * 5 * 3);
  EXPECT_EQ(bound("aas-ring-allport", Topology(kRing, {5}), 5, model), 14 + 2 + 15 * 3);
  EXPECT_EQ(bound("aas-ring-allport", Topology(kRing, {6}), 5, model), 14 + 2 + 23 * 3);
  EXPECT_EQ(bound("aas-torus-nd-sf", Topology(kTorus, {5, 9}), 5, model), 14 + 2 + 100 * 5 * 3);
  EXPECT_EQ(bound("aas-torus-nd-sf", Topology(kTorus, {3, 3}), 5, model), 14 + 2 + 8 * 5 * 3);
  EXPECT_EQ(bound("aas-mesh-nd-wh-ring", Topology(kMesh, {7, 4}), 5, model), 14 + 2 + 48 * 5 * 3);
  EXPECT_EQ(bound("aas-mesh-nd-wh-ring", Topology(kMesh, {3, 2}), 5, model), 14 + 2 + 5 * 5 * 3);
  EXPECT_EQ(bound("aas-ring-dex", Topology(kRing, {12}), 5, model), 14 + 2 + 18 * 5 * 3);
}

TEST(LowerBound, CountsTheStartUpsOfOnePort) {
  const TimingModel model = {100, 2, 1};
  const Topology cube(kHypercube, {3});
  for (const char* id : {"aas-hc-sex", "aas-hc-dex", "app-transpose", "oas-hc-sbt"}) {
    EXPECT_EQ(bound(id, cube, 1, model), 100 + 2 + 1 + 2 * (99 + 1)) << id;
  }
  EXPECT_EQ(bound("aas-torus-nd-sf", Topology(kTorus, {3, 3}), 1, model), 102 + 1 + 3 * (99 + 1));
  EXPECT_EQ(bound("aas-mesh-nd-wh-ring", Topology(kMesh, {3, 2}), 1, model),
            102 + 1 + 2 * (99 + 1));
  EXPECT_EQ(bound("aas-ring-dex", Topology(kRing, {8}), 1, model), 102 + 1 + 2 * (99 + 1));
  for (const char* id : {"oab-hc-sbt", "allreduce-hc"}) {
    EXPECT_EQ(bound(id, cube, 8, model), 100 + 2 + 8 + 2 * (99 + 1)) << id;
  }
  EXPECT_EQ(bound("oab-tree", Topology(TopologyKind::kTree, {3}), 8, model),
            100 + 2 + 8 + 2 * (99 + 1));
}

TEST(LowerBound, CountsTheLinksToTheOppositeCorner) {
  EXPECT_EQ(bound("oab-mesh-irc-corner", Topology(kMesh, {4, 3}), 5, {14, 2, 3}),
            14 + 5 * 2 + 5 * 3);
}

/// Of an operation, whatever row; t_s = 14, t_d = 2, t_m = 3.
Cycle bound(const OperationKind& kind, const Topology& topology, std::uint32_t mu, int ports,
            Duplex duplex, bool irc) {
  const TimingModel model = {14, 2, 3};
  const Routing routing(topology, kAscending);
  RowRequest request{topology, routing, mu};
  request.ports = ports;
  request.duplex = duplex;
  request.irc = irc;
  return lower_bound(kind, request, model);
}

// 16·16 packets of 2 flits go either way across the middle of a ring of 32, over two pairs of
// channels.
TEST(LowerBound, HasBothWaysTakeTurnsInHalfDuplex) {
  const Topology ring(kRing, {32});
  const auto across = [&](Duplex duplex) {
    return bound(operations::all_to_all_scatter(), ring, 2, 1, duplex, false);
  };
  EXPECT_EQ(across(Duplex::kFull), 14 + 2 + 256 * 3);
  EXPECT_EQ(across(Duplex::kHalf), 14 + 2 + 2 * 256 * 3);
}

// The corner of a mesh receives 8 packets of 5 flits over its two links, whatever its ports. As
// messages to one node each they would be sent over one port of every node.
TEST(LowerBound, HasNodesReceiveWhatAWormBringsToMany) {
  const Topology mesh(kMesh, {3, 3});
  const auto broadcasts = [&](int ports, bool irc) {
    return bound(operations::all_to_all_broadcast(), mesh, 5, ports, Duplex::kFull, irc);
  };
  EXPECT_EQ(broadcasts(1, false), 14 + 2 + 40 * 3);
  EXPECT_EQ(broadcasts(1, true), 14 + 2 + 20 * 3);
  EXPECT_EQ(broadcasts(4, true), 14 + 2 + 20 * 3);
}

// 8 nodes, 40 words each: 2·7·40 messages of a word among 8 nodes are 70 a node; with worms that
// inform everybody only a node's own 40 are left.
TEST(LowerBound, HasEveryNodeSendItsOwnOperandInAWorm) {
  const Topology cube(kHypercube, {3});
  const auto sums = [&](int ports, bool irc) {
    return bound(operations::all_reduce(), cube, 40, ports, Duplex::kFull, irc);
  };
  EXPECT_EQ(sums(1, false), 14 + 2 + 70 * 3);
  EXPECT_EQ(sums(1, true), 14 + 2 + 40 * 3);
  EXPECT_EQ(sums(3, true), 14 + 2 + 14 * 3);
}

// From node to node a message spreads by doubling: 14 + 2 + 3 and two start-ups more. A worm that
// informs everybody needs one start-up, and has 3 links to go.
TEST(LowerBound, CountsNoStartUpsWhereAWormInformsMany) {
  const Topology cube(kHypercube, {3});
  const auto broadcast = [&](bool irc) {
    return bound(operations::broadcast(), cube, 1, 1, Duplex::kFull, irc);
  };
  EXPECT_EQ(broadcast(false), 14 + 2 + 3 + 2 * (13 + 3));
  EXPECT_EQ(broadcast(true), 14 + 3 * 2 + 3);
}

}  // namespace
}  // namespace flitcast::test_lower_bound
