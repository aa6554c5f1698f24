#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/optimal/chunk_networks.h"
#include "traffic/optimal/counting_bounds.h"

namespace flitcast::test_counting_bounds {
namespace {

using Dims = std::vector<std::uint32_t>;

std::vector<CountingBound> bounds(const ChunkNetwork& network, DemandKind kind,
                                  std::uint32_t chunks = 1, NodeId root = 0) {
  return counting_bounds(network, {kind, network.processors(), root, chunks}, CostModel::kHops);
}

ChunkTime best(TopologyKind topology, const Dims& dims, DemandKind kind, std::uint32_t chunks = 1,
               NodeId root = 0) {
  const Topology made(topology, dims);
  return bounds(chunk_network(made), kind, chunks, root).front().time;
}

std::optional<CountingBound> of_kind(const std::vector<CountingBound>& bounds, BoundKind kind) {
  const auto found = std::find_if(bounds.begin(), bounds.end(),
                                  [&](const auto& each) { return each.kind == kind; });
  return found == bounds.end() ? std::nullopt : std::optional(*found);
}

TEST(CountingBounds, OfAllGathersOnCubesRingsMeshesAndTori) {
  constexpr DemandKind kGather = DemandKind::kAllGather;
  const ChunkTime cubes[] = {1, 2, 3, 4, 7, 11, 19};
  for (std::uint32_t n = 1; n <= 7; ++n) {
    EXPECT_EQ(best(TopologyKind::kHypercube, {n}, kGather), cubes[n - 1]) << n;
  }
  EXPECT_EQ(best(TopologyKind::kRing, {8}, kGather), 4);
  EXPECT_EQ(best(TopologyKind::kRing, {8}, kGather, 2), 7);
  EXPECT_EQ(best(TopologyKind::kMesh, {3, 3}, kGather), 4);
  EXPECT_EQ(best(TopologyKind::kTorus, {4, 4}, kGather), 4);
  EXPECT_EQ(best(TopologyKind::kTorus, {4, 4}, kGather, 4), 15);
  EXPECT_EQ(best(TopologyKind::kTorus, {8, 8}, kGather), 16);
  EXPECT_EQ(best(TopologyKind::kTorus, {4, 4, 4}, kGather), 11);
  EXPECT_EQ(best(TopologyKind::kLine, {5}, kGather), 4);
}

// W. Won et al., MICRO 2024: the networks of the tests of TACOS.
TEST(CountingBounds, OfTheAllGathersOfTacos) {
  struct Row {
    TopologyKind kind;
    Dims dims;
    std::uint32_t chunks;
    ChunkTime rounds;
  };
  const Row rows[] = {
      {TopologyKind::kMesh, {5, 5}, 1, 12},    {TopologyKind::kMesh, {10, 10}, 2, 99},
      {TopologyKind::kMesh, {7, 12}, 3, 125},  {TopologyKind::kMesh, {3, 3, 3}, 1, 9},
      {TopologyKind::kMesh, {3, 4, 5}, 2, 40}, {TopologyKind::kMesh, {4, 2, 3}, 3, 23},
      {TopologyKind::kTorus, {3, 3, 3}, 1, 5}, {TopologyKind::kTorus, {3, 4, 5}, 2, 20},
      {TopologyKind::kTorus, {4, 2, 3}, 3, 14}};
  for (const Row& row : rows) {
    EXPECT_EQ(best(row.kind, row.dims, DemandKind::kAllGather, row.chunks), row.rounds)
        << join_dims(row.dims);
  }
}

// Seven blocks over two double links and two single ones: 7/6 of a round a chunk, two units each.
TEST(CountingBounds, OfUnequalLinksGoByTheirRates) {
  const Topology dgx1 = make_dgx1();
  const ChunkTime units[] = {3, 5, 8, 10, 12, 14};
  for (std::uint32_t chunks = 1; chunks <= 6; ++chunks) {
    EXPECT_EQ(bounds(chunk_network(dgx1), DemandKind::kAllGather, chunks).front().time,
              units[chunks - 1])
        << chunks;
  }
}

// Cai et al., PPoPP 2021: 7/6 rounds a chunk, in which double links carry two.
TEST(CountingBounds, OfRoundsGoByWhatLinksCarryTogether) {
  const Topology dgx1 = make_dgx1();
  const ChunkNetwork network(dgx1, LinkTimes(dgx1, NetworkConfig()), 4, Duplex::kFull, 2);
  for (std::uint32_t chunks = 1; chunks <= 12; ++chunks) {
    EXPECT_EQ(bounds(network, DemandKind::kAllGather, chunks).front().time, (7 * chunks + 5) / 6);
  }
}

TEST(CountingBounds, OfRootedOperationsBeginAtTheRoot) {
  // Three hops to the last node of a line, whose chunks follow one another.
  EXPECT_EQ(best(TopologyKind::kLine, {4}, DemandKind::kBroadcast), 3);
  EXPECT_EQ(best(TopologyKind::kLine, {4}, DemandKind::kBroadcast, 5), 7);
  EXPECT_EQ(best(TopologyKind::kLine, {4}, DemandKind::kScatter), 3);
  EXPECT_EQ(best(TopologyKind::kLine, {4}, DemandKind::kScatter, 3), 9);
  EXPECT_EQ(best(TopologyKind::kLine, {4}, DemandKind::kScatter, 3, 1), 6);  // six go one way
  EXPECT_EQ(best(TopologyKind::kHypercube, {4}, DemandKind::kScatter), 4);
  EXPECT_EQ(best(TopologyKind::kMesh, {8, 8}, DemandKind::kScatter), 32);  // 63 over two links
}

TEST(CountingBounds, OfTheCompleteExchangeAreCutsAndDistances) {
  // 4·4 blocks cross the middle, two links each way; 8·16 hops are made over 16 links.
  EXPECT_EQ(best(TopologyKind::kRing, {8}, DemandKind::kAllToAll), 8);
  // 8·8 blocks cross over four links.
  EXPECT_EQ(best(TopologyKind::kMesh, {4, 4}, DemandKind::kAllToAll), 16);
  EXPECT_EQ(best(TopologyKind::kHypercube, {4}, DemandKind::kAllToAll), 8);
}

TEST(CountingBounds, OfAnAllReduceAreTwiceThoseOfItsHalvesOnRegularNetworks) {
  EXPECT_EQ(best(TopologyKind::kTorus, {8, 8}, DemandKind::kAllReduce), 32);
  EXPECT_EQ(best(TopologyKind::kHypercube, {3}, DemandKind::kAllReduce), 5);  // 14/3
  EXPECT_EQ(best(TopologyKind::kLine, {2}, DemandKind::kAllReduce), 2);
}

TEST(CountingBounds, OfOnePortDouble) {
  const Topology cube(TopologyKind::kHypercube, {4});
  const auto found = bounds(chunk_network(cube, 1), DemandKind::kBroadcast, 3);
  EXPECT_EQ(found.front().time, 6);  // the third chunk leaves after two, and then four doublings
  const auto growth = of_kind(found, BoundKind::kGrowth);
  ASSERT_TRUE(growth);
  EXPECT_NE(growth->reason.find("round by round by 1, 2, 4, 8, 16 nodes"), std::string::npos);
  EXPECT_EQ(bounds(chunk_network(cube, 1), DemandKind::kAllGather).front().time, 15);
}

TEST(CountingBounds, OfHalfDuplexCountBothWays) {
  const Topology pair(TopologyKind::kLine, {2});
  EXPECT_EQ(bounds(chunk_network(pair, 1, Duplex::kHalf), DemandKind::kAllGather, 3).front().time,
            6);
  const Topology ring(TopologyKind::kRing, {4});
  // 4·3 hops over four pairs.
  EXPECT_EQ(bounds(chunk_network(ring, 0, Duplex::kHalf), DemandKind::kAllGather).front().time, 3);
}

// Q_n with all ports: what knows something tells n others a round at most, 1, n + 1, (n + 1)² …
TEST(CountingBounds, OfWormsGrowByTheirPorts) {
  const ChunkTime rounds[] = {1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4};
  for (std::uint32_t n = 1; n <= 12; ++n) {
    const Topology cube(TopologyKind::kHypercube, {n});
    const auto found = counting_bounds(
        chunk_network(cube), {DemandKind::kBroadcast, cube.processors(), 0, 1}, CostModel::kWorms);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].time, rounds[n - 1]) << n;
  }
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  const auto corner =
      counting_bounds(chunk_network(mesh), {DemandKind::kBroadcast, 16, 0, 1}, CostModel::kWorms);
  EXPECT_NE(corner[0].reason.find("by 1, 3, 13, 16 nodes"), std::string::npos);
  EXPECT_EQ(corner[0].witness, std::vector<NodeId>{0});
}

