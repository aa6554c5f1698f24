// Placements that are searched, over pairs of program and network; and bounds, by hand.

#include <algorithm>
#include <cstdio>
#include <string>

#include <gtest/gtest.h>

#include "traffic/placement/placement_search.h"
#include "traffic/schedule/random.h"

namespace flitcast::test_placement_search {
namespace {

using Flows = std::vector<RankFlow>;

constexpr std::uint32_t kRanks = 64;

Flows ring(std::uint32_t ranks, std::uint64_t flits) {
  Flows flows;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    flows.push_back({rank, (rank + 1) % ranks, flits});
  }
  return flows;
}

/// Of every rank to the one so many places on, and back, for every stride.
Flows strides(const std::vector<std::uint32_t>& strides) {
  Flows flows;
  for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
    for (const std::uint32_t stride : strides) {
      flows.push_back({rank, (rank + stride) % kRanks, 100});
      flows.push_back({rank, (rank + kRanks - stride) % kRanks, 100});
    }
  }
  return flows;
}

/// Of ranks whose numbers differ in a bit.
Flows butterfly() {
  Flows flows;
  for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
    for (std::uint32_t bit = 1; bit < kRanks; bit *= 2) {
      flows.push_back({rank, rank ^ bit, 100});
    }
  }
  return flows;
}

Flows binomial_tree() {
  Flows flows;
  for (std::uint32_t rank = 1; rank < kRanks; ++rank) {
    flows.push_back({rank & (rank - 1), rank, 100});
  }
  return flows;
}

Flows transpose() {
  Flows flows;
  for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
    const std::uint32_t other = rank % 8 * 8 + rank / 8;
    if (other != rank) {
      flows.push_back({rank, other, 100});
    }
  }
  return flows;
}

/// A ring whose ranks were dealt out.
Flows shuffled_ring() {
  std::vector<std::uint32_t> order(kRanks);
  SplitMix64 random(3);
  for (std::uint32_t i = 0; i < kRanks; ++i) {
    order[i] = i;
    std::swap(order[i], order[random.below(i + 1)]);
  }
  Flows flows;
  for (std::uint32_t i = 0; i < kRanks; ++i) {
    flows.push_back({order[i], order[(i + 1) % kRanks], 100});
  }
  return flows;
}

/// Groups of eight ranks far from each other in number, everybody to everybody.
Flows groups() {
  Flows flows;
  for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
    for (std::uint32_t peer = rank % 8; peer < kRanks; peer += 8) {
      if (peer != rank) {
        flows.push_back({rank, peer, 100});
      }
    }
  }
  return flows;
}

Placement identity(std::uint32_t ranks, const Topology& topology) {
  return place_ranks(PlacementMap::kIdentity, ranks, topology, 1);
}

std::uint64_t worst_of(const Flows& flows, const Placement& nodes, const Routing& routing) {
  return PlacementLoad(flows, nodes, routing).worst().flits;
}

TEST(PlacementLoad, IsThatOfTheWaysOfAllFlows) {
  const Topology line(TopologyKind::kLine, {4});
  const Routing routing(line, RoutingOrder::kAscending);
  PlacementLoad load({{0, 1, 5}, {0, 2, 7}, {2, 0, 3}}, {0, 1, 3}, routing);
  EXPECT_EQ(load.of(0, 0), 12U);
  EXPECT_EQ(load.of(1, 0), 7U);
  EXPECT_EQ(load.of(2, 0), 7U);
  EXPECT_EQ(load.of(3, 1), 3U);
  EXPECT_EQ(load.flit_hops(), 5U + 3 * 7 + 3 * 3);
  EXPECT_EQ(load.worst().flits, 12U);
  load.swap(3, 2);  // to a free node
  EXPECT_EQ(load.placement(), (Placement{0, 1, 2}));
  EXPECT_EQ(load.flit_hops(), 5U + 2 * 7 + 2 * 3);
  EXPECT_EQ(load.of(2, 0), 0U);
  load.swap(0, 1);
  EXPECT_EQ(load.placement(), (Placement{1, 0, 2}));
  EXPECT_EQ(load.of(1, 1), 5U);
  EXPECT_EQ(load.of(1, 0), 7U);
}

