#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/row_cost.h"
#include "traffic/operations/operations.h"

namespace flitcast::test_catalogue_rows {
namespace {

/// The same on Q_n, with all roots of a rooted operation and both orders of e-cube routing.
void expect_cost_on_cube(const std::string& id, std::uint32_t n, const std::string& variant,
                         const Coefficients& expected) {
  const Topology cube(TopologyKind::kHypercube, {n});
  const OperationKind* kind = find_row(id).operation;
  const bool rooted = kind == &operations::broadcast() || kind == &operations::one_to_all_scatter();
  for (const RoutingOrder order : kOrders) {
    const Routing routing(cube, order);
    for (NodeId root = 0; root < (rooted ? cube.nodes() : 1); ++root) {
      expect_cost(id, {cube, routing, 3, root, variant}, expected);
    }
  }
}

void expect_cost_on_ring(const std::string& id, std::uint32_t z, const std::string& variant,
                         std::uint32_t mu, const Coefficients& expected) {
  for (const TopologyKind kind : {TopologyKind::kRing, TopologyKind::kTorus}) {
    const Topology ring(kind, {z});
    const Routing routing(ring, RoutingOrder::kAscending);
    expect_cost(id, {ring, routing, mu, 0, variant}, expected);
  }
}

void expect_cost_on_grid(const std::string& id, TopologyKind kind,
                         const std::vector<std::uint32_t>& sides, const Coefficients& expected) {
  const Topology grid(kind, sides);
  for (const RoutingOrder order : kOrders) {
    const Routing routing(grid, order);
    expect_cost(id, {grid, routing, 5}, expected);
  }
}

/// All four corners, or fewer where they coincide.
void expect_cost_from_corners(const std::string& variant, std::uint32_t a, std::uint32_t b,
                              const Coefficients& expected) {
  const Topology mesh(TopologyKind::kMesh, {a, b});
  const Routing routing(mesh, RoutingOrder::kAscending);
  for (const NodeId root : {0U, a - 1, a * (b - 1), a * b - 1}) {
    expect_cost("oab-mesh-irc-corner", {mesh, routing, 3, root, variant}, expected);
  }
}

TEST(CatalogueRows, A1StandardExchangeSendsHalfOfEverythingInEveryDimension) {
  for (const char* variant : {"", "descending", "ascending"}) {
    expect_cost_on_cube("aas-hc-sex", 1, variant, {1, 1, 1, 0, 2});
    expect_cost_on_cube("aas-hc-sex", 2, variant, {2, 2, 4, 0, 8});
    expect_cost_on_cube("aas-hc-sex", 3, variant, {3, 3, 12, 0, 24});
    expect_cost_on_cube("aas-hc-sex", 4, variant, {4, 4, 32, 0, 64});
    expect_cost_on_cube("aas-hc-sex", 7, variant, {7, 7, 448, 0, 896});
  }
}

TEST(CatalogueRows, A2PipelineGoesOnceAroundTheRing) {
  expect_cost_on_ring("aas-ring-1port", 3, "", 5, {2, 2, 3});
  expect_cost_on_ring("aas-ring-1port", 4, "", 5, {3, 3, 6});
  expect_cost_on_ring("aas-ring-1port", 6, "", 5, {5, 5, 15});
  expect_cost_on_ring("aas-ring-1port", 7, "", 5, {6, 6, 21});
  expect_cost_on_ring("aas-ring-1port", 16, "", 1, {15, 15, 120});
}

TEST(CatalogueRows, A3TwoPipelinesGoHalfwayAroundTheRing) {
  for (const char* variant : {"", "standard"}) {
    expect_cost_on_ring("aas-ring-allport", 3, variant, 5, {1, 1, 1});
    expect_cost_on_ring("aas-ring-allport", 4, variant, 5, {2, 2, 3});
    expect_cost_on_ring("aas-ring-allport", 5, variant, 5, {2, 2, 3});
    expect_cost_on_ring("aas-ring-allport", 6, variant, 5, {3, 3, 6});
    expect_cost_on_ring("aas-ring-allport", 8, variant, 5, {4, 4, 10});
    expect_cost_on_ring("aas-ring-allport", 21, variant, 1, {10, 10, 55});
  }
}

TEST(CatalogueRows, A3SplitHalvesThePacketsForTheOppositeNode) {
  expect_cost_on_ring("aas-ring-allport", 4, "split", 6, {2, 2, 2});
  expect_cost_on_ring("aas-ring-allport", 6, "split", 6, {3, 3, {9, 2}});
  expect_cost_on_ring("aas-ring-allport", 8, "split", 2, {4, 4, 8});
}

TEST(CatalogueRows, A3SplitHasNothingToSplitOnAnOddRing) {
  expect_cost_on_ring("aas-ring-allport", 5, "split", 5, {2, 2, 3});
}

TEST(CatalogueRows, A4PipelinesGoAroundOneDimensionAfterTheOther) {
  const char* id = "aas-torus-nd-sf";
  expect_cost_on_grid(id, TopologyKind::kRing, {3}, {2, 2, 3});
  expect_cost_on_grid(id, TopologyKind::kTorus, {6}, {5, 5, 15});
  expect_cost_on_grid(id, TopologyKind::kTorus, {3, 3}, {4, 4, 18, 0, 9});
  expect_cost_on_grid(id, TopologyKind::kTorus, {3, 5}, {6, 6, 45, 0, 15});
  expect_cost_on_grid(id, TopologyKind::kTorus, {7, 4}, {9, 9, 126, 0, 28});
  expect_cost_on_grid(id, TopologyKind::kTorus, {8, 8}, {14, 14, 448, 0, 64});
  expect_cost_on_grid(id, TopologyKind::kTorus, {3, 4, 5}, {9, 9, 270, 0, 120});
  expect_cost_on_grid(id, TopologyKind::kTorus, {3, 3, 3, 3}, {8, 8, 324, 0, 243});
}

TEST(CatalogueRows, A5WormsGoBackWhereNoLinkClosesTheLine) {
  const char* id = "aas-mesh-nd-wh-ring";
  expect_cost_on_grid(id, TopologyKind::kLine, {2}, {1, 1, 1});
  expect_cost_on_grid(id, TopologyKind::kLine, {7}, {6, 36, 21});
  expect_cost_on_grid(id, TopologyKind::kMesh, {3, 3}, {4, 8, 18, 0, 9});
  expect_cost_on_grid(id, TopologyKind::kMesh, {2, 3}, {3, 5, 9, 0, 6});
  expect_cost_on_grid(id, TopologyKind::kMesh, {5, 3}, {6, 20, 45, 0, 15});
  expect_cost_on_grid(id, TopologyKind::kMesh, {3, 4, 5}, {9, 29, 270, 0, 120});
  expect_cost_on_grid(id, TopologyKind::kMesh, {2, 2, 2, 2}, {4, 4, 32, 0, 48});
}

TEST(CatalogueRows, A5SkipsSidesOfOneNode) {
  const char* id = "aas-mesh-nd-wh-ring";
  expect_cost_on_grid(id, TopologyKind::kMesh, {8, 1}, {7, 49, 28});
  expect_cost_on_grid(id, TopologyKind::kMesh, {1, 8}, {7, 49, 28});
  expect_cost_on_grid(id, TopologyKind::kMesh, {1, 2}, {1, 1, 1});
  expect_cost_on_grid(id, TopologyKind::kMesh, {1, 4, 1, 3, 1}, {5, 13, 30, 0, 12});
}

TEST(CatalogueRows, A12AllPortExchangeMeetsTheBandwidthBound) {
  expect_cost_on_cube("aas-hc-allport-sf", 1, "", {1, 1, 1});
  expect_cost_on_cube("aas-hc-allport-sf", 2, "", {2, 2, 2});
  expect_cost_on_cube("aas-hc-allport-sf", 3, "", {4, 4, 4});
  expect_cost_on_cube("aas-hc-allport-sf", 4, "", {8, 8, 8});
  expect_cost_on_cube("aas-hc-allport-sf", 7, "", {64, 64, 64});
}

TEST(CatalogueRows, A14DirectExchangeVisitsEveryPartner) {
  expect_cost_on_cube("aas-hc-dex", 1, "", {1, 1, 1});
  expect_cost_on_cube("aas-hc-dex", 2, "", {3, 4, 3});
  expect_cost_on_cube("aas-hc-dex", 3, "", {7, 12, 7});
  expect_cost_on_cube("aas-hc-dex", 4, "", {15, 32, 15});
  expect_cost_on_cube("aas-hc-dex", 6, "", {63, 192, 63});
}

TEST(CatalogueRows, A17MicropermutationsTakeAnEighthOfTheSquareOfTheRing) {
  expect_cost_on_ring("aas-ring-dex", 8, "", 3, {8, 24, 8});
  expect_cost_on_ring("aas-ring-dex", 12, "", 3, {18, 83, 18});
  expect_cost_on_ring("aas-ring-dex", 16, "", 3, {32, 194, 32});
  expect_cost_on_ring("aas-ring-dex", 24, "", 3, {72, 652, 72});
  expect_cost_on_ring("aas-ring-dex", 32, "", 3, {128, 1542, 128});
}

TEST(CatalogueRows, A17HasADependencyCycleThatNobodyWaitsIn) {
  const Topology ring(TopologyKind::kRing, {8});
  const Routing routing(ring, RoutingOrder::kAscending);
  const Row& row = find_row("aas-ring-dex");
  const RowRequest request{ring, routing, 3};
  EXPECT_FALSE(verify(row.build(request), routing, options_of(row, ring, kModels[0]))
                   .dependency_cycle.empty());
}

TEST(CatalogueRows, A22TransposesByEitherExchange) {
  expect_cost_on_cube("app-transpose", 1, "", {1, 1, 1});
  expect_cost_on_cube("app-transpose", 3, "", {7, 12, 7});
  expect_cost_on_cube("app-transpose", 3, "dex", {7, 12, 7});
  expect_cost_on_cube("app-transpose", 3, "sex", {3, 3, 12, 0, 24});
  expect_cost_on_cube("app-transpose", 4, "sex", {4, 4, 32, 0, 64});
}

TEST(CatalogueRows, S10ScatterHalvesThePacketsInEveryRound) {
  for (const char* variant : {"", "descending", "ascending"}) {
    expect_cost_on_cube("oas-hc-sbt", 1, variant, {1, 1, 1});
    expect_cost_on_cube("oas-hc-sbt", 2, variant, {2, 2, 3});
    expect_cost_on_cube("oas-hc-sbt", 3, variant, {3, 3, 7});
    expect_cost_on_cube("oas-hc-sbt", 5, variant, {5, 5, 31});
  }
}

TEST(CatalogueRows, M13BroadcastTakesOneRoundPerDimension) {
  for (const char* variant : {"", "descending", "ascending"}) {
    expect_cost_on_cube("oab-hc-sbt", 1, variant, {1, 1, 1});
    expect_cost_on_cube("oab-hc-sbt", 2, variant, {2, 2, 2});
    expect_cost_on_cube("oab-hc-sbt", 5, variant, {5, 5, 5});
  }
}

TEST(CatalogueRows, M16BroadcastGoesOverEverLowerSwitches) {
  std::int64_t links = 0;
  for (std::uint32_t depth = 1; depth <= 6; ++depth) {
    links += 2 * std::int64_t{depth};  // a deeper tree has one more round, the longest
    const Topology tree(TopologyKind::kTree, {depth});
    for (const RoutingOrder order : kOrders) {
      const Routing routing(tree, order);
      for (NodeId root = 0; root < tree.processors(); ++root) {
        expect_cost("oab-tree", {tree, routing, 3, root, ""}, {depth, links, depth});
      }
    }
  }
  EXPECT_EQ(links, 42);
}

TEST(CatalogueRows, M16SpansTheLargestTree) {
  const Topology tree(TopologyKind::kTree, {15});
  const Routing routing(tree, RoutingOrder::kAscending);
  expect_cost("oab-tree", {tree, routing, 1, 21845, ""}, {15, 240, 15});
}

TEST(CatalogueRows, G5AllReduceTakesOneRoundPerDimension) {
  expect_cost_on_cube("allreduce-hc", 1, "", {1, 1, 1, 0, 0, 1});
  expect_cost_on_cube("allreduce-hc", 4, "", {4, 4, 4, 0, 0, 4});
  expect_cost_on_cube("allreduce-hc", 9, "", {9, 9, 9, 0, 0, 9});
}

TEST(CatalogueRows, M7CornerBroadcastTakesTwoRoundsOfWorms) {
  expect_cost_from_corners("", 4, 3, {2, 5, 2, 3});
  expect_cost_from_corners("C-R", 4, 3, {2, 5, 2, 3});
  expect_cost_from_corners("RC-C", 4, 3, {2, 7, 2, 5});
  expect_cost_from_corners("RC-R", 4, 3, {2, 8, 2, 6});
  expect_cost_from_corners("C-R", 2, 2, {2, 2, 2, 0});
  expect_cost_from_corners("RC-C", 2, 2, {2, 3, 2, 1});
  expect_cost_from_corners("RC-R", 2, 2, {2, 3, 2, 1});
  expect_cost_from_corners("C-R", 7, 7, {2, 12, 2, 10});
  expect_cost_from_corners("RC-C", 2, 6, {2, 11, 2, 9});
  expect_cost_from_corners("RC-R", 2, 6, {2, 7, 2, 5});
}

TEST(CatalogueRows, M7OnASingleLineIsOneWorm) {
  for (const char* variant : {"C-R", "RC-C", "RC-R"}) {
    expect_cost_from_corners(variant, 1, 5, {1, 4, 1, 3});
    expect_cost_from_corners(variant, 5, 1, {1, 4, 1, 3});
    expect_cost_from_corners(variant, 2, 1, {1, 1, 1, 0});
    expect_cost_from_corners(variant, 1, 2, {1, 1, 1, 0});
  }
}

TEST(CatalogueRows, M7HoldsOnAllSmallMeshes) {
  for (std::int64_t a = 2; a <= 7; ++a) {
    for (std::int64_t b = 2; b <= 7; ++b) {
      const auto columns = static_cast<std::uint32_t>(a);
      const auto rows = static_cast<std::uint32_t>(b);
      expect_cost_from_corners("C-R", columns, rows, {2, a + b - 2, 2, a + b - 4});
      expect_cost_from_corners("RC-C", columns, rows, {2, a + 2 * b - 3, 2, a + 2 * b - 5});
      expect_cost_from_corners("RC-R", columns, rows, {2, 2 * a + b - 3, 2, 2 * a + b - 5});
    }
  }
}

}  // namespace
}  // namespace flitcast::test_catalogue_rows
