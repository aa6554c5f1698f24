#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/row_cost.h"
#include "traffic/row/lower_bound.h"

// One-to-all scatter and gather: what the rows cost on networks of many sizes, from all roots.

namespace flitcast::test_rows_scatter {
namespace {

const TopologyKind kHypercube = TopologyKind::kHypercube;
const TopologyKind kMesh = TopologyKind::kMesh;
const TopologyKind kTorus = TopologyKind::kTorus;
const TopologyKind kRing = TopologyKind::kRing;
const TopologyKind kLine = TopologyKind::kLine;
const Switching kStoreAndForward = Switching::kStoreAndForward;
const Switching kWormhole = Switching::kWormhole;
const Switching kCutThrough = Switching::kCutThrough;
constexpr int kAllPorts = RowModel::kAllPorts;

/// A hardware that is not, or not always, that of the row.
struct Hardware {
  Switching switching;
  int ports;
};

/// The row keeps its promises on the hardware without contention, and costs `expected`.
void expect_cost_on(const Hardware& hardware, const std::string& id, RowRequest request,
                    const Coefficients& expected) {
  const Row& row = find_row(id);
  request.switching = hardware.switching;
  request.ports = hardware.ports == kAllPorts ? request.topology.degree() : hardware.ports;
  SCOPED_TRACE(id + " on " + request.topology.describe() + " with " +
               std::to_string(request.ports) + " ports from " + std::to_string(request.root));
  ASSERT_NO_THROW(check_request(row, request));
  const auto formula = row.closed_form(request);
  ASSERT_TRUE(formula.has_value());
  EXPECT_EQ(to_string(*formula), to_string(expected));
  const Schedule schedule = row.build(request);
  EXPECT_EQ(schedule.rounds, static_cast<std::uint64_t>(expected.t_s));
  for (const TimingModel& model : kModels) {
    VerifyOptions options = options_of(row, request.topology, model);
    options.switching = request.switching;
    options.ports = request.ports;
    const VerifyReport report = verify(schedule, request.routing, options);
    EXPECT_EQ(report.link_contention, 1U) << report.first_contention;
    EXPECT_EQ(report.dependency_cycle, "");
    EXPECT_EQ(to_string(report.lockstep_terms), to_string(expected));
    EXPECT_LE(lower_bound(*row.operation, request, model), report.lockstep_cycles);
  }
}

/// From all roots, in both orders of routing.
void expect_cost_from_all(const Hardware& hardware, const std::string& id, const Topology& topology,
                          const Coefficients& expected) {
  for (const RoutingOrder order : kOrders) {
    const Routing routing(topology, order);
    for (NodeId root = 0; root < topology.nodes(); ++root) {
      expect_cost_on(hardware, id, {topology, routing, 3, root}, expected);
    }
  }
}

/// The same in the row's own model.
void expect_own_cost_from_all(const std::string& id, const Topology& topology,
                              const std::string& variant, const Coefficients& expected) {
  for (const RoutingOrder order : kOrders) {
    const Routing routing(topology, order);
    for (NodeId root = 0; root < topology.nodes(); ++root) {
      expect_cost(id, {topology, routing, 3, root, variant}, expected);
    }
  }
}

/// From one root in the row's own model.
void expect_own_cost(const std::string& id, const Topology& topology, NodeId root,
                     const Coefficients& expected) {
  const Routing routing(topology, RoutingOrder::kAscending);
  expect_cost(id, {topology, routing, 3, root}, expected);
}

TEST(ScatterRows, S1UnicastsTakeAllDistancesFromTheRoot) {
  const char* id = "oas-grid-wh";
  // n·2^(n−1)
  expect_own_cost_from_all(id, {kHypercube, {1}}, "", {1, 1, 1});
  expect_own_cost_from_all(id, {kHypercube, {2}}, "", {3, 4, 3});
  expect_own_cost_from_all(id, {kHypercube, {4}}, "", {15, 32, 15});
  // ⌊z²/4⌋ for every line of z nodes of a torus
  expect_own_cost_from_all(id, {kRing, {2}}, "", {1, 1, 1});
  expect_own_cost_from_all(id, {kRing, {7}}, "", {6, 12, 6});
  expect_own_cost_from_all(id, {kRing, {8}}, "", {7, 16, 7});
  expect_own_cost_from_all(id, {kTorus, {4, 5}}, "", {19, 5 * 4 + 4 * 6, 19});
  expect_own_cost_from_all(id, {kTorus, {2, 3}}, "", {5, 3 * 1 + 2 * 2, 5});
  expect_own_cost_from_all(id, {kTorus, {3, 4, 2}}, "", {23, 8 * 2 + 6 * 4 + 12 * 1, 23});
  // lines and meshes: from an end, from the middle, from a corner, from inside
  expect_own_cost(id, {kLine, {5}}, 0, {4, 10, 4});
  expect_own_cost(id, {kLine, {5}}, 2, {4, 6, 4});
  expect_own_cost(id, {kLine, {5}}, 3, {4, 7, 4});
  expect_own_cost(id, {kMesh, {4, 3}}, 0, {11, 3 * 6 + 4 * 3, 11});
  expect_own_cost(id, {kMesh, {4, 3}}, 5, {11, 3 * 4 + 4 * 2, 11});
  expect_own_cost(id, {kMesh, {3, 1, 4}}, 11, {11, 4 * 3 + 3 * 6, 11});
}

TEST(ScatterRows, S1OnLargeNetworks) {
  expect_own_cost("oas-grid-wh", {kHypercube, {10}}, 341, {1023, 5120, 1023});
  expect_own_cost("oas-grid-wh", {kTorus, {16, 16}}, 77, {255, 2048, 255});
  expect_own_cost("oas-grid-wh", {kMesh, {16, 16}}, 255, {255, 3840, 255});
}

TEST(ScatterRows, S1StoredAtEveryNodeSendsEveryPacketOverAllItsLinks) {
  expect_cost_from_all({kStoreAndForward, 1}, "oas-grid-wh", {kHypercube, {3}}, {7, 12, 12});
  expect_cost_from_all({kStoreAndForward, 1}, "oas-grid-wh", {kRing, {7}}, {6, 12, 12});
  expect_cost_from_all({kCutThrough, kAllPorts}, "oas-grid-wh", {kRing, {7}}, {6, 12, 6});
}

TEST(ScatterRows, S2PipelineGoesOnceAroundTheRing) {
  for (const TopologyKind kind : {kRing, kTorus}) {
    expect_own_cost_from_all("oas-ring-sf", {kind, {3}}, "", {2, 2, 2});
    expect_own_cost_from_all("oas-ring-sf", {kind, {8}}, "", {7, 7, 7});
    expect_own_cost_from_all("oas-ring-sf", {kind, {13}}, "", {12, 12, 12});
  }
  expect_own_cost("oas-ring-sf", {kRing, {100}}, 50, {99, 99, 99});
}

TEST(ScatterRows, S3PipelinesGoHalfwayAroundTheRing) {
  const Hardware all{kStoreAndForward, kAllPorts};
  expect_cost_from_all(all, "oas-ring-sf", {kRing, {3}}, {1, 1, 1});
  expect_cost_from_all(all, "oas-ring-sf", {kRing, {4}}, {2, 2, 2});
  expect_cost_from_all(all, "oas-ring-sf", {kTorus, {8}}, {4, 4, 4});
  expect_cost_from_all(all, "oas-ring-sf", {kRing, {13}}, {6, 6, 6});
  expect_cost_from_all({kWormhole, kAllPorts}, "oas-ring-sf", {kRing, {13}}, {6, 6, 6});
}

TEST(ScatterRows, S4SendsOnePacketARound) {
  const char* id = "oas-grid-sf";
  expect_own_cost_from_all(id, {kLine, {2}}, "", {1, 1, 1});
  expect_own_cost_from_all(id, {kLine, {9}}, "", {8, 8, 8});
  expect_own_cost_from_all(id, {kRing, {6}}, "", {5, 5, 5});
  expect_own_cost_from_all(id, {kMesh, {5, 3}}, "", {14, 14, 14});
  expect_own_cost_from_all(id, {kMesh, {1, 4, 3}}, "", {11, 11, 11});
  expect_own_cost_from_all(id, {kTorus, {2, 4}}, "", {7, 7, 7});
  expect_own_cost_from_all(id, {kTorus, {3, 4, 3}}, "", {35, 35, 35});
  expect_own_cost(id, {kMesh, {16, 16}}, 100, {255, 255, 255});
  expect_own_cost(id, {kMesh, {4, 4, 4}}, 21, {63, 63, 63});
}

TEST(ScatterRows, S4OnAllPortsIsNotBalanced) {
  const Hardware all{kStoreAndForward, kAllPorts};
  const char* id = "oas-grid-sf";
  expect_cost_from_all(all, id, {kTorus, {5, 5}}, {10, 10, 10});
  expect_cost_from_all(all, id, {kTorus, {4, 4}}, {8, 8, 8});
  expect_cost_from_all(all, id, {kRing, {6}}, {3, 3, 3});
  const auto from = [&](const Topology& topology, RoutingOrder order, NodeId root,
                        std::int64_t rounds) {
    const Routing routing(topology, order);
    expect_cost_on(all, id, {topology, routing, 3, root}, {rounds, rounds, rounds});
  };
  const auto up = RoutingOrder::kAscending;
  const auto down = RoutingOrder::kDescending;
  from({kMesh, {5, 3}}, up, 0, 12);    // 4 columns of 3 behind the link along the row
  from({kMesh, {5, 3}}, down, 0, 10);  // 2 rows of 5 behind the link along the column
  from({kMesh, {5, 3}}, up, 7, 6);
  from({kMesh, {5, 3}}, down, 7, 5);
  from({kMesh, {1, 7}}, up, 0, 6);
  from({kMesh, {1, 7}}, up, 4, 4);
  from({kTorus, {3, 4, 3}}, up, 0, 12);
  from({kTorus, {3, 4, 3}}, down, 0, 12);
  from({kTorus, {3, 3, 6}}, down, 1, 27);
}

TEST(ScatterRows, S5SubtreesAreEqual) {
  const char* id = "oas-torus2d-balanced";
  const std::vector<std::int64_t> rounds = {2, 4, 6, 9, 12, 16, 20, 25};  // ⌈(z²−1)/4⌉ from 3 on
  for (std::uint32_t z = 3; z <= 10; ++z) {
    const std::int64_t r = rounds[z - 3];
    expect_own_cost_from_all(id, {kTorus, {z, z}}, "", {r, r, r});
  }
  expect_own_cost(id, {kTorus, {16, 16}}, 200, {64, 64, 64});
  expect_own_cost(id, {kTorus, {17, 17}}, 200, {72, 72, 72});
}

// Odd: a quarter of all distances. Even: the subtree that ends in the node opposite to the root has
// h³ as a rectangle of h × h nodes, and h for its last node, 2h away instead of h.
TEST(ScatterRows, S5WormsTakeTheLongestDistanceOfEveryRound) {
  const char* id = "oas-torus2d-balanced";
  for (const Switching switching : {kWormhole, kCutThrough}) {
    const Hardware all{switching, kAllPorts};
    expect_cost_from_all(all, id, {kTorus, {3, 3}}, {2, 3, 2});
    expect_cost_from_all(all, id, {kTorus, {4, 4}}, {4, 10, 4});
    expect_cost_from_all(all, id, {kTorus, {5, 5}}, {6, 15, 6});
    expect_cost_from_all(all, id, {kTorus, {6, 6}}, {9, 30, 9});
    expect_cost_from_all(all, id, {kTorus, {7, 7}}, {12, 42, 12});
    expect_cost_from_all(all, id, {kTorus, {8, 8}}, {16, 68, 16});
  }
}

TEST(ScatterRows, S6SubtreesAreEqual) {
  const std::vector<std::int64_t> rounds = {1, 2, 3, 4, 7, 11, 19};
  for (std::uint32_t n = 1; n <= rounds.size(); ++n) {
    const std::int64_t r = rounds[n - 1];
    expect_own_cost_from_all("oas-hc-necklace", {kHypercube, {n}}, "", {r, r, r});
  }
  expect_own_cost("oas-hc-necklace", {kHypercube, {8}}, 170, {32, 32, 32});
  expect_own_cost("oas-hc-necklace", {kHypercube, {10}}, 3, {103, 103, 103});
  expect_own_cost("oas-hc-necklace", {kHypercube, {12}}, 4095, {342, 342, 342});
}

TEST(ScatterRows, S7TakesTheSubtreesInTurn) {
  const Hardware one{kStoreAndForward, 1};
  expect_cost_from_all(one, "oas-hc-necklace", {kHypercube, {1}}, {1, 1, 1});
  expect_cost_from_all(one, "oas-hc-necklace", {kHypercube, {2}}, {3, 3, 3});
  expect_cost_from_all(one, "oas-hc-necklace", {kHypercube, {5}}, {31, 31, 31});
  expect_cost_from_all({kStoreAndForward, 2}, "oas-hc-necklace", {kHypercube, {5}}, {31, 31, 31});
  expect_cost_from_all({kWormhole, 1}, "oas-hc-necklace", {kHypercube, {5}}, {31, 80, 31});
}

TEST(ScatterRows, S8WormsTakeTheLongestDistanceOfEveryRound) {
  const Hardware all{kWormhole, kAllPorts};
  const char* id = "oas-hc-necklace";
  expect_cost_from_all(all, id, {kHypercube, {1}}, {1, 1, 1});
  expect_cost_from_all(all, id, {kHypercube, {2}}, {2, 3, 2});
  expect_cost_from_all(all, id, {kHypercube, {3}}, {3, 6, 3});
  expect_cost_from_all(all, id, {kHypercube, {4}}, {4, 10, 4});
  expect_cost_from_all(all, id, {kHypercube, {6}}, {11, 35, 11});
  expect_cost_from_all({kCutThrough, kAllPorts}, id, {kHypercube, {6}}, {11, 35, 11});
  const Topology cube(kHypercube, {8});
  const Routing routing(cube, RoutingOrder::kDescending);
  expect_cost_on(all, id, {cube, routing, 3, 77}, {32, 132, 32});
}

TEST(ScatterRows, S11HandsAllPacketsOn) {
  for (const TopologyKind kind : {kRing, kTorus}) {
    expect_own_cost_from_all("oas-ring-sf-combining", {kind, {3}}, "", {2, 2, 3});
    expect_own_cost_from_all("oas-ring-sf-combining", {kind, {8}}, "", {7, 7, 28});
    expect_own_cost_from_all("oas-ring-sf-combining", {kind, {13}}, "", {12, 12, 78});
  }
}

/// From node 0 of a line and from all nodes of a ring.
void expect_doubling(std::uint32_t z, const std::string& variant, const Coefficients& expected) {
  const Topology line(kLine, {z});
  const Routing routing(line, RoutingOrder::kAscending);
  expect_cost("oas-line-wh-rd", {line, routing, 3, 0, variant}, expected);
  expect_own_cost_from_all("oas-line-wh-rd", {kRing, {z}}, variant, expected);
}

TEST(ScatterRows, S12TradesLinksForPackets) {
  for (const char* variant : {"", "ceil", "floor"}) {
    expect_doubling(2, variant, {1, 1, 1});
    expect_doubling(4, variant, {2, 3, 3});
    expect_doubling(32, variant, {5, 31, 31});
  }
  expect_doubling(3, "", {2, 3, 2});
  expect_doubling(3, "floor", {2, 2, 3});
  expect_doubling(5, "ceil", {3, 6, 4});
  expect_doubling(5, "floor", {3, 4, 6});
  expect_doubling(7, "ceil", {3, 7, 6});
  expect_doubling(7, "floor", {3, 6, 7});
  expect_doubling(13, "ceil", {4, 14, 12});
  expect_doubling(13, "floor", {4, 12, 14});
  expect_doubling(33, "ceil", {6, 37, 32});
  expect_doubling(33, "floor", {6, 32, 37});
}

TEST(ScatterRows, S13ScatterOnALineHalvesItsSegments) {
  for (const char* id : {"scatter-line", "gather-line"}) {
    for (const TopologyKind kind : {kLine, kRing}) {
      expect_own_cost_from_all(id, {kind, {2}}, "", {1, 1, 1});
      expect_own_cost_from_all(id, {kind, {4}}, "", {2, 3, 3});
      expect_own_cost_from_all(id, {kind, {16}}, "", {4, 15, 15});
    }
    expect_own_cost(id, {kLine, {1024}}, 333, {10, 1023, 1023});
  }
}

TEST(ScatterRows, S13ScatterOnAMeshHalvesTheRowAndThenTheColumns) {
  for (const char* id : {"scatter-mesh", "gather-mesh"}) {
    expect_own_cost_from_all(id, {kMesh, {2, 2}}, "", {2, 2, 3});
    expect_own_cost_from_all(id, {kMesh, {4, 4}}, "", {4, 6, 15});
    expect_own_cost_from_all(id, {kMesh, {8, 2}}, "", {4, 8, 15});
    expect_own_cost_from_all(id, {kMesh, {1, 4}}, "", {2, 3, 3});
    expect_own_cost(id, {kMesh, {16, 16}}, 119, {8, 30, 255});
  }
}

TEST(ScatterRows, S13GatherOnAHypercubeDoublesTheMessages) {
  expect_own_cost_from_all("gather-hc", {kHypercube, {1}}, "", {1, 1, 1});
  expect_own_cost_from_all("gather-hc", {kHypercube, {2}}, "", {2, 2, 3});
  expect_own_cost_from_all("gather-hc", {kHypercube, {5}}, "", {5, 5, 31});
  expect_own_cost("gather-hc", {kHypercube, {10}}, 1000, {10, 10, 1023});
}

}  // namespace
}  // namespace flitcast::test_rows_scatter
