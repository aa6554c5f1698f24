// What proposals promise of time, links and chunks is counted here from their hops alone.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/networks/drawn_graph.h"
#include "tests/support/optimal/chunk_networks.h"
#include "tests/support/optimal/hop_plan_fault.h"
#include "traffic/optimal/counting_bounds.h"
#include "traffic/propose/list_schedule.h"
#include "traffic/propose/relay_schedule.h"
#include "traffic/propose/translated_relays.h"
#include "traffic/propose/translated_trees.h"
#include "traffic/propose/translations.h"

namespace flitcast::test_proposals {
namespace {

using Dims = std::vector<std::uint32_t>;

const SearchLimit kNoLimit;

ChunkTime bound_of(const ChunkNetwork& network, const Demand& demand) {
  return counting_bounds(network, demand, CostModel::kHops).front().time;
}

TEST(ListSchedule, MeetsTheCountingBoundsOfTheNetworksOfTacos) {
  struct Row {
    TopologyKind kind;
    Dims dims;
    std::uint32_t chunks;
  };
  const Row rows[] = {{TopologyKind::kMesh, {5, 5}, 1},     {TopologyKind::kMesh, {10, 10}, 2},
                      {TopologyKind::kMesh, {7, 12}, 3},    {TopologyKind::kMesh, {3, 3, 3}, 1},
                      {TopologyKind::kMesh, {3, 4, 5}, 2},  {TopologyKind::kMesh, {4, 2, 3}, 3},
                      {TopologyKind::kTorus, {3, 3, 3}, 1}, {TopologyKind::kTorus, {3, 4, 5}, 2},
                      {TopologyKind::kTorus, {4, 2, 3}, 3}};
  for (const Row& row : rows) {
    const Topology topology(row.kind, row.dims);
    const ChunkNetwork network = chunk_network(topology);
    const Demand demand{DemandKind::kAllGather, network.nodes(), 0, row.chunks};
    const auto plan = list_schedule(network, demand, 1, kNoLimit);
    ASSERT_TRUE(plan);
    EXPECT_EQ(fault_in(network, demand, *plan), "") << topology.describe();
    EXPECT_EQ(plan->time, bound_of(network, demand)) << topology.describe();
  }
}

// Links of 50 and 75 GB/s, 80 and 35, 16 and 73, in cycles per flit.
TEST(ListSchedule, IsWithinAFewPercentOfTheBoundWhereLinksDiffer) {
  struct Row {
    NodeId width;
    NodeId height;
    int along;
    int across;
    std::uint32_t chunks;
  };
  for (const Row& row : {Row{5, 5, 3, 2, 10}, Row{8, 5, 7, 16, 4}, Row{7, 10, 73, 16, 2}}) {
    const Topology mesh = make_uneven_mesh(row.width, row.height, row.along, row.across);
    const ChunkNetwork network = chunk_network(mesh);
    const Demand demand{DemandKind::kAllGather, network.nodes(), 0, row.chunks};
    const auto plan = list_schedule(network, demand, 1, kNoLimit);
    ASSERT_TRUE(plan);
    EXPECT_EQ(fault_in(network, demand, *plan), "");
    EXPECT_LE(static_cast<double>(plan->time),
              1.03 * static_cast<double>(bound_of(network, demand)));
  }
}

// In rounds that all their rates divide, these are as fast as without rounds.
TEST(ListSchedule, MeetsTheBoundsOfUnequalLinksInRounds) {
  struct Row {
    NodeId width;
    NodeId height;
    int along;
    int across;
    std::uint32_t chunks;
    ChunkTime round;
    ChunkTime rounds;  // ⌈chunks·others / chunks that enter a corner in a round⌉
  };
  for (const Row& row : {Row{5, 5, 3, 2, 20, 6, 96}, Row{8, 5, 7, 16, 23, 112, 39}}) {
    const Topology mesh = make_uneven_mesh(row.width, row.height, row.along, row.across);
    const ChunkNetwork network(mesh, LinkTimes(mesh, NetworkConfig()), mesh.degree(), Duplex::kFull,
                               row.round);
    const Demand demand{DemandKind::kAllGather, network.nodes(), 0, row.chunks};
    const auto plan = list_schedule(network, demand, 1, kNoLimit);
    ASSERT_TRUE(plan);
    EXPECT_EQ(fault_in(network, demand, *plan), "") << row.round;
    EXPECT_EQ(plan->time, row.rounds) << row.round;
  }
}

// A tree with some links more, of times 1 to 4 each way.
TEST(ListSchedule, IsForAnyGraph) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    Draw draw(seed);
    const auto nodes = draw.between<NodeId>(2, 9);
    const Topology graph(graph_family(), {{}, "drawn", draw_graph(draw, nodes, 0, 1, 4)});
    for (const ChunkTime round : {0, 12}) {
      const ChunkNetwork network(graph, LinkTimes(graph, NetworkConfig()), draw.between(1, 3),
                                 draw.one_in(2) ? Duplex::kHalf : Duplex::kFull, round);
      for (const DemandKind kind : {DemandKind::kBroadcast, DemandKind::kScatter,
                                    DemandKind::kAllGather, DemandKind::kAllToAll}) {
        const Demand demand{kind, nodes, draw.between<NodeId>(0, nodes - 1), 2};
        const auto plan = demand.is_personal() ? relay_schedule(network, demand, seed, kNoLimit)
                                               : list_schedule(network, demand, seed, kNoLimit);
        ASSERT_TRUE(plan);
        EXPECT_EQ(fault_in(network, demand, *plan), "") << seed << ", " << round;
        EXPECT_GE(plan->time, bound_of(network, demand)) << seed << ", " << round;
      }
    }
  }
}

