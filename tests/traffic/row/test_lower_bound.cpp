#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hw/topology/family.h"
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
const TopologyKind kLine = TopologyKind::kLine;
const RoutingOrder kAscending = RoutingOrder::kAscending;
const Topology kCube(kHypercube, {3});

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

struct RowBound {
  std::vector<const char*> ids;
  Topology topology;
  std::uint32_t mu;
  Cycle bound;
  NodeId root = 0;
  int ports = 0;  ///< 0: those of the row's own model
  const char* variant = "";
  std::vector<NodeId> destinations = {};
};

void expect_bounds(const TimingModel& model, const std::vector<RowBound>& bounds) {
  for (const RowBound& each : bounds) {
    for (const char* const id : each.ids) {
      SCOPED_TRACE(std::string(id) + " on " + each.topology.describe());
      const Routing routing(each.topology, kAscending);
      const Row& row = find_row(id);
      RowRequest request =
          in_own_model(row, {each.topology, routing, each.mu, each.root, each.variant});
      request.ports = each.ports > 0 ? each.ports : request.ports;
      request.parameters.destinations = each.destinations;
      EXPECT_EQ(lower_bound(*row.operation, request, model), each.bound);
    }
  }
}

// t_s + t_d and the words over the busiest port or channel, 3 cycles each.
TEST(LowerBound, CountsTheWordsOfTheBusiestPortOrChannel) {
  expect_bounds(
      {14, 2, 3},
      {{{"aas-hc-sex", "aas-hc-dex", "app-transpose", "oas-hc-sbt"}, kCube, 5, 16 + 7 * 5 * 3},
       {{"aas-hc-allport-sf"}, kCube, 5, 16 + 4 * 5 * 3},
       {{"aas-ring-1port"}, {kRing, {5}}, 5, 16 + 6 * 5 * 3},
       {{"aas-ring-allport"}, {kRing, {5}}, 5, 16 + 15 * 3},
       {{"aas-ring-allport"}, {kRing, {6}}, 5, 16 + 23 * 3},
       {{"aas-torus-nd-sf"}, {kTorus, {5, 9}}, 5, 16 + 100 * 5 * 3},
       {{"aas-torus-nd-sf"}, {kTorus, {3, 3}}, 5, 16 + 8 * 5 * 3},
       {{"aas-mesh-nd-wh-ring"}, {kMesh, {7, 4}}, 5, 16 + 48 * 5 * 3},
       {{"aas-mesh-nd-wh-ring"}, {kMesh, {3, 2}}, 5, 16 + 5 * 5 * 3},
       {{"aas-ring-dex"}, {kRing, {12}}, 5, 16 + 18 * 5 * 3},
       // 24 packets of 5 words over the 4 links of the root, or its 1 port, 3 links at the side of
       // a mesh
       {{"oas-torus2d-balanced", "oas-grid-sf"}, {kTorus, {5, 5}}, 5, 16 + 30 * 3, 7, 4},
       {{"oas-grid-sf"}, {kTorus, {5, 5}}, 5, 16 + 120 * 3, 7, 1},
       {{"oas-grid-sf"}, {kMesh, {5, 5}}, 5, 16 + 40 * 3, 2, 4},
       {{"oas-grid-sf"}, {kMesh, {5, 5}}, 5, 16 + 60 * 3, 24, 4},
       {{"oas-ring-sf"}, {kRing, {8}}, 5, 16 + 18 * 3, 3, 2},
       {{"oas-hc-necklace"}, {kHypercube, {6}}, 5, 16 + 53 * 3, 3, 6},
       {{"oas-hc-necklace"}, {kHypercube, {6}}, 5, 16 + 315 * 3, 3, 1},
       // 560 words over three links: 187 of them over one
       {{"gather-hc"}, kCube, 80, 16 + 187 * 3},
       {{"aab-hc", "aar-hc"}, kCube, 80, 16 + 7 * 80 * 3},
       // an all-reduce: every node sends and receives (p − 1)/p of the vector
       {{"allreduce-hc", "allreduce-hc-rsag"}, kCube, 80, 16 + 140 * 3},
       {{"allreduce-hc-double-tree"}, kCube, 20, 16 + 35 * 3},
       {{"allreduce-ring"}, {kRing, {8}}, 80, 16 + 140 * 3},
       {{"allreduce-ring-swing"}, {kRing, {8}}, 81, 16 + 142 * 3},
       {{"allreduce-ring-swing"}, {kRing, {2}}, 8, 16 + 8 * 3},
       {{"allreduce-torus2d-bucket"}, {kTorus, {2, 5}}, 100, 16 + 180 * 3},
       {{"allreduce-rabenseifner"}, {kLine, {5}}, 100, 16 + 160 * 3}});
  expect_bounds({1, 0, 1}, {{{"allreduce-hc", "allreduce-hc-rsag"}, kCube, 3, 1 + 6}});  // 5¼ words
}