// One worm from 1 to all of a line takes each link once, two pairs as many as they are apart.
TEST(PlacementLoad, OfAWormThatForksIsThatOfItsTree) {
  const Topology line(TopologyKind::kLine, {4});
  const Routing routing(line, RoutingOrder::kAscending);
  PlacementLoad load({{1, 3, 5, {0, 2}}, {1, 3, 1}}, {0, 1, 2, 3}, routing);
  EXPECT_EQ(load.of(1, 0), 6U);
  EXPECT_EQ(load.of(2, 0), 6U);
  EXPECT_EQ(load.of(1, 1), 5U);
  EXPECT_EQ(load.flit_hops(), 15U + 2);
  load.swap(0, 1);  // its source is at the end, and one of its destinations where it was
  EXPECT_EQ(load.of(0, 0), 6U);
  EXPECT_EQ(load.flit_hops(), 15U + 3);
}

TEST(PlacementLoad, OfSwapsIsThatOfThePlacementTheyLeadTo) {
  const Topology torus(TopologyKind::kTorus, {4, 5});
  const Routing routing(torus, RoutingOrder::kAscending);
  SplitMix64 random(5);
  Flows flows;
  for (int i = 0; i < 60; ++i) {
    const auto source = static_cast<std::uint32_t>(random.below(15));
    flows.push_back({source, static_cast<std::uint32_t>((source + 1 + random.below(14)) % 15),
                     1 + random.below(50)});
    if (i % 4 == 0) {
      const std::uint32_t first = flows.back().destination;
      flows.back().others = {(first + 1) % 15 == source ? (first + 2) % 15 : (first + 1) % 15};
    }
  }
  PlacementLoad load(flows, identity(15, torus), routing);
  for (int i = 0; i < 200; ++i) {
    const auto one = static_cast<NodeId>(random.below(20));
    const auto other = static_cast<NodeId>((one + 1 + random.below(19)) % 20);
    load.swap(one, other);
    const PlacementLoad anew(flows, load.placement(), routing);
    ASSERT_EQ(load.flit_hops(), anew.flit_hops());
    for (NodeId node = 0; node < 20; ++node) {
      for (PortId port = 0; port < 4; ++port) {
        ASSERT_EQ(load.of(node, port), anew.of(node, port));
      }
    }
  }
}

TEST(PlacementBound, IsTheLargestFlowOfARing) {
  const Topology cube(TopologyKind::kHypercube, {4});
  EXPECT_EQ(placement_bound(ring(16, 9), cube).flits, 9U);
  EXPECT_EQ(placement_bound(ring(16, 9), cube).flit_hops, 16U * 9);
  EXPECT_EQ(placement_bound({}, cube).flits, 0U);
}

// One rank sends 5, 4, 3 and 2 flits over two channels: 14 in all, and 4 and 3 may share one.
TEST(PlacementBound, IsWhatGoesOverTheChannelsOfANode) {
  const Topology torus(TopologyKind::kRing, {8});
  const Flows flows{{0, 1, 5}, {0, 2, 4}, {0, 3, 3}, {0, 4, 2}};
  EXPECT_EQ(placement_bound(flows, torus).flits, 7U);
  EXPECT_EQ(placement_bound({{0, 1, 5}, {0, 2, 4}, {0, 3, 4}}, torus).flits, 8U);
}

// Everybody to everybody on a ring of 5: two peers are a link away, two are two.
TEST(PlacementBound, IsTheFlitHopsOverAllChannels) {
  const Topology torus(TopologyKind::kRing, {5});
  Flows flows;
  for (std::uint32_t source = 0; source < 5; ++source) {
    for (std::uint32_t way = 1; way < 5; ++way) {
      flows.push_back({source, (source + way) % 5, 10});
    }
  }
  EXPECT_EQ(placement_bound(flows, torus).flits, 5U * 10 * (1 + 1 + 2 + 2) / 10);
}

