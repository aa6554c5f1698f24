#include <limits>

#include <gtest/gtest.h>

#include "tests/support/networks/loaded_network.h"

namespace flitcast::test_load_estimate {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// The mean distance on a line of k, self-sends included, is (k² − 1)/3k.
TEST(PacketMix, KnowsTheMeanDistance) {
  const LoadedNetwork mesh(TopologyKind::kMesh, {8, 5});
  EXPECT_NEAR(mesh.theory(with_pattern("uniform")).mix().hops(), 63.0 / 24 + 24.0 / 15, 1e-12);
  const LoadedNetwork cube(TopologyKind::kHypercube, {7});
  EXPECT_NEAR(cube.theory(with_pattern("bit_complement")).mix().hops(), 7, 1e-12);
}

// 2,304 nodes are drawn from: 65,536 packets, a standard deviation of 16 hops.
TEST(PacketMix, DrawsFromLargeNetworks) {
  const LoadedNetwork mesh(TopologyKind::kMesh, {48, 48});
  const auto pattern = make_pattern(mesh.topology, {});
  const PacketMix mix(mesh.routing, *pattern, {});
  EXPECT_NEAR(mix.hops(), 2 * (48.0 * 48 - 1) / (3 * 48), 5 * 16 / 256.0);
}

// 3 + D·t_d + (P − 1)·t_m, with D = 5.25; every link once more where packets are stored.
TEST(ZeroLoad, IsTheMeanOverThePattern) {
  const LoadedNetwork mesh(TopologyKind::kMesh, {8, 8});
  NetworkConfig config;
  config.buffer_flits = 8;  // of a packet, and for the full rate
  EXPECT_DOUBLE_EQ(mesh.theory({}).mix().zero_load(PacketLatency(config)), 3 + 5.25 + 4);
  config.router_delay = 2;
  config.link_delay = 3;
  config.startup = 10;
  EXPECT_DOUBLE_EQ(mesh.theory({}).mix().zero_load(PacketLatency(config)), 13 + 5.25 * 5 + 4);
  config.switching = Switching::kStoreAndForward;
  EXPECT_DOUBLE_EQ(mesh.theory({}).mix().zero_load(PacketLatency(config)),
                   13 + 5.25 * (5 + 4) + 4.0 / 64);
}

TEST(ZeroLoad, IsTheMeanOverSizesAndReplies) {
  const LoadedNetwork pair(TopologyKind::kMesh, {2});
  LoadSettings settings = with_pattern("bit_complement");
  settings.sizes = {{1, 3}, {5, 1}};
  EXPECT_DOUBLE_EQ(pair.theory(settings).mix().zero_load(PacketLatency(NetworkConfig{})), 4 + 1);
  settings.reply_flits = 9;
  EXPECT_DOUBLE_EQ(pair.theory(settings).mix().zero_load(PacketLatency(NetworkConfig{})),
                   (5 + 12) / 2.0);
}

// A worm of two addresses over two links, with as many destinations as there are nodes on its way:
// 3 + 1 + 5 at the first and 3 + 2 + 5 at the second.
TEST(ZeroLoad, OfAMulticastIsTheMeanOverItsCopies) {
  const LoadedNetwork line(TopologyKind::kLine, {3});
  LoadSettings settings = with_matrix("0 0 1\n0 0 0\n0 0 0\n");
  settings.destinations = {{5, 1}};
  const LoadTheory theory = line.theory(settings);
  EXPECT_DOUBLE_EQ(theory.mix().copies(), 2);
  EXPECT_DOUBLE_EQ(theory.mix().zero_load(PacketLatency(NetworkConfig{})), 9.5);
}

// M/D/1 by hand at 0.2: the send port is busy 0.28 with 7 cycles a packet, which wait
// 0.28·7/(2·0.72); link and receive port 0.2 with 5, 0.2·5/(2·0.8) each.
TEST(LoadEstimate, IsTheSumOfTheQueuesOfThePath) {
  const LoadedNetwork pair(TopologyKind::kMesh, {2});
  const LoadTheory theory = pair.theory(with_pattern("bit_complement"));
  EXPECT_NEAR(theory.estimate(PacketLatency(NetworkConfig{}), 0.2), 8 + 0.28 * 7 / 1.44 + 2 * 0.625,
              1e-12);
  EXPECT_EQ(theory.estimate(PacketLatency(NetworkConfig{}), 0.72), kNever);  // of 5/7
}

// At 0.2 the pair of channels is busy 0.4 with 5 cycles a packet: 0.4·5/(2·0.6).
TEST(LoadEstimate, OfHalfDuplexIsOfOneQueueForBothWays) {
  const LoadedNetwork pair(TopologyKind::kMesh, {2});
  NetworkConfig config;
  config.duplex = Duplex::kHalf;
  const LoadTheory theory = pair.theory(with_pattern("bit_complement"), config);
  EXPECT_NEAR(theory.estimate(PacketLatency(config), 0.2), 8 + 0.28 * 7 / 1.44 + 2 / 1.2 + 0.625,
              1e-12);
  EXPECT_EQ(theory.estimate(PacketLatency(config), 0.5), kNever);
}

// Four ports on a staged router have a flit a cycle between them: at 0.2 send ports and receive
// ports are busy 0.2 with 5 cycles a packet, and the link with its one virtual channel 0.28 with 7.
// With a start-up of 45 the four ports are the slower server, as one that takes 50/4 cycles for a
// packet.
TEST(LoadEstimate, OfPortsOnStagedRoutersIsOfOneQueueForAll) {
  const LoadedNetwork pair(TopologyKind::kMesh, {2});
  NetworkConfig config;
  config.pipeline.kind = PipelineKind::kStaged;
  config.ports = 4;
  config.buffer_flits = 8;
  const auto waits = [&] {
    const LoadTheory theory = pair.theory(with_pattern("bit_complement"), config);
    const PacketLatency latency = PacketLatency(config);
    return theory.estimate(latency, 0.2) - theory.mix().zero_load(latency);
  };
  const double link = 0.28 * 7 / (2 * 0.72);
  EXPECT_NEAR(waits(), 2 * 0.625 + link, 1e-12);
  config.startup = 45;
  EXPECT_NEAR(waits(), 0.5 * 12.5 / (2 * 0.5) + 0.625 + link, 1e-12);
}

// A request of 1 flit and a reply of 4 each way: E(P²)/E(P) = 17/5. At 0.05 the send port is busy
// for 9 cycles a request, 0.45, link and receive port for 5, 0.25.
TEST(LoadEstimate, CountsRepliesAsPackets) {
  const LoadedNetwork pair(TopologyKind::kMesh, {2});
  LoadSettings settings = with_pattern("bit_complement");
  settings.sizes = {{1, 1}};
  settings.reply_flits = 4;
  const double link = 0.25 * 17 / 5 / (2 * 0.75);
  const double port = 0.45 * 17 / 5 * (9.0 / 5) / (2 * 0.55);
  EXPECT_NEAR(pair.theory(settings).estimate(PacketLatency(NetworkConfig{}), 0.05),
              5.5 + port + 2 * link, 1e-12);
}

// Sizes of 1 and 5: E(S²)/E(S) = 13/3. Send port: 5 cycles a packet, taken as alike.
TEST(LoadEstimate, CountsTheSpreadOfSizes) {
  const LoadedNetwork pair(TopologyKind::kMesh, {2});
  LoadSettings settings = with_pattern("bit_complement");
  settings.sizes = {{1, 1}, {5, 1}};
  const double link = 0.3 * 13 / 3 / (2 * 0.7);
  const double port = 0.5 * 13 / 3 * (5.0 / 3) / (2 * 0.5);
  EXPECT_NEAR(pair.theory(settings).estimate(PacketLatency(NetworkConfig{}), 0.3),
              6 + port + 2 * link, 1e-12);
}

}  // namespace
}  // namespace flitcast::test_load_estimate