// t_s − 1 + t_m from one informed node to the next.
TEST(LowerBound, CountsStartUpsOneAfterTheOther) {
  expect_bounds(
      {100, 2, 1},
      {{{"aas-hc-sex", "aas-hc-dex", "app-transpose", "oas-hc-sbt"}, kCube, 1, 103 + 2 * 100},
       {{"aas-torus-nd-sf"}, {kTorus, {3, 3}}, 1, 103 + 3 * 100},
       {{"aas-mesh-nd-wh-ring"}, {kMesh, {3, 2}}, 1, 103 + 2 * 100},
       {{"aas-ring-dex"}, {kRing, {8}}, 1, 103 + 2 * 100},
       {{"oab-hc-sbt", "allreduce-hc", "allreduce-hc-rsag"}, kCube, 8, 110 + 2 * 100},
       {{"oab-tree"}, {TopologyKind::kTree, {3}}, 8, 110 + 2 * 100},
       {{"allreduce-ring", "allreduce-ring-swing", "allreduce-rabenseifner"},
        {kRing, {8}},
        8,
        110 + 2 * 100}});
  // 25 nodes, of which 5 times as many know something after every start-up with four ports
  expect_bounds({1000, 2, 1}, {{{"oas-torus2d-balanced"}, {kTorus, {5, 5}}, 1, 1003 + 1000, 0, 4},
                               {{"oas-grid-sf"}, {kTorus, {5, 5}}, 1, 1003 + 4 * 1000, 0, 1}});
  // five ports share the 216 flits, and 6 nodes know the last of them before the next start-up
  expect_bounds({4, 1, 2},
                {{{"oab-hc-nesbt"}, {kHypercube, {5}}, 216, 5 + 44 * 2 + (4 - 1 + 2), 0, 5}});
  const std::vector<NodeId> four = {1, 4, 6, 13};
  expect_bounds(
      {14, 2, 3},
      {{{"oab-chain", "oab-hc-tree-pipelined", "oab-hc-double-tree", "oab-hc-nesbt"},
        kCube,
        20,
        16 + 60 + 2 * 16},
       {{"oab-hc-scatter-allgather"}, kCube, 80, 16 + 80 * 3 + 2 * 16},
       {{"oab-hc-allport-hokao"}, {kHypercube, {6}}, 20, 16 + 12 + 2 * 16},  // 7³ ≥ 64 > 7²
       {{"mc-mesh-chain"}, {kMesh, {5, 3}}, 9, 16 + 27 + 2 * 16, 0, 0, "", four},
       {{"mc-hc-chain"}, {kHypercube, {4}}, 9, 16 + 27 + 2 * 16, 0, 0, "", four}});
}