/// No placement of four ranks on a small network has less than the bound.
TEST(PlacementBound, HoldsOfAllPlacements) {
  SplitMix64 random(11);
  for (const auto& [kind, dims] :
       {std::pair(TopologyKind::kMesh, std::vector<std::uint32_t>{3, 2}),
        std::pair(TopologyKind::kRing, std::vector<std::uint32_t>{6}),
        std::pair(TopologyKind::kLine, std::vector<std::uint32_t>{6}),
        std::pair(TopologyKind::kHypercube, std::vector<std::uint32_t>{3})}) {
    const Topology network(kind, dims);
    const Routing routing(network, RoutingOrder::kAscending);
    for (int program = 0; program < 20; ++program) {
      Flows flows;
      for (std::uint32_t source = 0; source < 5; ++source) {
        for (std::uint32_t peer = 0; peer < 5; ++peer) {
          if (peer != source && random.below(2) == 0) {
            flows.push_back({source, peer, 1 + random.below(9)});
          }
        }
        if (program % 2 == 0) {
          flows.push_back({source, (source + 1) % 5, 1 + random.below(9), {(source + 3) % 5}});
        }
      }
      const std::uint64_t bound = placement_bound(flows, network).flits;
      Placement nodes = identity(network.processors(), network);
      do {
        ASSERT_GE(worst_of(flows, nodes, routing), bound);
      } while (std::next_permutation(nodes.begin(), nodes.end()) && nodes[0] < 2);
    }
  }
}

TEST(PlacementSearch, FindsTheGrayCodeForARingOnAHypercube) {
  const Topology cube(TopologyKind::kHypercube, {6});
  const Routing routing(cube, RoutingOrder::kAscending);
  const Flows flows = ring(64, 100);
  PlacementSearch search;
  const PlacementBound bound = placement_bound(flows, cube);
  search.bound = {bound.flits, bound.flit_hops};
  const PlacementFound known = search_placement(
      flows, {identity(64, cube), place_ranks(PlacementMap::kGray, 64, cube, 1)}, routing, search);
  EXPECT_EQ(known.score.worst, 100U);
  EXPECT_EQ(known.score.flit_hops, 6400U);
  EXPECT_EQ(known.tries, 0U);
  // And without being told of it.
  const PlacementFound found = search_placement(flows, {identity(64, cube)}, routing, search);
  EXPECT_EQ(PlacementLoad(flows, identity(64, cube), routing).flit_hops(), 12600U);
  EXPECT_EQ(found.score.worst, 100U);
  EXPECT_LT(found.score.flit_hops, 8000U);
  EXPECT_EQ(worst_of(flows, found.nodes, routing), 100U);
}

TEST(PlacementSearch, FindsTheSameWithTheSameSeed) {
  const Topology torus(TopologyKind::kTorus, {8, 8});
  const Routing routing(torus, RoutingOrder::kAscending);
  PlacementSearch search;
  search.tries = 3000;
  const auto found = [&] {
    return search_placement(shuffled_ring(), {identity(64, torus)}, routing, search).nodes;
  };
  const Placement nodes = found();
  EXPECT_EQ(found(), nodes);
  search.seed = 2;
  EXPECT_NE(found(), nodes);
}

TEST(PlacementSearch, KeepsTheBestSoFarWhenItIsTold) {
  const Topology torus(TopologyKind::kTorus, {8, 8});
  const Routing routing(torus, RoutingOrder::kAscending);
  PlacementSearch search;
  search.watch = [](std::uint64_t tried, std::uint64_t /*of*/, const PlacementScore& /*best*/) {
    return tried < 2000;
  };
  const PlacementFound found =
      search_placement(shuffled_ring(), {identity(64, torus)}, routing, search);
  EXPECT_LE(found.tries, 2100U);
  EXPECT_EQ(worst_of(shuffled_ring(), found.nodes, routing), found.score.worst);
}

TEST(PlacementSearch, OfOneNodeOrOfNobodyWhoSendsEnds) {
  const Topology one(TopologyKind::kMesh, {1});
  const Routing alone(one, RoutingOrder::kAscending);
  EXPECT_EQ(search_placement({}, {{0}}, alone, {}).nodes, Placement{0});
  const Topology mesh(TopologyKind::kMesh, {2, 2});
  const Routing routing(mesh, RoutingOrder::kAscending);
  EXPECT_EQ(search_placement({}, {{3, 1}}, routing, {}).nodes, (Placement{3, 1}));
}

