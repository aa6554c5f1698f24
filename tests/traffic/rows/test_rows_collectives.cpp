#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/rows/row_cost.h"
#include "traffic/row/lower_bound.h"

// Broadcasts and reductions, to and from one and all, and what is composed of them: every row keeps
// its promises without contention and costs what the catalogue says.

namespace flitcast::test_rows_collectives {
namespace {

using Sides = std::vector<std::uint32_t>;

/// With both orders of base routing and all roots of a rooted operation.
void expect_everywhere(const std::string& id, const Topology& topology, std::uint32_t mu,
                       const std::string& variant, const Coefficients& expected) {
  const bool rooted = find_row(id).operation->has_root();
  for (const RoutingOrder order : kOrders) {
    const Routing routing(topology, order);
    for (NodeId root = 0; root < (rooted ? topology.processors() : 1); ++root) {
      expect_cost(id, {topology, routing, mu, root, variant}, expected);
    }
  }
}

void expect_everywhere(const std::string& id, TopologyKind kind, const Sides& sides,
                       const Coefficients& expected) {
  expect_everywhere(id, Topology(kind, sides), 3, "", expected);
}

void expect_from(NodeId root, const std::string& id, const Topology& topology, std::uint32_t mu,
                 const Coefficients& expected) {
  const Routing routing(topology, RoutingOrder::kAscending);
  expect_cost(id, {topology, routing, mu, root}, expected);
}

/// The cost of a broadcast with as many rounds as it sends μ, and that of its dual.
Coefficients broadcast_cost(std::int64_t rounds, std::int64_t links) {
  return {rounds, links, rounds};
}
Coefficients reduction_cost(std::int64_t rounds, std::int64_t links) {
  return {rounds, links, rounds, 0, 0, rounds};
}

TEST(LineRows, M14AndM17TakeLogPRoundsOverAllLinks) {
  for (const TopologyKind kind :
       {TopologyKind::kLine, TopologyKind::kRing, TopologyKind::kMesh, TopologyKind::kTorus}) {
    for (std::uint32_t d = 1; d <= 5; ++d) {
      const std::uint32_t p = 1U << d;
      expect_everywhere("oab-line", kind, {p}, broadcast_cost(d, std::int64_t{p} - 1));
      expect_everywhere("aor-line", kind, {p}, reduction_cost(d, std::int64_t{p} - 1));
    }
  }
}

TEST(LineRows, M14AndM17OnALongLine) {
  const Topology line(TopologyKind::kLine, {1024});
  expect_from(700, "oab-line", line, 1, {10, 1023, 10});
  expect_from(700, "aor-line", line, 1, {10, 1023, 10, 0, 0, 10});
  const Topology ring(TopologyKind::kRing, {512});
  expect_from(300, "oab-line", ring, 1, {9, 511, 9});
  expect_from(300, "aor-line", ring, 1, {9, 511, 9, 0, 0, 9});
}

struct MeshCase {
  Sides sides;
  std::int64_t rounds;
  std::int64_t links;
};

const MeshCase kMeshes[] = {
    {{2, 2}, 2, 2},   {{4, 4}, 4, 6},    {{8, 8}, 6, 14},   {{2, 8}, 4, 8},
    {{16, 4}, 6, 18}, {{1, 8}, 3, 7},    {{8, 1}, 3, 7},    {{1, 2}, 1, 1},
    {{16}, 4, 15},    {{4, 4, 4}, 6, 9}, {{2, 1, 4}, 3, 4}, {{2, 2, 2, 2}, 4, 4},
};

TEST(MeshRows, M15AndM17TakeTheRowAndThenTheColumns) {
  for (const MeshCase& mesh : kMeshes) {
    expect_everywhere("oab-mesh", TopologyKind::kMesh, mesh.sides,
                      broadcast_cost(mesh.rounds, mesh.links));
    expect_everywhere("aor-mesh", TopologyKind::kMesh, mesh.sides,
                      reduction_cost(mesh.rounds, mesh.links));
  }
}

TEST(MeshRows, M15AndM17OnALargeMesh) {
  const Topology mesh(TopologyKind::kMesh, {32, 16});
  expect_from(333, "oab-mesh", mesh, 1, {9, 46, 9});
  expect_from(333, "aor-mesh", mesh, 1, {9, 46, 9, 0, 0, 9});
}

TEST(CubeRows, M17ReducesInOneRoundPerDimension) {
  for (const char* variant : {"", "ascending", "descending"}) {
    for (std::uint32_t n = 1; n <= 5; ++n) {
      expect_everywhere("aor-hc", Topology(TopologyKind::kHypercube, {n}), 3, variant,
                        reduction_cost(n, n));
    }
  }
  expect_from(777, "aor-hc", Topology(TopologyKind::kHypercube, {10}), 1, reduction_cost(10, 10));
}

TEST(TreeRows, M17ReducesOverEverHigherSwitches) {
  for (const std::uint32_t depth : {1U, 2U, 3U, 5U}) {
    expect_everywhere("aor-tree", TopologyKind::kTree, {depth},
                      reduction_cost(depth, std::int64_t{depth} * (depth + 1)));
  }
  expect_from(999, "aor-tree", Topology(TopologyKind::kTree, {10}), 1, reduction_cost(10, 110));
}

TEST(RingRows, G1AndG4GoOnceAroundTheRing) {
  for (const TopologyKind kind : {TopologyKind::kRing, TopologyKind::kTorus}) {
    for (const std::uint32_t z : {3U, 4U, 5U, 8U, 13U, 64U}) {
      const std::int64_t steps = std::int64_t{z} - 1;
      expect_everywhere("aab-ring", kind, {z}, {steps, steps, steps});
      expect_everywhere("aar-ring", kind, {z}, {steps, steps, steps, 0, 0, steps});
    }
  }
}

struct TorusCase {
  Sides sides;
  std::int64_t rounds;
  std::int64_t packets;
};

const TorusCase kTori[] = {{{3, 3}, 4, 8},     {{4, 4}, 6, 15},    {{3, 5}, 6, 14},
                           {{7, 4}, 9, 27},    {{8, 8}, 14, 63},   {{9}, 8, 8},
                           {{4, 4, 4}, 9, 63}, {{3, 4, 5}, 9, 59}, {{16, 16}, 30, 255}};

TEST(TorusRows, G2AndG4GoAroundOneDimensionAfterTheOther) {
  for (const TorusCase& torus : kTori) {
    expect_everywhere("aab-mesh", TopologyKind::kTorus, torus.sides,
                      {torus.rounds, torus.rounds, torus.packets});
    expect_everywhere("aar-mesh", TopologyKind::kTorus, torus.sides,
                      {torus.rounds, torus.rounds, torus.packets, 0, 0, torus.packets});
  }
}

TEST(CubeRows, G3AndG4DoubleAndHalveTheirMessages) {
  const std::int64_t packets[] = {0, 1, 3, 7, 15, 31};
  for (std::uint32_t n = 1; n <= 5; ++n) {
    const Topology cube(TopologyKind::kHypercube, {n});
    for (const char* variant : {"", "ascending", "descending"}) {
      expect_everywhere("aab-hc", cube, 3, variant, {n, n, packets[n]});
      expect_everywhere("aar-hc", cube, 3, variant, {n, n, packets[n], 0, 0, packets[n]});
    }
  }
}

TEST(CubeRows, G3AndG4OnALargeCube) {
  expect_from(0, "aab-hc", Topology(TopologyKind::kHypercube, {8}), 1, {8, 8, 255});
  expect_from(0, "aar-hc", Topology(TopologyKind::kHypercube, {8}), 1, {8, 8, 255, 0, 0, 255});
}

struct CompositeCase {
  std::uint32_t n;
  Ratio half;  ///< (p − 1)/p
};

const CompositeCase kComposites[] = {{1, {1, 2}}, {2, {3, 4}}, {3, {7, 8}}, {4, {15, 16}}};

TEST(CubeRows, G7G8AndG9SendHalfTheirMessageInEitherDirectionAndEverLess) {
  for (const auto& [n, half] : kComposites) {
    const std::int64_t rounds = 2 * std::int64_t{n};
    const Topology cube(TopologyKind::kHypercube, {n});
    for (const char* variant : {"", "descending", "ascending"}) {
      for (const std::uint32_t mu : {1U << n, 3U << n}) {
        expect_everywhere("oab-hc-scatter-allgather", cube, mu, variant,
                          {rounds, rounds, 2 * half});
        expect_everywhere("aor-hc-aar-gather", cube, mu, variant,
                          {rounds, rounds, 2 * half, 0, 0, half});
        expect_everywhere("allreduce-hc-rsag", cube, mu, variant,
                          {rounds, rounds, 2 * half, 0, 0, half});
      }
    }
  }
}

TEST(CubeRows, G7G8AndG9OnALargeCube) {
  const Topology cube(TopologyKind::kHypercube, {7});
  expect_from(99, "oab-hc-scatter-allgather", cube, 128, {14, 14, {127, 64}});
  expect_from(99, "aor-hc-aar-gather", cube, 128, {14, 14, {127, 64}, 0, 0, {127, 128}});
  expect_from(0, "allreduce-hc-rsag", cube, 128, {14, 14, {127, 64}, 0, 0, {127, 128}});
}

// By hand: ⌈log2 p⌉ halvings, whose longest worms go over half a segment; then p − 1 single links.
TEST(RingRows, VanDeGeijnScattersInWormsAndGathersAroundTheRing) {
  struct Case {
    std::uint32_t p;
    Coefficients expected;
  };
  const Case cases[] = {
      {3, {2 + 2, 1 + 1 + 2, {4, 3}}},
      {4, {2 + 3, 2 + 1 + 3, {6, 4}}},
      {5, {3 + 4, 2 + 2 + 1 + 4, {8, 5}}},
      {6, {3 + 5, 3 + 2 + 1 + 5, {10, 6}}},
      {7, {3 + 6, 3 + 2 + 1 + 6, {12, 7}}},
      {8, {3 + 7, 4 + 2 + 1 + 7, {14, 8}}},
      {12, {4 + 11, 6 + 3 + 2 + 1 + 11, {22, 12}}},
      {13, {4 + 12, 6 + 4 + 2 + 1 + 12, {24, 13}}},
      {32, {5 + 31, 31 + 31, {62, 32}}},
  };
  for (const auto& [p, expected] : cases) {
    expect_everywhere("oab-vandegeijn", Topology(TopologyKind::kRing, {p}), 3 * p, "", expected);
    expect_everywhere("oab-vandegeijn", Topology(TopologyKind::kTorus, {p}), p, "", expected);
  }
  expect_from(201, "oab-vandegeijn", Topology(TopologyKind::kRing, {256}), 256,
              {8 + 255, 255 + 255, {510, 256}});
}

Coefficients stored_and_forwarded(const char* id, TopologyKind kind, const Sides& sides) {
  const Topology topology(kind, sides);
  const Routing routing(topology, RoutingOrder::kAscending);
  RowRequest request{topology, routing, 8};
  request.switching = Switching::kStoreAndForward;
  return *find_row(id).closed_form(request);
}

TEST(LineRows, StoreAllOfTheMessageAtEveryNodeOnTheWay) {
  const Coefficients line{4, 15, 15};
  const Coefficients mesh{5, 10, 10};
  EXPECT_EQ(stored_and_forwarded("oab-line", TopologyKind::kRing, {16}), line);
  EXPECT_EQ(stored_and_forwarded("oab-mesh", TopologyKind::kMesh, {8, 4}), mesh);
  const Coefficients adding_line{4, 15, 15, 0, 0, 4};
  const Coefficients adding_mesh{5, 10, 10, 0, 0, 5};
  EXPECT_EQ(stored_and_forwarded("aor-line", TopologyKind::kRing, {16}), adding_line);
  EXPECT_EQ(stored_and_forwarded("aor-mesh", TopologyKind::kMesh, {8, 4}), adding_mesh);
}

TEST(StoreAndForward, HasNoFormForWormsOnTreesAndAcrossRings) {
  const Topology tree(TopologyKind::kTree, {3});
  const Topology ring(TopologyKind::kRing, {8});
  const auto covers = [](const char* id, const Topology& topology, Switching switching) {
    const Routing routing(topology, RoutingOrder::kAscending);
    RowRequest request{topology, routing, 8};
    request.switching = switching;
    return find_row(id).closed_form(request).has_value();
  };
  EXPECT_FALSE(covers("aor-tree", tree, Switching::kStoreAndForward));
  EXPECT_TRUE(covers("aor-tree", tree, Switching::kCutThrough));
  EXPECT_FALSE(covers("oab-vandegeijn", ring, Switching::kStoreAndForward));
  EXPECT_TRUE(covers("oab-vandegeijn", ring, Switching::kCutThrough));
}

Cycle bound_of(const char* id, const Topology& topology, std::uint32_t mu, const TimingModel& model,
               NodeId root = 0) {
  const Routing routing(topology, RoutingOrder::kAscending);
  return lower_bound(*find_row(id).operation, {topology, routing, mu, root}, model);
}

TEST(LowerBound, OnLinesAndMeshesCountsTheLinksToTheFarthestNode) {
  const TimingModel model{2, 5, 1};
  const Topology line(TopologyKind::kLine, {16});
  const Topology ring(TopologyKind::kRing, {16});
  const Topology mesh(TopologyKind::kMesh, {4, 8});
  for (const char* kind : {"oab-", "aor-"}) {
    const std::string on_line = std::string(kind) + "line";
    EXPECT_EQ(bound_of(on_line.c_str(), line, 3, model), 2 + 15 * 5 + 3);
    EXPECT_EQ(bound_of(on_line.c_str(), line, 3, model, 7), 2 + 8 * 5 + 3);
    EXPECT_EQ(bound_of(on_line.c_str(), ring, 3, model, 7), 2 + 8 * 5 + 3);
    const std::string on_mesh = std::string(kind) + "mesh";
    EXPECT_EQ(bound_of(on_mesh.c_str(), mesh, 3, model, 1 + 2 * 4), 2 + (2 + 5) * 5 + 3);
  }
  // to inform 16 nodes takes four start-ups one after the other, to hear from them one
  EXPECT_EQ(bound_of("oab-line", line, 3, {100, 1, 1}), 100 + 1 + 3 + 3 * 100);
  EXPECT_EQ(bound_of("aor-line", line, 3, {100, 1, 1}), 100 + 15 + 3);
}

TEST(LowerBound, OfAnAllReduceCountsEveryWordOnItsWayInAndOut) {
  const Topology cube(TopologyKind::kHypercube, {3});
  for (const char* id : {"allreduce-hc", "allreduce-hc-rsag"}) {
    EXPECT_EQ(bound_of(id, cube, 80, {14, 2, 3}), 14 + 2 + 140 * 3) << id;  // 2·7/8·80 words
    EXPECT_EQ(bound_of(id, cube, 3, {1, 0, 1}), 1 + 6) << id;               // 5¼ words
    EXPECT_EQ(bound_of(id, cube, 8, {100, 2, 1}), 100 + 2 + 8 + 2 * 100) << id;
  }
}

TEST(LowerBound, OfOtherCollectivesCountsTheWordsOfOneNode) {
  const TimingModel model{14, 2, 3};
  const Topology cube(TopologyKind::kHypercube, {3});
  EXPECT_EQ(bound_of("oab-hc-scatter-allgather", cube, 80, model), 14 + 2 + 80 * 3 + 2 * (13 + 3));
  for (const char* id : {"aor-hc-aar-gather", "aor-hc"}) {
    EXPECT_EQ(bound_of(id, cube, 80, model), 14 + 3 * 2 + 80 * 3) << id;
  }
  // 560 words over three links: 187 of them over one, at three cycles a word
  EXPECT_EQ(bound_of("gather-hc", cube, 80, model), 14 + 2 + 187 * 3);
  for (const char* id : {"aab-hc", "aar-hc"}) {
    EXPECT_EQ(bound_of(id, cube, 80, model), 14 + 2 + 7 * 80 * 3) << id;
  }
}

}  // namespace
}  // namespace flitcast::test_rows_collectives
