#include <stdexcept>

#include <gtest/gtest.h>

#include "tests/support/networks/irregular_network.h"
#include "tests/support/optimal/chunk_networks.h"
#include "traffic/optimal/chunk_network.h"

namespace flitcast::test_chunk_network {
namespace {

TEST(ChunkNetwork, HasTheLinksOfTheTopologyWithTheirWaysBack) {
  const Topology mesh(TopologyKind::kMesh, {3, 3});
  const ChunkNetwork network = chunk_network(mesh);
  EXPECT_EQ(network.size(), 24U);
  EXPECT_TRUE(network.equal_links());
  for (LinkId id = 0; id < network.size(); ++id) {
    const ChunkLink& link = network.link(id);
    EXPECT_EQ(network.link(link.back).from, link.to);
    EXPECT_EQ(network.link(link.back).to, link.from);
  }
  EXPECT_EQ(network.chunks_in(0), 2U);
  EXPECT_EQ(network.fan_out(4), 4U);
  EXPECT_EQ(chunk_network(mesh, 1).fan_out(4), 1U);
  EXPECT_EQ(network.hops_from(0), (std::vector<std::uint32_t>{0, 1, 2, 1, 2, 3, 2, 3, 4}));
}

TEST(ChunkNetwork, CountsTimeInUnitsThatAllLinksShare) {
  const Topology mesh = make_uneven_mesh(3, 2, 4, 6);
  const ChunkNetwork network = chunk_network(mesh);
  EXPECT_EQ(network.shortest_time(), 2);
  EXPECT_EQ(network.longest_time(), 3);
  EXPECT_FALSE(network.equal_links());
  EXPECT_EQ(network.times_from(0), (std::vector<ChunkTime>{0, 2, 4, 3, 5, 7}));
}

TEST(ChunkNetwork, TakesOneOfSeveralLinksBetweenTwoNodes) {
  const Topology twins = make_twin_links();
  EXPECT_EQ(chunk_network(twins).size(), 2U);
}

// Links of 2 and 3 units: 3 and 2 chunks go together in 6, 1 and 1 in 3, and one needs 3.
TEST(ChunkNetwork, InRoundsCarriesSeveralChunksTogether) {
  const Topology mesh = make_uneven_mesh(2, 2, 4, 6);
  const LinkTimes times(mesh, NetworkConfig());
  const ChunkNetwork six(mesh, times, 2, Duplex::kFull, 6);
  EXPECT_EQ(six.size(), 20U);
  EXPECT_TRUE(six.equal_links());
  EXPECT_EQ(six.fan_out(0), 2U);
  EXPECT_EQ(six.chunks_out(0), 5U);
  EXPECT_EQ(ChunkNetwork(mesh, times, 1, Duplex::kFull, 6).chunks_in(0), 3U);
  for (LinkId id = 0; id < six.size(); ++id) {
    EXPECT_EQ(six.link(six.link(id).back).back, id);
  }
  EXPECT_EQ(ChunkNetwork(mesh, times, 2, Duplex::kFull, 3).size(), 8U);
  EXPECT_THROW(ChunkNetwork(mesh, times, 2, Duplex::kFull, 2), std::invalid_argument);
}

TEST(ChunkNetwork, ReversedHasEveryLinkTheOtherWay) {
  const Topology ring(TopologyKind::kUnidirectionalTorus, {5});
  const ChunkNetwork network = chunk_network(ring);
  EXPECT_EQ(network.times_from(0), (std::vector<ChunkTime>{0, 1, 2, 3, 4}));
  EXPECT_EQ(network.reversed().times_from(0), (std::vector<ChunkTime>{0, 4, 3, 2, 1}));
  EXPECT_EQ(network.link(0).back, kNoLink);
}

TEST(ChunkNetwork, RefusesWhatHasNoRouterForEachOrIsInPieces) {
  const Topology cmesh(TopologyKind::kCmesh, {2, 2, 2});
  EXPECT_THROW(chunk_network(cmesh), std::invalid_argument);
  const Topology apart(TopologyKind::kOppositeTori, {3});
  EXPECT_THROW(chunk_network(apart), std::invalid_argument);
}

}  // namespace
}  // namespace flitcast::test_chunk_network