TEST(PlacementSearch, ByCostKeepsWhatCostsNoMore) {
  const Topology mesh(TopologyKind::kMesh, {5, 5});
  // As far to the left as can be.
  const auto cost = [](const Placement& nodes) {
    Cycle sum = 0;
    for (const NodeId node : nodes) {
      sum += node % 5;
    }
    return sum;
  };
  const auto on = [](std::uint64_t, Cycle) { return true; };
  const std::vector<Placement> starts{{4, 9, 14}, {3, 9, 14}};
  const PlacementByCost found = search_by_cost(starts, mesh, {500, 1, 0, cost, on});
  EXPECT_EQ(found.start_costs, (std::vector<Cycle>{12, 11}));
  EXPECT_EQ(found.cost, 0);
  EXPECT_EQ(cost(found.nodes), 0);
  EXPECT_EQ(search_by_cost(starts, mesh, {500, 1, 0, cost, on}).nodes, found.nodes);
  // It ends where there is nothing better, at once if that is a start.
  EXPECT_LT(found.tries, 500U);
  EXPECT_LE(search_by_cost(starts, mesh, {500, 1, 5, cost, on}).tries, found.tries);
  EXPECT_EQ(search_by_cost(starts, mesh, {500, 1, 11, cost, on}).tries, 0U);
  EXPECT_EQ(search_by_cost(starts, mesh, {0, 1, 0, cost, on}).cost, 11);
}

/// Prints the table: test_traffic_placement --gtest_filter='*OverPairs*'. Of the 42 pairs where a
/// bound allows it, 27 are a quarter better.
TEST(PlacementSearch, OverPairsOfProgramAndNetworkIsNeverWorseAndOftenAQuarterBetter) {
  struct Named {
    const char* name;
    Flows flows;
  };
  const Named programs[] = {{"ring", ring(64, 100)},
                            {"shuffled ring", shuffled_ring()},
                            {"5-point stencil", strides({1, 8})},
                            {"7-point stencil", strides({1, 4, 16})},
                            {"butterfly", butterfly()},
                            {"binomial tree", binomial_tree()},
                            {"transpose", transpose()},
                            {"groups of 8", groups()}};
  const Topology networks[] = {{TopologyKind::kHypercube, {6}}, {TopologyKind::kMesh, {8, 8}},
                               {TopologyKind::kTorus, {8, 8}},  {TopologyKind::kTorus, {4, 4, 4}},
                               {TopologyKind::kRing, {64}},     {TopologyKind::kMesh, {16, 4}},
                               {TopologyKind::kFatTree, {4, 3}}};
  std::size_t pairs = 0;
  std::size_t allowed = 0;
  std::size_t better = 0;
  for (const Named& program : programs) {
    for (const Topology& network : networks) {
      const Routing routing(network, RoutingOrder::kAscending);
      const PlacementBound bound = placement_bound(program.flows, network);
      PlacementSearch search;
      search.tries = 10'000;
      search.bound = {bound.flits, bound.flit_hops};
      const std::uint64_t before = worst_of(program.flows, identity(kRanks, network), routing);
      const PlacementFound found =
          search_placement(program.flows, {identity(kRanks, network)}, routing, search);
      EXPECT_LE(found.score.worst, before);
      EXPECT_GE(found.score.worst, bound.flits);
      EXPECT_EQ(worst_of(program.flows, found.nodes, routing), found.score.worst);
      const bool may = 4 * bound.flits <= 3 * before;
      const bool does = 4 * found.score.worst <= 3 * before;
      ++pairs;
      allowed += may ? 1 : 0;
      better += may && does ? 1 : 0;
      std::printf("%-16s %-14s identity %6llu  found %6llu  bound %6llu\n", program.name,
                  network.describe().c_str(), static_cast<unsigned long long>(before),
                  static_cast<unsigned long long>(found.score.worst),
                  static_cast<unsigned long long>(bound.flits));
    }
  }
  std::printf("%zu pairs, a bound allows a quarter less of %zu, found of %zu\n", pairs, allowed,
              better);
  EXPECT_GE(pairs, 50U);
  EXPECT_GE(2 * better, allowed);
}

}  // namespace
}  // namespace flitcast::test_placement_search