TEST(CountingBounds, SayWhy) {
  const Topology mesh(TopologyKind::kMesh, {3, 3});
  const auto found = bounds(chunk_network(mesh), DemandKind::kAllGather);
  const auto degree = of_kind(found, BoundKind::kDegree);
  ASSERT_TRUE(degree);
  EXPECT_EQ(degree->reason, "8 chunks have to enter node 0 over 2 links");
  EXPECT_EQ(degree->witness, std::vector<NodeId>{0});
  const auto distance = of_kind(found, BoundKind::kDistance);
  ASSERT_TRUE(distance);
  EXPECT_EQ(distance->reason, "data of node 0 have to reach node 8");
  EXPECT_EQ(distance->witness, (std::vector<NodeId>{0, 8}));
}

// What every witness claims, counted anew.
TEST(CountingBounds, CutsHoldWhatTheirWitnessesSay) {
  const Topology mesh = make_uneven_mesh(5, 4, 2, 3);
  const ChunkNetwork network = chunk_network(mesh);
  for (const DemandKind kind : {DemandKind::kAllGather, DemandKind::kAllToAll}) {
    const auto cut = of_kind(bounds(network, kind, 2), BoundKind::kCut);
    ASSERT_TRUE(cut);
    const auto inside = [&](NodeId node) {
      return std::count(cut->witness.begin(), cut->witness.end(), node) > 0;
    };
    const ChunkTime members = static_cast<ChunkTime>(cut->witness.size());
    const ChunkTime chunks = (20 - members) * 2 * (kind == DemandKind::kAllToAll ? members : 1);
    const auto brought_by = [&](ChunkTime end) {
      ChunkTime sum = 0;
      for (LinkId id = 0; id < network.size(); ++id) {
        const ChunkLink& link = network.link(id);
        sum += !inside(link.from) && inside(link.to) ? end / link.time : 0;
      }
      return sum;
    };
    EXPECT_GE(brought_by(cut->time), chunks);
    EXPECT_LT(brought_by(cut->time - 1), chunks);
  }
}

TEST(CountingBounds, OfANodeAloneAreNone) {
  const Topology line(TopologyKind::kLine, {1});
  EXPECT_TRUE(bounds(chunk_network(line), DemandKind::kAllGather).empty());
}

}  // namespace
}  // namespace flitcast::test_counting_bounds