TEST(ListSchedule, KeepsToPortsAndHalfDuplex) {
  for (const Dims& dims : {Dims{2, 2}, Dims{5, 3}, Dims{1, 7}, Dims{3, 3, 3}}) {
    const Topology mesh(TopologyKind::kMesh, dims);
    for (const int ports : {1, 2}) {
      for (const Duplex duplex : {Duplex::kFull, Duplex::kHalf}) {
        const ChunkNetwork network = chunk_network(mesh, ports, duplex);
        for (const DemandKind kind : {DemandKind::kAllGather, DemandKind::kBroadcast}) {
          const Demand demand{kind, network.nodes(), network.nodes() / 2, 3};
          const auto plan = list_schedule(network, demand, 7, kNoLimit);
          ASSERT_TRUE(plan);
          EXPECT_EQ(fault_in(network, demand, *plan), "") << mesh.describe();
          EXPECT_GE(plan->time, bound_of(network, demand)) << mesh.describe();
        }
      }
    }
  }
}

TEST(ListSchedule, EndsWhenItIsTold) {
  const Topology mesh(TopologyKind::kMesh, {6, 6});
  const ChunkNetwork network = chunk_network(mesh);
  const Demand demand{DemandKind::kAllGather, 36, 0, 1};
  const SearchLimit never{{}, [] { return true; }};
  EXPECT_FALSE(list_schedule(network, demand, 1, never));
  EXPECT_FALSE(relay_schedule(network, {DemandKind::kAllToAll, 36, 0, 1}, 1, never));
}

TEST(TranslatedTrees, MeetTheCountingBoundOnToriCubesAndRings) {
  struct Row {
    TopologyKind kind;
    Dims dims;
    std::uint32_t chunks;
    ChunkTime time;
  };
  const Row rows[] = {
      {TopologyKind::kTorus, {4, 4}, 1, 4},     {TopologyKind::kTorus, {8, 8}, 1, 16},
      {TopologyKind::kTorus, {4, 4, 4}, 1, 11}, {TopologyKind::kHypercube, {7}, 1, 19},
      {TopologyKind::kTorus, {8, 16}, 1, 32},   {TopologyKind::kRing, {9}, 3, 12},
      {TopologyKind::kTorus, {3, 4, 5}, 6, 59}, {TopologyKind::kRing, {2}, 4, 4}};
  for (const Row& row : rows) {
    const Topology topology(row.kind, row.dims);
    const ChunkNetwork network = chunk_network(topology);
    ASSERT_TRUE(has_translations(network));
    const Demand demand{DemandKind::kAllGather, network.nodes(), 0, row.chunks};
    HopPlan best = *translated_trees(network, demand, 0, kNoLimit);
    for (std::uint64_t seed = 1; seed < 20 && best.time > row.time; ++seed) {
      best = *translated_trees(network, demand, seed, kNoLimit);
    }
    EXPECT_EQ(best.time, row.time) << topology.describe();
    EXPECT_EQ(fault_in(network, demand, best), "") << topology.describe();
  }
}

