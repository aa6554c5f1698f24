// Rows that need base routes only, on networks without coordinates.

#include "tests/support/networks/irregular_network.h"
#include "tests/support/rows/row_cost.h"
#include "traffic/operations/operations.h"
#include "traffic/theory/distance.h"

namespace flitcast::test_rows_any_network {
namespace {

/// On the network, from its first node; every message is 64 flits, or 4 segments of 16.
void expect_on(const Topology& topology, const std::string& id, const Coefficients& cost,
               std::uint64_t worms) {
  const Routing routing(topology, RoutingOrder::kAscending);
  expect_cost(id, {topology, routing, 64}, cost, worms);
}

Coefficients cost_of(std::int64_t rounds, std::int64_t hops, Ratio words, Ratio sums = 0) {
  Coefficients cost;
  cost.t_s = rounds;
  cost.t_d = hops;
  cost.mu_t_m = words;
  cost.mu_t_op = sums;
  return cost;
}

// Some message of every shift goes over the top, 2n links; d-mod-k keeps shifts apart.
TEST(RowsOnFatTrees, ShiftByShiftGoOverTheTopWithoutContention) {
  for (const auto& [dims, top] : {std::pair{std::vector<std::uint32_t>{8, 2}, 4}, {{4, 3}, 6}}) {
    const Topology tree(TopologyKind::kFatTree, dims);
    expect_on(tree, "barrier-dissemination", cost_of(6, 6 * top, 6, 6), 1);
    expect_on(tree, "prefix-hillis-steele", cost_of(6, 6 * top, 6, 6), 1);
    expect_on(tree, "aab-bruck", cost_of(6, 6 * top, 63), 1);
    expect_on(tree, "aas-bruck", cost_of(6, 6 * top, 6 * 32), 1);
  }
}

// Partners whose numbers differ in bits 0 … 2 are below one switch of an 8-ary 2-tree, in bits
// 0 and 1 below one of a 4-ary 3-tree, and in bits 2 and 3 below one of its level 1.
TEST(RowsOnFatTrees, HalvingAndDoublingGoAsFarAsTheirBits) {
  const Ratio words(2 * 63, 64);
  const Ratio sums(63, 64);
  expect_on(Topology(TopologyKind::kFatTree, {8, 2}), "allreduce-rabenseifner",
            cost_of(12, 2 * (3 * 2 + 3 * 4), words, sums), 1);
  expect_on(Topology(TopologyKind::kFatTree, {4, 3}), "allreduce-rabenseifner",
            cost_of(12, 2 * (2 * 2 + 2 * 4 + 2 * 6), words, sums), 1);
}

// Of 4 leaves, two send across the root in the round of stride 2.
TEST(RowsOnTrees, ShareTheLinksOfTheRoot) {
  const Topology tree(TopologyKind::kTree, {2});
  expect_on(tree, "barrier-dissemination", cost_of(2, 8, 2, 2), 2);
  expect_on(tree, "aab-bruck", cost_of(2, 8, 3), 2);
}

// Triangle 0 1 2 with a tail 2 3: by number 0->1, 1->2, 2->3 are links, 3->0 goes over 2; the
// shift by 2 has 0->2, 1->2->3, 2->0 and 3->2->1.
TEST(RowsOnIrregularNetworks, PayForTheirLongestRoutes) {
  const Topology paw = IrregularNetwork::make();
  expect_on(paw, "barrier-dissemination", cost_of(2, 4, 2, 2), 1);
  expect_on(paw, "aas-bruck", cost_of(2, 4, 4), 1);
}

VerifyReport played_chain(const Topology& topology, NodeId root, std::uint32_t segments) {
  const Row& row = find_row("oab-chain");
  const Routing routing(topology, RoutingOrder::kAscending);
  RowRequest request{topology, routing, 8 * segments, root};
  request.parameters.segments = segments;
  check_request(row, request);
  const VerifyReport report =
      verify(row.build(request), routing, options_of(row, topology, kModels[0]));
  EXPECT_EQ(to_string(*row.closed_form(request)), to_string(report.lockstep_terms));
  EXPECT_LE(lower_bound(*row.operation, request, kModels[0]), report.lockstep_cycles);
  return report;
}

// By number from the root and round to the node before it: 3 hops of 2, 4, 2 links from 0, and of
// 4, 2, 4 from 1; with two segments the second is a round behind.
TEST(ChainBroadcast, GoesUpTheNumbersWhereThereAreNoCoordinates) {
  const Topology tree(TopologyKind::kFatTree, {2, 2});
  EXPECT_EQ(to_string(played_chain(tree, 0, 1).lockstep_terms), "3·t_s + 8·t_d + 3·μ·t_m");
  EXPECT_EQ(to_string(played_chain(tree, 1, 1).lockstep_terms), "3·t_s + 10·t_d + 3·μ·t_m");
  EXPECT_EQ(to_string(played_chain(tree, 0, 2).lockstep_terms), "4·t_s + 12·t_d + 2·μ·t_m");
  for (const Topology& topology : {tree, Topology(TopologyKind::kFatTree, {4, 3}),
                                   Topology(TopologyKind::kTree, {5}), IrregularNetwork::make()}) {
    const VerifyReport report = played_chain(topology, 3, 4);
    EXPECT_EQ(report.rounds, topology.processors() - 2 + 4) << topology.describe();
    EXPECT_EQ(report.link_contention, 1U) << topology.describe();
    EXPECT_EQ(report.dependency_cycle, "") << topology.describe();
  }
}

TEST(Distance, OfNodesWithoutCoordinatesIsCountedOnTheGraph) {
  const Topology tree(TopologyKind::kFatTree, {4, 3});
  EXPECT_EQ(distance(tree, 0, 0), 0);
  EXPECT_EQ(distance(tree, 0, 3), 2);
  EXPECT_EQ(distance(tree, 0, 15), 4);
  EXPECT_EQ(distance(tree, 0, 16), 6);
  EXPECT_EQ(eccentricity(tree, 21), 6);
  EXPECT_EQ(farthest(tree, 0, {1, 5, 2}), 4);
  EXPECT_EQ(farthest(tree, 0, {}), 0);
  EXPECT_EQ(eccentricity(Topology(TopologyKind::kTree, {3}), 2), 6);
  const Topology paw = IrregularNetwork::make();
  EXPECT_EQ(distance(paw, 3, 0), 2);
  EXPECT_EQ(eccentricity(paw, 2), 1);
  EXPECT_EQ(route_length(Routing(paw, RoutingOrder::kAscending), 3, 0), 2);
}

// A stream of 10 words of 3 cycles has to go over 6 links.
TEST(LowerBound, OfABroadcastCountsTheWayToTheFarthestProcessor) {
  const Topology tree(TopologyKind::kFatTree, {2, 3});
  const Routing routing(tree, RoutingOrder::kAscending);
  EXPECT_EQ(lower_bound(operations::broadcast(), {tree, routing, 10}, {1, 100, 3}),
            1 + 6 * 100 + 10 * 3);
}

}  // namespace
}  // namespace flitcast::test_rows_any_network
