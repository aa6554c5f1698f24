#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/refusals.h"
#include "tests/support/rows/row_cost.h"
#include "tests/support/schedules/round_contents.h"
#include "traffic/row/lower_bound.h"

namespace flitcast::test_rows_modern_allreduce {
namespace {

using Worms = std::vector<int>;
const TopologyKind kHypercube = TopologyKind::kHypercube;
const TopologyKind kMesh = TopologyKind::kMesh;
const TopologyKind kTorus = TopologyKind::kTorus;
const TopologyKind kRing = TopologyKind::kRing;
const TopologyKind kLine = TopologyKind::kLine;
const TopologyKind kTree = TopologyKind::kTree;

/// The row's cost for a vector of `mu` flits and, in every round, the most worms on a link.
void expect_rounds(const std::string& id, const Topology& topology, std::uint32_t mu,
                   const Coefficients& expected, const Worms& worms,
                   const std::string& variant = "") {
  const Routing routing(topology, RoutingOrder::kAscending);
  const RowRequest request{topology, routing, mu, 0, variant};
  expect_cost(id, request, expected,
              static_cast<std::uint64_t>(*std::max_element(worms.begin(), worms.end())));
  EXPECT_EQ(worms_by_round(find_row(id).build(request), topology), worms) << topology.describe();
}

/// The same, where nobody shares a link, in both orders of dimension-order routing.
void expect_disjoint(const std::string& id, const Topology& topology, std::uint32_t mu,
                     const Coefficients& expected) {
  for (const RoutingOrder order : kOrders) {
    const Routing routing(topology, order);
    expect_cost(id, {topology, routing, mu}, expected);
  }
}

// --- Rabenseifner -------------------------------------------------------------------------------

TEST(Rabenseifner, HalvesAndDoublesAlongTheDimensionsOfAHypercube) {
  const char* id = "allreduce-rabenseifner";
  expect_disjoint(id, {kHypercube, {1}}, 2, {2, 2, 1, 0, 0, {1, 2}});
  expect_disjoint(id, {kHypercube, {2}}, 4, {4, 4, {3, 2}, 0, 0, {3, 4}});
  expect_disjoint(id, {kHypercube, {3}}, 24, {6, 6, {7, 4}, 0, 0, {7, 8}});
  expect_disjoint(id, {kHypercube, {5}}, 32, {10, 10, {31, 16}, 0, 0, {31, 32}});
  expect_disjoint(id, {kHypercube, {8}}, 256, {16, 16, {255, 128}, 0, 0, {255, 256}});
}

// Partners of bit i are 2^i links apart, and so many pairs reach over the middle between them.
TEST(Rabenseifner, SharesTheLinksOfLinesAndRings) {
  const char* id = "allreduce-rabenseifner";
  const Ratio half(1, 2);
  expect_rounds(id, {kLine, {2}}, 2, {2, 2, 1, 0, 0, half}, {1, 1});
  expect_rounds(id, {kRing, {2}}, 2, {2, 2, 1, 0, 0, half}, {1, 1});
  const Coefficients eight{6, 2L * (1 + 2 + 4), {7, 4}, 0, 0, {7, 8}};
  expect_rounds(id, {kLine, {8}}, 8, eight, {1, 2, 4, 4, 2, 1});
  expect_rounds(id, {kRing, {8}}, 8, eight, {1, 2, 4, 4, 2, 1});
  expect_rounds(id, {kTorus, {16}}, 16, {8, 30, {15, 8}, 0, 0, {15, 16}}, {1, 2, 4, 8, 8, 4, 2, 1});
}

// 2^n nodes halve, and the whole vector goes to them and back: μ·(2(1 − 1/2^n) + 2).
TEST(Rabenseifner, FoldsWhereTheNodesAreNoPowerOfTwo) {
  const char* id = "allreduce-rabenseifner";
  expect_rounds(id, {kLine, {3}}, 6, {4, 2L * (1 + 1), 3, 0, 0, {3, 2}}, {1, 1, 1, 1});
  expect_rounds(id, {kRing, {5}}, 4, {6, 2L * (1 + 1 + 2), {7, 2}, 0, 0, {7, 4}},
                {1, 1, 2, 2, 1, 1});
  expect_rounds(id, {kRing, {7}}, 4, {6, 2L * (1 + 2 + 3), {7, 2}, 0, 0, {7, 4}},
                {1, 1, 2, 2, 1, 1});
  expect_rounds(id, {kLine, {7}}, 4, {6, 2L * (1 + 2 + 4), {7, 2}, 0, 0, {7, 4}},
                {1, 1, 2, 2, 1, 1});
}

TEST(Rabenseifner, SharesTheLinksOfGrids) {
  const char* id = "allreduce-rabenseifner";
  const Ratio eighths(7, 8);
  expect_rounds(id, {kMesh, {4, 4}}, 16, {8, 2L * (1 + 2 + 1 + 2), {15, 8}, 0, 0, {15, 16}},
                {1, 2, 1, 2, 2, 1, 2, 1});
  expect_rounds(id, {kMesh, {3, 4}}, 8, {8, 22, {15, 4}, 0, 0, eighths + 1},
                {1, 2, 2, 1, 1, 2, 2, 1});
  expect_rounds(id, {kTorus, {3, 4}}, 8, {8, 18, {15, 4}, 0, 0, eighths + 1},
                {1, 1, 1, 2, 2, 1, 1, 1});
  expect_rounds(id, {kTorus, {2, 5}}, 8, {8, 16, {15, 4}, 0, 0, eighths + 1},
                {1, 1, 2, 2, 2, 2, 1, 1});
  expect_rounds(id, {kTorus, {3, 3, 3}}, 16, {10, 30, {31, 8}, 0, 0, {31, 16}},
                {1, 1, 1, 2, 1, 1, 2, 1, 1, 1});
  expect_rounds(id, {kMesh, {16, 16}}, 256, {16, 60, {255, 128}, 0, 0, {255, 256}},
                {1, 2, 4, 8, 1, 2, 4, 8, 8, 4, 2, 1, 8, 4, 2, 1});
}

// --- pipelines ----------------------------------------------------------------------------------

TEST(RingAllReduce, GoesAroundTheRingTwice) {
  const char* id = "allreduce-ring";
  expect_disjoint(id, {kRing, {2}}, 2, {2, 2, 1, 0, 0, {1, 2}});
  expect_disjoint(id, {kRing, {3}}, 3, {4, 4, {4, 3}, 0, 0, {2, 3}});
  expect_disjoint(id, {kRing, {8}}, 16, {14, 14, {7, 4}, 0, 0, {7, 8}});
  expect_disjoint(id, {kTorus, {13}}, 13, {24, 24, {24, 13}, 0, 0, {12, 13}});
  expect_disjoint(id, {kRing, {256}}, 256, {510, 510, {255, 128}, 0, 0, {255, 256}});
}

TEST(RingAllReduce, SendsAWormBackOverALine) {
  const char* id = "allreduce-ring";
  expect_disjoint(id, {kLine, {2}}, 2, {2, 2, 1, 0, 0, {1, 2}});
  expect_disjoint(id, {kLine, {5}}, 5, {8, 8L * 4, {8, 5}, 0, 0, {4, 5}});
  expect_disjoint(id, {kMesh, {12}}, 12, {22, 22L * 11, {11, 6}, 0, 0, {11, 12}});
}

TEST(BucketAllReduce, TakesRowsAndColumnsAndBack) {
  const char* id = "allreduce-torus2d-bucket";
  expect_disjoint(id, {kTorus, {2, 2}}, 4, {4, 4, {3, 2}, 0, 0, {3, 4}});
  expect_disjoint(id, {kTorus, {3, 4}}, 24, {10, 10, {11, 6}, 0, 0, {11, 12}});
  expect_disjoint(id, {kTorus, {4, 3}}, 12, {10, 10, {11, 6}, 0, 0, {11, 12}});
  expect_disjoint(id, {kTorus, {2, 5}}, 10, {10, 10, {9, 5}, 0, 0, {9, 10}});
  expect_disjoint(id, {kTorus, {8, 8}}, 64, {28, 28, {63, 32}, 0, 0, {63, 64}});
  expect_disjoint(id, {kTorus, {16, 16}}, 256, {60, 60, {255, 128}, 0, 0, {255, 256}});
}

// --- Swing --------------------------------------------------------------------------------------

// Partners are 1, 1, 3, 5, 11, 21 links apart, and (d + 1)/2 worms of every other node overlap.
TEST(SwingAllReduce, ExchangesWholeVectorsInTheVariantForLatency) {
  const char* id = "allreduce-ring-swing";
  for (const char* variant : {"", "latency"}) {
    expect_rounds(id, {kRing, {2}}, 3, {1, 1, 1, 0, 0, 1}, {1}, variant);
    expect_rounds(id, {kRing, {4}}, 3, {2, 2, 2, 0, 0, 2}, {1, 1}, variant);
    expect_rounds(id, {kTorus, {8}}, 3, {3, 5, 3, 0, 0, 3}, {1, 1, 2}, variant);
    expect_rounds(id, {kRing, {16}}, 1, {4, 10, 4, 0, 0, 4}, {1, 1, 2, 3}, variant);
    expect_rounds(id, {kRing, {64}}, 1, {6, 42, 6, 0, 0, 6}, {1, 1, 2, 3, 6, 11}, variant);
  }
}

TEST(SwingAllReduce, HalvesAndDoublesInTheVariantForBandwidth) {
  const char* id = "allreduce-ring-swing";
  const auto expect = [&](const Topology& ring, const Coefficients& expected, const Worms& worms) {
    expect_rounds(id, ring, 3 * ring.nodes(), expected, worms, "bandwidth");
  };
  expect({kRing, {2}}, {2, 2, 1, 0, 0, {1, 2}}, {1, 1});
  expect({kRing, {4}}, {4, 4, {3, 2}, 0, 0, {3, 4}}, {1, 1, 1, 1});
  expect({kTorus, {8}}, {6, 10, {7, 4}, 0, 0, {7, 8}}, {1, 1, 2, 2, 1, 1});
  expect({kRing, {16}}, {8, 20, {15, 8}, 0, 0, {15, 16}}, {1, 1, 2, 3, 3, 2, 1, 1});
  expect({kRing, {64}}, {12, 84, {63, 32}, 0, 0, {63, 64}}, {1, 1, 2, 3, 6, 11, 11, 6, 3, 2, 1, 1});
}

// --- forms, bounds and refusals -----------------------------------------------------------------

Ratio words_in_store_and_forward(const std::string& id, const Topology& topology,
                                 const std::string& variant = "") {
  const Routing routing(topology, RoutingOrder::kAscending);
  RowRequest request{topology, routing, 64, 0, variant};
  request.switching = Switching::kStoreAndForward;
  return find_row(id).closed_form(request).value().mu_t_m;
}

// Every word is sent over all links of its way one after the other.
TEST(AllReduceForms, MultiplyWordsByLinksInStoreAndForward) {
  EXPECT_EQ(words_in_store_and_forward("allreduce-ring", {kRing, {8}}), Ratio(7, 4));
  EXPECT_EQ(words_in_store_and_forward("allreduce-ring", {kLine, {8}}), Ratio(7 * 7, 4));
  EXPECT_EQ(words_in_store_and_forward("allreduce-torus2d-bucket", {kTorus, {4, 4}}), Ratio(15, 8));
  EXPECT_EQ(words_in_store_and_forward("allreduce-rabenseifner", {kLine, {8}}),
            2 * (Ratio(1, 2) + 2 * Ratio(1, 4) + 4 * Ratio(1, 8)));
  EXPECT_EQ(words_in_store_and_forward("allreduce-ring-swing", {kRing, {8}}), 1 + 1 + 3);
  EXPECT_EQ(words_in_store_and_forward("allreduce-ring-swing", {kRing, {8}}, "bandwidth"),
            2 * (Ratio(1, 2) + Ratio(1, 4) + 3 * Ratio(1, 8)));
}

Cycle bound(const std::string& id, const Topology& topology, std::uint32_t mu,
            const TimingModel& model) {
  const Routing routing(topology, RoutingOrder::kAscending);
  return lower_bound(*find_row(id).operation, {topology, routing, mu}, model);
}

TEST(AllReduceBound, CountsWhatANodeHasToSendOfLongVectors) {
  EXPECT_EQ(bound("allreduce-ring", {kRing, {8}}, 80, {14, 2, 3}), 14 + 2 + 140 * 3);
  EXPECT_EQ(bound("allreduce-ring-swing", {kRing, {8}}, 81, {14, 2, 3}), 14 + 2 + 142 * 3);
  EXPECT_EQ(bound("allreduce-torus2d-bucket", {kTorus, {2, 5}}, 100, {14, 2, 3}), 14 + 2 + 180 * 3);
  EXPECT_EQ(bound("allreduce-rabenseifner", {kLine, {5}}, 100, {14, 2, 3}), 14 + 2 + 160 * 3);
}

TEST(AllReduceBound, CountsStartUpsOfShortVectors) {
  for (const char* id : {"allreduce-ring", "allreduce-ring-swing", "allreduce-rabenseifner"}) {
    EXPECT_EQ(bound(id, {kRing, {8}}, 8, {100, 2, 1}), 100 + 2 + 8 + 2 * (99 + 1)) << id;
  }
}

TEST(AllReduceBound, IsMetByTwoNodes) {
  const TimingModel model{14, 2, 3};
  EXPECT_EQ(bound("allreduce-ring-swing", {kRing, {2}}, 8, model), 14 + 2 + 8 * 3);
}

TEST(AllReduceRefusals, NameTheNearestLengthOfTheVector) {
  const auto expect_parts = [](const char* id, const Topology& topology, std::uint32_t mu,
                               const std::string& parts, const std::string& nearest,
                               const std::string& variant = "") {
    expect_refusal(id, topology, mu, {}, "traffic.message_flits",
                   "the all-reduce cuts the vector into " + parts + " equal parts, which " +
                       std::to_string(mu) + " flits do not make; the nearest is " + nearest,
                   variant);
  };
  expect_parts("allreduce-rabenseifner", {kHypercube, {3}}, 12, "8", "16");
  expect_parts("allreduce-rabenseifner", {kRing, {7}}, 5, "4", "4");
  expect_parts("allreduce-ring", {kLine, {5}}, 1, "5", "5");
  expect_parts("allreduce-torus2d-bucket", {kTorus, {3, 4}}, 25, "12", "24");
  expect_parts("allreduce-ring-swing", {kRing, {8}}, 3, "8", "8", "bandwidth");
}

TEST(AllReduceRefusals, NameANetworkThatFits) {
  const char* const kind = "topology.kind";
  const char* const dims = "topology.dims";
  const auto expect = [](const char* id, const Topology& topology, const char* key,
                         const std::string& message) {
    expect_refusal(id, topology, 4096, {}, key, message);
  };
  expect("allreduce-rabenseifner", {kTree, {0}}, dims,
         "tree 0 has a single processor; the algorithm takes 2 or more");
  expect("allreduce-rabenseifner", {kHypercube, {0}}, dims,
         "a hypercube of dimension 0 is a single node; the smallest is 1");
  expect("allreduce-ring", {kHypercube, {3}}, kind,
         "hypercube does not fit; the algorithm lives on a line or ring");
  expect("allreduce-ring", {kTree, {3}}, kind,
         "tree does not fit; the algorithm lives on a line or ring");
  expect("allreduce-ring", {kMesh, {4, 4}}, dims,
         "4x4 has more than one dimension; the nearest is 4");
  expect("allreduce-ring", {kLine, {1}}, dims, "1 is a single node; the nearest is 2");
  expect("allreduce-torus2d-bucket", {kMesh, {4, 4}}, kind,
         "mesh does not fit; the algorithm lives on a torus");
  expect("allreduce-torus2d-bucket", {kTorus, {4}}, dims,
         "4 does not have two dimensions; the nearest is 4x2");
  expect("allreduce-torus2d-bucket", {kTorus, {4, 2, 3}}, dims,
         "4x2x3 does not have two dimensions; the nearest is 4x6");
  expect("allreduce-ring-swing", {kLine, {8}}, kind,
         "line does not fit; the algorithm lives on a ring or a torus of one dimension");
  expect("allreduce-ring-swing", {kRing, {9}}, dims, "9 is not a power of two; the nearest is 8");
  expect("allreduce-ring-swing", {kRing, {12}}, dims,
         "12 is not a power of two; the nearest is 16");
  expect("allreduce-ring-swing", {kTorus, {3}}, dims, "3 is not a power of two; the nearest is 4");
  for (const char* id : {"allreduce-ring", "allreduce-rabenseifner"}) {
    expect(id, {kRing, {4096}}, dims,
           "ring 4096 has 4096 nodes; an all-to-all reduction takes at most 2048");
  }
}

}  // namespace
}  // namespace flitcast::test_rows_modern_allreduce