TEST(LowerBound, CountsTheLinksToTheFarthestNode) {
  const Topology mesh(kMesh, {5, 3});
  const Topology torus(kTorus, {5, 4});
  expect_bounds({14, 2, 3},
                {{{"oab-mesh-irc-corner"}, {kMesh, {4, 3}}, 5, 14 + 5 * 2 + 5 * 3},
                 {{"aor-hc-aar-gather", "aor-hc"}, kCube, 80, 14 + 3 * 2 + 80 * 3},
                 {{"oab-mesh-irc-3round", "oab-mesh-irc-2round", "oab-mesh-nd-irc"},
                  mesh,
                  9,
                  14 + (3 + 1) * 2 + 9 * 3,
                  6},
                 // nine flits over the two links of a corner
                 {{"oab-mesh-irc-allport"}, mesh, 9, 14 + (3 + 1) * 2 + 5 * 3, 6},
                 {{"oab-torus2d-irc"}, torus, 9, 14 + (2 + 2) * 2 + 3 * 3, 6},
                 {{"oab-torus2d-irc"}, torus, 9, 14 + (2 + 2) * 2 + 9 * 3, 6, 0, "unidirectional"},
                 {{"mc-mesh-irc-leaders"}, mesh, 9, 14 + 5 * 2 + 9 * 3, 0, 0, "", {1, 4, 6, 13}}});
  expect_bounds({2, 5, 1}, {{{"oab-line", "aor-line"}, {kLine, {16}}, 3, 2 + 15 * 5 + 3},
                            {{"oab-line", "aor-line"}, {kLine, {16}}, 3, 2 + 8 * 5 + 3, 7},
                            {{"oab-line", "aor-line"}, {kRing, {16}}, 3, 2 + 8 * 5 + 3, 7},
                            {{"oab-mesh", "aor-mesh"}, {kMesh, {4, 8}}, 3, 2 + 7 * 5 + 3, 9}});
  // to inform 16 nodes takes four start-ups one after the other, to hear from them one
  expect_bounds({100, 1, 1}, {{{"oab-line"}, {kLine, {16}}, 3, 100 + 1 + 3 + 3 * 100},
                              {{"aor-line"}, {kLine, {16}}, 3, 100 + 15 + 3}});
  expect_bounds({1, 100, 3},
                {{{"oab-chain"}, {TopologyKind::kFatTree, {2, 3}}, 10, 1 + 6 * 100 + 10 * 3}});
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

/// Of 5 flits, with a port for every link.
Cycle all_ports(const OperationKind& kind, const Topology& topology, Duplex duplex = Duplex::kFull,
                std::uint32_t mu = 5) {
  return bound(kind, topology, mu, topology.degree(), duplex, false);
}

// What all others have comes over the links of one node: an end of a line has one, a corner of a
// mesh two, as has every node of a 2×2, which has no links around.
TEST(LowerBound, CountsTheLinksOfTheNodeThatHasTheFewest) {
  struct Net {
    Topology topology;
    std::int64_t words;  // of 5 a block
  };
  const std::vector<Net> nets = {
      {{kLine, {6}}, 5 * 5},    {{kMesh, {1, 6}}, 5 * 5}, {{kMesh, {6, 1}}, 5 * 5},
      {{kMesh, {2, 2}}, 8},                                              // 15 over 2
      {{kMesh, {3, 3}}, 20},                                             // 40 over 2
      {{kMesh, {8, 8}}, 158},                                            // 315 over 2
      {{kMesh, {3, 3, 3}}, 44},                                          // 130 over 3
      {{kTorus, {2, 2}}, 8},    {{kTorus, {4, 4}}, 19},                  // 75 over 4
      {{kTorus, {2, 5}}, 15},                                            // 45 over 3
      {{kRing, {5}}, 10},       {{kHypercube, {1}}, 5},   {kCube, 12}};  // 35 over 3
  for (const auto& [topology, words] : nets) {
    SCOPED_TRACE(topology.describe());
    EXPECT_EQ(all_ports(operations::all_to_all_broadcast(), topology), 16 + words * 3);
    EXPECT_EQ(all_ports(operations::all_to_all_reduction(), topology), 16 + words * 3);
  }
}

// What a corner of 64 nodes sends, a block, takes its two links from what it receives.
TEST(LowerBound, HasANodesOwnBlockTakeTurnsInHalfDuplex) {
  EXPECT_EQ(all_ports(operations::all_to_all_broadcast(), {kMesh, {8, 8}}, Duplex::kHalf),
            16 + 160 * 3);
  EXPECT_EQ(all_ports(operations::all_to_all_reduction(), {kLine, {3}}, Duplex::kHalf),
            16 + 15 * 3);
}

// A corner has two links for 50 flits, four links from the middle; 800 messages of a word go over
// the 24 links of nine nodes.
TEST(LowerBound, CountsTheLinksOfCornersOfABroadcastAndItsKin) {
  const Topology mesh(kMesh, {3, 3});
  const TimingModel model = {14, 2, 3};
  const Routing routing(mesh, kAscending);
  RowRequest request{mesh, routing, 50};
  request.root = 4;
  request.ports = 4;
  for (const OperationKind* const kind : {&operations::broadcast(), &operations::reduction()}) {
    EXPECT_EQ(lower_bound(*kind, request, model), 14 + 2 * 2 + 25 * 3) << kind->name();
  }
  EXPECT_EQ(lower_bound(operations::all_reduce(), request, model), 16 + 34 * 3);
}

// Two groups of four, all linked to each other, and one link between them.
TEST(LowerBound, CountsWhatPassesTheEdgeOfAPart) {
  std::string text = "processors 8\nlink 3 4\n";
  for (const int group : {0, 4}) {
    for (int from = group; from < group + 4; ++from) {
      for (int to = from + 1; to < group + 4; ++to) {
        text += "link " + std::to_string(from) + " " + std::to_string(to) + "\n";
      }
    }
  }
  const Topology pair(graph_family(), {{}, "pair.txt", text});
  EXPECT_EQ(all_ports(operations::all_to_all_broadcast(), pair), 16 + 4 * 5 * 3);
  EXPECT_EQ(all_ports(operations::all_to_all_reduction(), pair), 16 + 4 * 5 * 3);
  EXPECT_EQ(all_ports(operations::all_to_all_scatter(), pair), 16 + 16 * 5 * 3);
  EXPECT_EQ(all_ports(operations::all_to_all_scatter(), pair, Duplex::kHalf), 16 + 32 * 5 * 3);
  EXPECT_EQ(all_ports(operations::all_reduce(), pair, Duplex::kFull, 60), 16 + 60 * 3);
}

// Four processors share each of four routers in a square, which have two links: 12 blocks come in.
TEST(LowerBound, CountsTheLinksOfARouterThatProcessorsShare) {
  const Topology cmesh(TopologyKind::kCmesh, {2, 2, 4});
  EXPECT_EQ(bound(operations::all_to_all_broadcast(), cmesh, 5, 1, Duplex::kFull, true),
            16 + 30 * 3);
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