// All blocks cross the middle of some dimension, half of them each way.
TEST(TranslatedRelays, MeetTheCountingBoundOfTheCompleteExchange) {
  struct Row {
    TopologyKind kind;
    Dims dims;
    std::uint32_t chunks;
    ChunkTime time;
  };
  const Row rows[] = {{TopologyKind::kHypercube, {5}, 1, 16}, {TopologyKind::kTorus, {4, 4}, 1, 8},
                      {TopologyKind::kTorus, {8, 8}, 1, 64},  {TopologyKind::kRing, {7}, 1, 6},
                      {TopologyKind::kRing, {8}, 2, 16},      {TopologyKind::kTorus, {5, 3}, 1, 9}};
  for (const Row& row : rows) {
    const Topology topology(row.kind, row.dims);
    const ChunkNetwork network = chunk_network(topology);
    const Demand demand{DemandKind::kAllToAll, network.nodes(), 0, row.chunks};
    HopPlan best = *translated_relays(network, demand, 0, kNoLimit);
    for (std::uint64_t seed = 1; seed < 50 && best.time > row.time; ++seed) {
      best = *translated_relays(network, demand, seed, kNoLimit);
    }
    EXPECT_EQ(best.time, row.time) << topology.describe();
    EXPECT_EQ(bound_of(network, demand), row.time) << topology.describe();
    EXPECT_EQ(fault_in(network, demand, best), "") << topology.describe();
  }
}

TEST(TranslatedTrees, KeepToPorts) {
  const Topology torus(TopologyKind::kTorus, {5, 3});
  for (const int ports : {1, 2, 3}) {
    const ChunkNetwork network = chunk_network(torus, ports);
    const Demand demand{DemandKind::kAllGather, 15, 0, 2};
    const HopPlan plan = *translated_trees(network, demand, 1, kNoLimit);
    EXPECT_EQ(fault_in(network, demand, plan), "");
    EXPECT_GE(plan.time, bound_of(network, demand));
    EXPECT_LE(plan.time, bound_of(network, demand) + 1);
  }
}

TEST(TranslatedTrees, AreForNetworksThatTranslationsTakeToThemselves) {
  EXPECT_FALSE(has_translations(chunk_network(Topology(TopologyKind::kMesh, {4, 4}))));
  EXPECT_FALSE(has_translations(chunk_network(Topology(TopologyKind::kLine, {4}))));
  EXPECT_FALSE(
      has_translations(chunk_network(Topology(TopologyKind::kTorus, {4, 4}), 4, Duplex::kHalf)));
  EXPECT_FALSE(has_translations(chunk_network(make_dgx1())));
}

TEST(RelaySchedule, BringsEverybodyWhatIsForIt) {
  struct Row {
    TopologyKind kind;
    Dims dims;
  };
  const Row rows[] = {{TopologyKind::kMesh, {4, 3}}, {TopologyKind::kTorus, {4, 4}},
                      {TopologyKind::kRing, {7}},    {TopologyKind::kHypercube, {4}},
                      {TopologyKind::kLine, {2}},    {TopologyKind::kUnidirectionalTorus, {3, 2}}};
  for (const Row& row : rows) {
    const Topology topology(row.kind, row.dims);
    for (const int ports : {0, 1}) {
      const ChunkNetwork network = chunk_network(topology, ports);
      for (const DemandKind kind : {DemandKind::kScatter, DemandKind::kAllToAll}) {
        const Demand demand{kind, network.nodes(), 1, 2};
        const auto plan = relay_schedule(network, demand, 3, kNoLimit);
        ASSERT_TRUE(plan);
        EXPECT_EQ(fault_in(network, demand, *plan), "") << topology.describe();
        EXPECT_GE(plan->time, bound_of(network, demand)) << topology.describe();
      }
    }
  }
}

TEST(RelaySchedule, ScattersAtTheCountingBound) {
  for (const Dims& dims : {Dims{8}, Dims{4, 4}, Dims{5, 3}}) {
    const Topology mesh(TopologyKind::kMesh, dims);
    const ChunkNetwork network = chunk_network(mesh);
    const Demand demand{DemandKind::kScatter, network.nodes(), 0, 1};
    ChunkTime best = kUnreached;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      best = std::min(best, relay_schedule(network, demand, seed, kNoLimit)->time);
    }
    EXPECT_EQ(best, bound_of(network, demand)) << mesh.describe();
  }
}

}  // namespace
}  // namespace flitcast::test_proposals
