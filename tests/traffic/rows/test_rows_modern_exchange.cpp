#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/refusals.h"
#include "tests/support/rows/row_cost.h"
#include "tests/support/schedules/round_contents.h"

namespace flitcast::test_rows_modern_exchange {
namespace {

using Worms = std::vector<int>;

const TopologyKind kHypercube = TopologyKind::kHypercube;
const TopologyKind kMesh = TopologyKind::kMesh;
const TopologyKind kTorus = TopologyKind::kTorus;
const TopologyKind kRing = TopologyKind::kRing;
const TopologyKind kLine = TopologyKind::kLine;
const TopologyKind kTree = TopologyKind::kTree;

/// A row of any direct network: its cost, and the most worms on a link round by round.
void expect_rounds(const std::string& id, const Topology& topology, std::uint32_t radix,
                   const Coefficients& expected, const Worms& worms) {
  const Routing routing(topology, RoutingOrder::kAscending);
  RowRequest request{topology, routing, 3};
  request.parameters.radix = radix;
  expect_cost(id, request, expected,
              static_cast<std::uint64_t>(*std::max_element(worms.begin(), worms.end())));
  EXPECT_EQ(worms_by_round(find_row(id).build(request), topology), worms) << topology.describe();
}

/// The same in both orders of e-cube routing, and nobody waits.
void expect_on_cube(const std::string& id, std::uint32_t n, std::uint32_t radix,
                    const Coefficients& expected) {
  const Topology cube(kHypercube, {n});
  for (const RoutingOrder order : kOrders) {
    const Routing routing(cube, order);
    RowRequest request{cube, routing, 3};
    request.parameters.radix = radix;
    expect_cost(id, request, expected);
  }
}

// The longest way of a shift by q is n less the zeros that q ends with.
TEST(BruckScatter, TakesOneRoundForEveryBitOnAHypercube) {
  expect_on_cube("aas-bruck", 1, 2, {1, 1, 1});
  expect_on_cube("aas-bruck", 2, 2, {2, 3, 4});
  expect_on_cube("aas-bruck", 3, 2, {3, 6, 12});
  expect_on_cube("aas-bruck", 4, 2, {4, 10, 32});
  expect_on_cube("aas-bruck", 8, 2, {8, 36, 1024});
}

TEST(BruckScatter, SendsLessInMoreRoundsWithALargerRadix) {
  expect_on_cube("aas-bruck", 3, 3, {4, 3 + 2 + 3 + 2, 3 + 2 + 3 + 2});
  expect_on_cube("aas-bruck", 4, 4, {6, 4 + 3 + 4 + 2 + 1 + 2, 6 * 4});
  expect_on_cube("aas-bruck", 4, 3, {5, 4 + 3 + 4 + 3 + 4, 5 + 5 + 6 + 4 + 7});
  expect_on_cube("aas-bruck", 6, 8, {14, 2 * 17 + 7 * 3, 14 * 8});
}

TEST(BruckScatter, SendsEveryPacketStraightWithARadixOfAllNodes) {
  for (const std::uint32_t radix : {8U, 9U, 65536U}) {
    expect_on_cube("aas-bruck", 3, radix, {7, 3 + 2 + 3 + 1 + 3 + 2 + 3, 7});
  }
  expect_rounds("aas-bruck", {kRing, {5}}, 5, {4, 1 + 2 + 2 + 1, 4}, {1, 2, 2, 1});
}

TEST(BruckScatter, SharesTheLinksOfARing) {
  expect_rounds("aas-bruck", {kRing, {2}}, 2, {1, 1, 1}, {1});
  expect_rounds("aas-bruck", {kRing, {3}}, 2, {2, 2, 2}, {1, 1});
  expect_rounds("aas-bruck", {kRing, {5}}, 2, {3, 1 + 2 + 1, 2 + 2 + 1}, {1, 2, 1});
  expect_rounds("aas-bruck", {kRing, {7}}, 2, {3, 1 + 2 + 3, 9}, {1, 2, 3});
  expect_rounds("aas-bruck", {kTorus, {8}}, 2, {3, 1 + 2 + 4, 12}, {1, 2, 4});
  expect_rounds("aas-bruck", {kRing, {16}}, 3, {5, 1 + 2 + 3 + 6 + 7, 27}, {1, 2, 3, 6, 7});
}

// A shift by q goes up the line at z − q nodes and back by z − q at q.
TEST(BruckScatter, SharesTheLinksOfALine) {
  expect_rounds("aas-bruck", {kLine, {2}}, 2, {1, 1, 1}, {1});
  expect_rounds("aas-bruck", {kLine, {3}}, 2, {2, 2 + 2, 2}, {1, 1});
  expect_rounds("aas-bruck", {kLine, {5}}, 2, {3, 4 + 3 + 4, 5}, {1, 2, 1});
  expect_rounds("aas-bruck", {kLine, {8}}, 2, {3, 7 + 6 + 4, 12}, {1, 2, 4});
  expect_rounds("aas-bruck", {kMesh, {8, 1}}, 3, {4, 7 + 6 + 5 + 6, 10}, {1, 2, 3, 2});
}

// With a carry from the columns to the rows a shift may take longer.
TEST(BruckScatter, SharesTheLinksOfGrids) {
  expect_rounds("aas-bruck", {kMesh, {3, 4}}, 2, {4, 5 + 4 + 4 + 4, 20}, {1, 1, 2, 2});
  expect_rounds("aas-bruck", {kMesh, {4, 4}}, 2, {4, 6 + 5 + 3 + 2, 32}, {1, 2, 1, 2});
  expect_rounds("aas-bruck", {kMesh, {5, 3}}, 3, {5, 27, 25}, {1, 2, 2, 1, 1});
  expect_rounds("aas-bruck", {kTorus, {3, 4}}, 2, {4, 10, 20}, {1, 1, 2, 2});
  expect_rounds("aas-bruck", {kTorus, {2, 5}}, 2, {4, 6, 15}, {1, 1, 2, 1});
  expect_rounds("aas-bruck", {kTorus, {2, 2}}, 2, {2, 3, 4}, {1, 1});
  expect_rounds("aas-bruck", {kMesh, {4, 4, 4}}, 2, {6, 33, 192}, {1, 2, 1, 2, 1, 2});
  expect_rounds("aas-bruck", {kTorus, {16, 16}}, 2, {8, 34, 1024}, {1, 2, 4, 8, 1, 2, 4, 8});
}

TEST(BruckScatter, HasNoContentionOnATorusOfThreeToASide) {
  expect_rounds("aas-bruck", {kTorus, {3, 3, 3}}, 3, {6, 12, 54}, {1, 1, 1, 1, 1, 1});
}

TEST(BruckBroadcast, TakesOneRoundForEveryBitOnAHypercube) {
  expect_on_cube("aab-bruck", 1, 2, {1, 1, 1});
  expect_on_cube("aab-bruck", 2, 2, {2, 3, 3});
  expect_on_cube("aab-bruck", 3, 2, {3, 6, 7});
  expect_on_cube("aab-bruck", 4, 2, {4, 10, 15});
  expect_on_cube("aab-bruck", 8, 2, {8, 36, 255});
}

TEST(BruckBroadcast, TakesAnyNumberOfNodes) {
  expect_rounds("aab-bruck", {kRing, {2}}, 2, {1, 1, 1}, {1});
  expect_rounds("aab-bruck", {kRing, {3}}, 2, {2, 2, 2}, {1, 1});
  expect_rounds("aab-bruck", {kRing, {5}}, 2, {3, 1 + 2 + 1, 4}, {1, 2, 1});
  expect_rounds("aab-bruck", {kTorus, {7}}, 2, {3, 1 + 2 + 3, 6}, {1, 2, 3});
  expect_rounds("aab-bruck", {kRing, {8}}, 2, {3, 1 + 2 + 4, 7}, {1, 2, 4});
  expect_rounds("aab-bruck", {kLine, {7}}, 2, {3, 6 + 5 + 4, 6}, {1, 2, 3});
  expect_rounds("aab-bruck", {kLine, {8}}, 2, {3, 7 + 6 + 4, 7}, {1, 2, 4});
  expect_rounds("aab-bruck", {kMesh, {3, 4}}, 2, {4, 5 + 4 + 4 + 4, 11}, {1, 1, 2, 2});
  expect_rounds("aab-bruck", {kTorus, {2, 5}}, 2, {4, 6, 9}, {1, 1, 2, 1});
  expect_rounds("aab-bruck", {kMesh, {16, 16}}, 2, {8, 158, 255}, {1, 2, 4, 8, 1, 2, 4, 8});
}

TEST(BruckRefusals, NameWhatWouldBeRight) {
  RowParameters unary;
  unary.radix = 1;
  expect_refusal("aas-bruck", {kRing, {5}}, 1, unary, "traffic.radix",
                 "1 is too small; the smallest is 2");
  for (const char* id : {"aas-bruck", "aab-bruck"}) {
    expect_refusal(id, {kTree, {0}}, 1, {}, "topology.dims",
                   "tree 0 has a single processor; the algorithm takes 2 or more");
    expect_refusal(id, {kHypercube, {0}}, 1, {}, "topology.dims",
                   "a hypercube of dimension 0 is a single node; the smallest is 1");
    expect_refusal(id, {kMesh, {1, 1}}, 1, {}, "topology.dims",
                   "1x1 is a single node; the nearest is 2x1");
    expect_refusal(id, {kLine, {1}}, 1, {}, "topology.dims",
                   "1 is a single node; the nearest is 2");
  }
}

// --- multiphase exchange ------------------------------------------------------------------------

RowRequest in_phases(const Topology& cube, const Routing& routing,
                     const std::vector<std::uint32_t>& partition) {
  RowRequest request{cube, routing, 3};
  request.parameters.partition = partition;
  return request;
}

void expect_phases(const std::vector<std::uint32_t>& partition, std::uint32_t n,
                   const Coefficients& expected) {
  const Topology cube(kHypercube, {n});
  for (const RoutingOrder order : kOrders) {
    const Routing routing(cube, order);
    expect_cost("aas-hc-multiphase", in_phases(cube, routing, partition), expected);
  }
}

// Parts d: (2^d − 1, d·2^(d−1), (2^d − 1)·2^(n−d), 2^n) each.
TEST(Multiphase, TakesThePartnersOfEveryPhase) {
  expect_phases({2, 1}, 3, {3 + 1, 4 + 1, 6 + 4, 0, 16});
  expect_phases({1, 2}, 3, {1 + 3, 1 + 4, 4 + 6, 0, 16});
  expect_phases({2, 2}, 4, {6, 8, 24, 0, 32});
  expect_phases({3, 3}, 6, {14, 24, 112, 0, 128});
  expect_phases({2, 2, 2}, 6, {9, 12, 144, 0, 192});
  expect_phases({1, 2, 3}, 6, {1 + 3 + 7, 1 + 4 + 12, 32 + 48 + 56, 0, 192});
  expect_phases({3, 1, 2}, 6, {7 + 1 + 3, 12 + 1 + 4, 56 + 32 + 48, 0, 192});
  expect_phases({4, 3}, 7, {15 + 7, 32 + 12, 120 + 112, 0, 256});
  expect_phases({4, 4}, 8, {15 + 15, 32 + 32, 240 + 240, 0, 512});
}

TEST(Multiphase, IsADirectExchangeInOnePhase) {
  expect_phases({}, 1, {1, 1, 1});
  expect_phases({1}, 1, {1, 1, 1});
  expect_phases({}, 4, {15, 32, 15});
  expect_phases({4}, 4, {15, 32, 15});
}

TEST(Multiphase, IsAStandardExchangeInPhasesOfOneDimension) {
  expect_phases({1, 1}, 2, {2, 2, 4, 0, 8});
  expect_phases({1, 1, 1}, 3, {3, 3, 12, 0, 24});
  expect_phases({1, 1, 1, 1, 1, 1, 1}, 7, {7, 7, 448, 0, 896});
}

/// Everything that a round of the schedule holds.
std::string text_of(const Schedule& schedule, const Topology& topology, std::uint64_t number) {
  Round round(topology);
  schedule.fill(number, round);
  std::string text = std::to_string(round.copy_flits());
  for (std::size_t i = 0; i < round.size(); ++i) {
    for (const NodeId node : round[i].nodes()) {
      text += ">" + std::to_string(node);
    }
    for (const Block& block : round[i].blocks) {
      text += " " + to_string(block);
    }
  }
  return text;
}

TEST(Multiphase, MeetsItsExtremesMessageForMessage) {
  for (std::uint32_t n = 2; n <= 5; ++n) {
    const Topology cube(kHypercube, {n});
    const Routing routing(cube, RoutingOrder::kAscending);
    for (const bool direct : {false, true}) {
      const auto partition = direct ? std::vector<std::uint32_t>{n} : std::vector(n, 1U);
      const Schedule phases =
          find_row("aas-hc-multiphase").build(in_phases(cube, routing, partition));
      const Schedule extreme =
          find_row(direct ? "aas-hc-dex" : "aas-hc-sex").build({cube, routing, 3});
      ASSERT_EQ(phases.rounds, extreme.rounds);
      for (std::uint64_t r = 0; r < phases.rounds; ++r) {
        EXPECT_EQ(text_of(phases, cube, r), text_of(extreme, cube, r));
      }
    }
  }
}

TEST(Multiphase, HasAFormForStoreAndForward) {
  const Topology cube(kHypercube, {6});
  const Routing routing(cube, RoutingOrder::kAscending);
  for (const std::vector<std::uint32_t>& partition :
       {std::vector<std::uint32_t>{6}, {3, 3}, {1, 2, 3}, {1, 1, 1, 1, 1, 1}}) {
    RowRequest request = in_phases(cube, routing, partition);
    request.switching = Switching::kStoreAndForward;
    const auto cost = find_row("aas-hc-multiphase").closed_form(request);
    ASSERT_TRUE(cost.has_value());
    EXPECT_EQ(cost->mu_t_m, 6 * 32);
  }
}

TEST(Multiphase, RefusesWhatIsNoPartition) {
  const auto expect_partition = [](std::uint32_t n, const std::vector<std::uint32_t>& given,
                                   const std::string& message) {
    RowParameters parameters;
    parameters.partition = given;
    expect_refusal("aas-hc-multiphase", {kHypercube, {n}}, 1, parameters, "traffic.partition",
                   message);
  };
  expect_partition(3, {2, 2}, "2,2 is not a partition of 3 dimensions; the nearest is 2,1");
  expect_partition(3, {2}, "2 is not a partition of 3 dimensions; the nearest is 2,1");
  expect_partition(3, {5}, "5 is not a partition of 3 dimensions; the nearest is 3");
  expect_partition(3, {0, 3}, "0,3 is not a partition of 3 dimensions; the nearest is 3");
  expect_partition(4, {2, 0, 2}, "2,0,2 is not a partition of 4 dimensions; the nearest is 2,2");
  expect_partition(2, {1, 1, 1}, "1,1,1 is not a partition of 2 dimensions; the nearest is 1,1");
  expect_refusal("aas-hc-multiphase", {kRing, {8}}, 1, {}, "topology.kind",
                 "ring does not fit; the algorithm lives on a hypercube");
  expect_refusal("aas-hc-multiphase", {kHypercube, {0}}, 1, {}, "topology.dims",
                 "a hypercube of dimension 0 is a single node; the smallest is 1");
}

}  // namespace
}  // namespace flitcast::test_rows_modern_exchange
