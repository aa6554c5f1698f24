// Rows that need base routes only, on networks without coordinates.

#include "tests/support/networks/irregular_network.h"
#include "tests/support/rows/row_cost.h"
#include "traffic/theory/distance.h"

namespace flitcast::test_rows_any_network {
namespace {

// Triangle 0 1 2 with a tail 2 3: by number 0->1, 1->2, 2->3 are links, 3->0 goes over 2; the
// shift by 2 has 0->2, 1->2->3, 2->0 and 3->2->1.
TEST(RowsOnIrregularNetworks, PayForTheirLongestRoutes) {
  const Topology paw = IrregularNetwork::make();
  const Routing routing(paw, RoutingOrder::kAscending);
  expect_cost("barrier-dissemination", {paw, routing, 64}, {2, 4, 2, 0, 0, 2});
  expect_cost("aas-bruck", {paw, routing, 64}, {2, 4, 4});
}

TEST(RowsOnTrees, SpanTheLargest) {
  const Topology tree(TopologyKind::kTree, {15});
  const Routing routing(tree, RoutingOrder::kAscending);
  expect_cost("oab-tree", {tree, routing, 1, 21845}, {15, 240, 15});
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
  EXPECT_EQ(eccentricity(Topology(TopologyKind::kTree, {3}), 2), 6);
  const Topology paw = IrregularNetwork::make();
  EXPECT_EQ(distance(paw, 3, 0), 2);
  EXPECT_EQ(eccentricity(paw, 2), 1);
  EXPECT_EQ(route_length(Routing(paw, RoutingOrder::kAscending), 3, 0), 2);
}

}  // namespace
}  // namespace flitcast::test_rows_any_network
