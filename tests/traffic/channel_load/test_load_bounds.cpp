#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/support/networks/loaded_network.h"

namespace flitcast::test_load_bounds {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// A port is taken for startup + P + 2 cycles by a packet; the hot node has all packets of 0.5 and
// its part of the rest.
TEST(LoadBounds, OfInterfacesCountStartUpAndPorts) {
  const LoadedNetwork pair(TopologyKind::kMesh, {2});
  NetworkConfig config;
  config.startup = 3;
  EXPECT_DOUBLE_EQ(pair.theory(with_pattern("uniform")).bounds().injection, 5.0 / 7);
  EXPECT_DOUBLE_EQ(pair.theory(with_pattern("uniform"), config).bounds().injection, 0.5);
  config.ports = 2;
  EXPECT_DOUBLE_EQ(pair.theory(with_pattern("uniform"), config).bounds().injection, 1);
  EXPECT_DOUBLE_EQ(pair.theory(with_pattern("uniform"), config).bounds().ejection, 2);
  LoadSettings hot = with_pattern("hotspot");
  hot.pattern.hotspots = {1};
  EXPECT_DOUBLE_EQ(pair.theory(hot).bounds().ejection, 1 / (2 * (0.5 + 0.25)));
}

TEST(LoadBounds, OfChannelsCountTheTimeOfAFlit) {
  const LoadedNetwork pair(TopologyKind::kMesh, {2});
  NetworkConfig config;
  config.cycles_per_flit = 4;
  EXPECT_DOUBLE_EQ(pair.theory(with_pattern("bit_complement"), config).bounds().channel, 0.25);
  EXPECT_DOUBLE_EQ(pair.theory(with_pattern("bit_complement"), config).bounds().bisection, 0.25);
}

// Both nodes send to the other one over one pair of channels: two flits for one that a node offers,
// and 8 cycles at 4 a flit. Of four nodes in a line two send across the middle either way.
TEST(LoadBounds, OfHalfDuplexAreOfBothWaysTogether) {
  const LoadedNetwork pair(TopologyKind::kMesh, {2});
  NetworkConfig config;
  config.duplex = Duplex::kHalf;
  const LoadBounds bounds = pair.theory(with_pattern("bit_complement"), config).bounds();
  EXPECT_DOUBLE_EQ(bounds.gamma_max, 2);
  EXPECT_DOUBLE_EQ(bounds.channel, 0.5);
  EXPECT_DOUBLE_EQ(bounds.bisection, 0.5);
  config.cycles_per_flit = 4;
  EXPECT_DOUBLE_EQ(pair.theory(with_pattern("bit_complement"), config).bounds().channel, 0.125);
  EXPECT_DOUBLE_EQ(pair.theory(with_pattern("bit_complement"), config).bounds().bisection, 0.125);
  config.cycles_per_flit = 1;
  const LoadedNetwork line(TopologyKind::kMesh, {4});
  EXPECT_DOUBLE_EQ(line.theory(with_pattern("bit_complement"), config).bounds().channel, 0.25);
  EXPECT_DOUBLE_EQ(line.theory(with_pattern("bit_complement"), config).bounds().bisection, 0.25);
}

// One way only: 0 to 1 offers all flits of both nodes, and none come back.
TEST(LoadBounds, OfHalfDuplexAreThoseOfFullWhereOneWayIsIdle) {
  const LoadedNetwork pair(TopologyKind::kMesh, {2});
  LoadSettings settings = with_matrix("0 1\n0 0\n");
  NetworkConfig config;
  config.duplex = Duplex::kHalf;
  EXPECT_DOUBLE_EQ(pair.theory(settings, config).bounds().channel, 0.5);
  EXPECT_DOUBLE_EQ(pair.theory(settings, config).bounds().bisection, 0.5);
}

// A flit of requests one way, five of replies the other, and both ways alike.
TEST(LoadBounds, CountReplies) {
  const LoadedNetwork pair(TopologyKind::kMesh, {2});
  LoadSettings settings = with_pattern("bit_complement");
  settings.sizes = {{1, 1}};
  settings.reply_flits = 5;
  const LoadBounds bounds = pair.theory(settings).bounds();
  EXPECT_DOUBLE_EQ(bounds.gamma_max, 6);
  EXPECT_DOUBLE_EQ(bounds.ejection, 1.0 / 6);
  EXPECT_DOUBLE_EQ(bounds.bisection, 1.0 / 6);
}

// load.rate counts requests: a request of 1 flit takes a port for 1 + 2 cycles, and for every
// request that comes a reply of 4 takes it for 4 + 2. In comes a flit of a request and four of a
// reply.
TEST(LoadBounds, OfInterfacesCountRepliesAsPacketsOfTheirOwn) {
  const LoadedNetwork mesh(TopologyKind::kMesh, {4, 4});
  LoadSettings settings = with_pattern("uniform");
  settings.sizes = {{1, 1}};
  settings.reply_flits = 4;
  EXPECT_DOUBLE_EQ(mesh.theory(settings).bounds().injection, 1.0 / 9);
  EXPECT_DOUBLE_EQ(mesh.theory(settings).bounds().ejection, 1.0 / 5);
  NetworkConfig config;
  config.startup = 3;
  EXPECT_DOUBLE_EQ(mesh.theory(settings, config).bounds().injection, 1.0 / 15);
  settings.sizes = {{1, 1}, {3, 1}};  // half a request a flit: 2 + 2 and 4 + 2 cycles each
  EXPECT_DOUBLE_EQ(mesh.theory(settings).bounds().injection, 1 / (10.0 / 2));
}

// Four ports of 7 cycles a packet of 5 flits, but no more than a flit a cycle for all of them. The
// next packet starts up while this one is in the router: two cycles of that are hidden.
TEST(LoadBounds, OfInterfacesOnStagedRoutersAreOneFlitACycle) {
  const LoadedNetwork mesh(TopologyKind::kMesh, {4, 4});
  NetworkConfig config;
  config.pipeline.kind = PipelineKind::kStaged;
  config.buffer_flits = 8;
  const auto injection = [&](Cycle startup) {
    config.startup = startup;
    return mesh.theory(with_pattern("uniform"), config).bounds().injection;
  };
  EXPECT_DOUBLE_EQ(injection(0), 5.0 / 7);
  EXPECT_DOUBLE_EQ(injection(1), 5.0 / 7);
  EXPECT_DOUBLE_EQ(injection(2), 5.0 / 7);
  EXPECT_DOUBLE_EQ(injection(3), 5.0 / 8);
  EXPECT_DOUBLE_EQ(injection(10), 5.0 / 15);
  config.ports = 4;
  EXPECT_DOUBLE_EQ(injection(0), 1);
  EXPECT_DOUBLE_EQ(injection(20), 4 * 5.0 / 25);
  EXPECT_DOUBLE_EQ(mesh.theory(with_pattern("uniform"), config).bounds().ejection, 1);
}

// A header in front of a buffer is granted the switch two cycles later, and the next one is in
// front in the cycle after the tail: so 3 cycles for a packet of one flit, 7 for one of 5, over the
// most loaded channel, with two flits for one that a node offers.
TEST(LoadBounds, OfChannelsOfStagedRoutersCountTheTurnsOfPackets) {
  const LoadedNetwork mesh(TopologyKind::kMesh, {8, 8});
  LoadSettings settings = with_pattern("uniform");
  NetworkConfig config;
  config.pipeline.kind = PipelineKind::kStaged;
  config.buffer_flits = 8;
  const auto channel = [&](std::uint32_t flits) {
    settings.sizes = {{flits, 1}};
    return mesh.theory(settings, config).bounds().channel;
  };
  EXPECT_DOUBLE_EQ(channel(1), 1.0 / (2 * 3));
  EXPECT_DOUBLE_EQ(channel(5), 5.0 / (2 * 7));
  config.vcs = 2;
  EXPECT_DOUBLE_EQ(channel(1), 2.0 / (2 * 3));
  EXPECT_DOUBLE_EQ(channel(5), 0.5);
  config.vcs = 1;
  config.pipeline.speculation = true;
  EXPECT_DOUBLE_EQ(channel(1), 1.0 / (2 * 2));
  config.pipeline.speculation = false;
  config.pipeline.route_delay = 4;
  config.pipeline.switch_delay = 3;
  EXPECT_DOUBLE_EQ(channel(1), 1.0 / (2 * (4 + 1 + 2 + 1)));
  EXPECT_DOUBLE_EQ(channel(5), 5.0 / (2 * (4 + 1 + 2 + 5)));
}

// The VC is allocated a cycle before the switch; the credit of a tail is back 5 cycles after that.
TEST(LoadBounds, OfChannelsThatAreGivenAwayEmptyCountTheWayOfTheCredit) {
  const LoadedNetwork mesh(TopologyKind::kMesh, {8, 8});
  LoadSettings settings = with_pattern("uniform");
  NetworkConfig config;
  config.pipeline.kind = PipelineKind::kStaged;
  config.pipeline.vc_reuse = VcReuse::kAtomic;
  config.buffer_flits = 8;
  EXPECT_DOUBLE_EQ(mesh.theory(settings, config).bounds().channel, 5.0 / (2 * (1 + 4 + 5)));
}

// Of a round trip of 5 cycles for two slots.
TEST(LoadBounds, OfChannelsWithSmallBuffersAreThoseOfTheirSlots) {
  const LoadedNetwork mesh(TopologyKind::kMesh, {8, 8});
  NetworkConfig config;
  config.pipeline.kind = PipelineKind::kStaged;
  config.buffer_flits = 2;
  EXPECT_DOUBLE_EQ(mesh.theory(with_pattern("uniform"), config).bounds().channel, 2 / (2 * 5.0));
}

// A receive port is given away a cycle before the header asks for the switch.
TEST(LoadBounds, OfEjectionOnStagedRoutersCountTheTurnsOfPorts) {
  const LoadedNetwork mesh(TopologyKind::kMesh, {4, 4});
  NetworkConfig config;
  config.pipeline.kind = PipelineKind::kStaged;
  config.buffer_flits = 8;
  EXPECT_DOUBLE_EQ(mesh.theory(with_pattern("uniform"), config).bounds().ejection, 5.0 / 6);
  config.ports = 2;
  EXPECT_DOUBLE_EQ(mesh.theory(with_pattern("uniform"), config).bounds().ejection, 1);
}

// Of 5 flits over two links, 1 over one and 2 over one: 3 + 2 + 4, 3 + 1, and 3 + 1 + 1. Other
// settings say nothing of them. Of eight flits node 0 sends seven in two packets, each of which
// takes two cycles more, and at a rate of 1 the three nodes offer 3 flits a cycle.
TEST(LoadTheory, OfATraceIsOfItsOwnPackets) {
  const LoadedNetwork line(TopologyKind::kLine, {3});
  LoadSettings settings = with_pattern("trace");
  settings.pattern.file = "t.csv";
  settings.pattern.text = "10,0,2,5\n10,2,1,1\n12,0,1,2\n";
  settings.sizes = {{77, 1}};
  settings.reply_flits = 9;
  settings.destinations = {{2, 1}};
  const LoadTheory theory = line.theory(settings);
  EXPECT_DOUBLE_EQ(theory.mix().hops(), 4 / 3.0);
  EXPECT_DOUBLE_EQ(theory.mix().flits(), 8 / 3.0);
  EXPECT_DOUBLE_EQ(theory.mix().zero_load(PacketLatency(NetworkConfig{})), (9 + 4 + 5) / 3.0);
  EXPECT_DOUBLE_EQ(theory.bounds().gamma_max, 7 * 3 / 8.0);
  EXPECT_DOUBLE_EQ(theory.bounds().injection, 8 / (3 * (7 + 2 * 2.0)));
  EXPECT_DOUBLE_EQ(theory.bounds().ejection, 8 / (3 * 5.0));
  EXPECT_TRUE(std::isnan(theory.estimate(PacketLatency(NetworkConfig{}), 0.1)));
}

TEST(LoadBounds, AreInfiniteWhereNothingIsSentOverLinks) {
  const LoadedNetwork one(TopologyKind::kMesh, {1});
  const LoadBounds bounds = one.theory(with_pattern("uniform")).bounds();
  EXPECT_EQ(bounds.channel, kNever);
  EXPECT_EQ(bounds.bisection, kNever);
  EXPECT_DOUBLE_EQ(bounds.smallest(), 5.0 / 7);
}

// A flit a cycle per node is three of the only source, whose packets of 5 count twice: 0.3 packets
// of 6 flits on the first link, of 5 on the second, which take the send port for 8 cycles. Each
// receive port has one copy of two.
TEST(LoadBounds, OfMulticastsCountAddressesAndCopiesWhereTheyPass) {
  const LoadedNetwork line(TopologyKind::kLine, {3});
  LoadSettings settings = with_matrix("0 0 1\n0 0 0\n0 0 0\n");
  settings.destinations = {{5, 1}};
  const LoadTheory theory = line.theory(settings);
  EXPECT_DOUBLE_EQ(theory.loads().of(0, 0), 0.3 * 6);
  EXPECT_DOUBLE_EQ(theory.loads().of(1, 0), 0.3 * 5);
  EXPECT_DOUBLE_EQ(theory.bounds().injection, 1 / (0.3 * 8));
  EXPECT_DOUBLE_EQ(theory.bounds().ejection, 1 / (0.3 * 5));
}

// Packets over 2, 4, 4, and 6 links of which a quarter goes to 2 nodes and the rest to 3: 2.75
// copies. Across the middle of row 0 go those of node 1, whose three addresses are all to come, and
// of node 0, 2·4/5 of them, as one of the five nodes that may have them is behind.
TEST(LoadBounds, OfMulticastsOnAMeshAreThoseOfTheAddressesStillToCome) {
  const LoadedNetwork mesh(TopologyKind::kMesh, {4, 4});
  LoadSettings settings = with_pattern("bit_complement");
  settings.destinations = {{3, 1}};
  const LoadTheory theory = mesh.theory(settings);
  const double packets = 1 / (5 * 2.75);
  EXPECT_NEAR(theory.mix().copies(), 2.75, 1e-12);
  EXPECT_NEAR(theory.loads().of(1, 0), packets * (5 + 2 + 5 + 2 * 4 / 5.0), 1e-12);
  EXPECT_NEAR(theory.loads().of(0, 0), packets * (5 + 2), 1e-12);
  EXPECT_NEAR(theory.bounds().channel, 1 / (packets * 13.6), 1e-12);
  EXPECT_NEAR(theory.bounds().injection, 1 / (packets * (5 + 2 + 2)), 1e-12);
}

// A node that sends one message after the other takes startup + P cycles for each, as one server; a
// virtual channel of its own has two cycles between packets, of which four hide all.
TEST(LoadBounds, OfSerialInjectionAreThoseOfOneChannel) {
  const LoadedNetwork pair(TopologyKind::kMesh, {2});
  NetworkConfig config;
  config.pipeline.kind = PipelineKind::kStaged;
  config.pipeline.injection = InjectionMode::kSerial;
  const auto injection = [&](int ports, Cycle startup) {
    config.ports = ports;
    config.startup = startup;
    return pair.theory(with_pattern("bit_complement"), config).bounds().injection;
  };
  EXPECT_DOUBLE_EQ(injection(4, 0), 1);
  EXPECT_DOUBLE_EQ(injection(4, 5), 0.5);
  EXPECT_DOUBLE_EQ(injection(4, 45), 0.1);
  EXPECT_NEAR(injection(1, 0), 5.0 / 7, 1e-12);
}

}  // namespace
}  // namespace flitcast::test_load_bounds
