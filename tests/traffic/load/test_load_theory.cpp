#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "traffic/channel_load/load_theory.h"

namespace flitcast::test_load_theory {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

struct Network {
  Network(TopologyKind kind, const std::vector<std::uint32_t>& dims)
      : topology(kind, dims), routing(topology, RoutingOrder::kAscending) {}
  LoadTheory theory(const LoadSettings& settings, const NetworkConfig& config = {}) const {
    return {routing, config, settings};
  }

  Topology topology;
  Routing routing;
};

LoadSettings with(const std::string& pattern) {
  LoadSettings settings;
  settings.pattern.word = pattern;
  return settings;
}

// Over the channel from column i to i + 1 of k go the flits of i + 1 nodes of a row, to a fraction
// (k − i − 1)/k of the columns: k/4 in the middle (Dally and Towles, §3.3.1).
TEST(ChannelLoads, OfUniformTrafficOnAMeshAreExact) {
  const Network mesh(TopologyKind::kMesh, {8, 8});
  const LoadTheory theory = mesh.theory(with("uniform"));
  for (NodeId x = 0; x + 1 < 8; ++x) {
    for (NodeId y = 0; y < 8; ++y) {
      EXPECT_DOUBLE_EQ(theory.loads().of(x + 8 * y, 0), (x + 1) * (7 - x) / 8.0);
      EXPECT_DOUBLE_EQ(theory.loads().of(x + 1 + 8 * y, 1), (x + 1) * (7 - x) / 8.0);
      EXPECT_DOUBLE_EQ(theory.loads().of(y + 8 * x, 2), (x + 1) * (7 - x) / 8.0);
    }
  }
  EXPECT_DOUBLE_EQ(theory.bounds().gamma_max, 2);
  EXPECT_DOUBLE_EQ(theory.bounds().channel, 0.5);
  EXPECT_DOUBLE_EQ(theory.bounds().bisection, 0.5);
  EXPECT_DOUBLE_EQ(theory.bounds().ejection, 1);
}

TEST(ChannelLoads, AreALittleHigherWithoutSelfSends) {
  const Network mesh(TopologyKind::kMesh, {8, 8});
  LoadSettings settings;
  settings.pattern.self_sends = false;
  EXPECT_NEAR(mesh.theory(settings).bounds().gamma_max, 2 * 64.0 / 63, 1e-12);
}

// Seven nodes of the last row turn at its last node.
TEST(ChannelLoads, OfTransposeReachSeven) {
  const Network mesh(TopologyKind::kMesh, {8, 8});
  const LoadTheory theory = mesh.theory(with("transpose"));
  EXPECT_DOUBLE_EQ(theory.bounds().gamma_max, 7);
  EXPECT_DOUBLE_EQ(theory.bounds().channel, 1.0 / 7);
}

// Half of all packets cross every dimension, on as many channels as there are nodes.
TEST(ChannelLoads, OfUniformTrafficOnAHypercubeAreOneHalf) {
  const Network cube(TopologyKind::kHypercube, {6});
  const LoadTheory theory = cube.theory(with("uniform"));
  for (NodeId node = 0; node < 64; ++node) {
    for (PortId port = 0; port < 6; ++port) {
      EXPECT_DOUBLE_EQ(theory.loads().of(node, port), 0.5);
    }
  }
  EXPECT_DOUBLE_EQ(theory.bounds().bisection, 2);
}

// Up go those 1 … 4 away, down those 1 … 3 away: 10/8 and 6/8 hops a flit.
TEST(ChannelLoads, OfARingTellUpFromDown) {
  const Network ring(TopologyKind::kRing, {8});
  const LoadTheory theory = ring.theory(with("uniform"));
  EXPECT_DOUBLE_EQ(theory.loads().of(3, 0), 10.0 / 8);
  EXPECT_DOUBLE_EQ(theory.loads().of(3, 1), 6.0 / 8);
}

// Two leaves below each child of the root, half of whose flits go to the others.
TEST(ChannelLoads, OfATreeAreHighestAtTheRoot) {
  const Network tree(TopologyKind::kTree, {2});
  const LoadTheory theory = tree.theory(with("uniform"));
  EXPECT_DOUBLE_EQ(theory.bounds().gamma_max, 1);
  EXPECT_EQ(theory.bounds().bisection, kNever);
}

// A port is taken for startup + P + 2 cycles by a packet; the hot node has all packets of 0.5 and
// its part of the rest.
TEST(LoadBounds, OfInterfacesCountStartUpAndPorts) {
  const Network pair(TopologyKind::kMesh, {2});
  NetworkConfig config;
  config.startup = 3;
  EXPECT_DOUBLE_EQ(pair.theory(with("uniform")).bounds().injection, 5.0 / 7);
  EXPECT_DOUBLE_EQ(pair.theory(with("uniform"), config).bounds().injection, 0.5);
  config.ports = 2;
  EXPECT_DOUBLE_EQ(pair.theory(with("uniform"), config).bounds().injection, 1);
  EXPECT_DOUBLE_EQ(pair.theory(with("uniform"), config).bounds().ejection, 2);
  LoadSettings hot = with("hotspot");
  hot.pattern.hotspots = {1};
  EXPECT_DOUBLE_EQ(pair.theory(hot).bounds().ejection, 1 / (2 * (0.5 + 0.25)));
}

TEST(LoadBounds, OfChannelsCountTheTimeOfAFlit) {
  const Network pair(TopologyKind::kMesh, {2});
  NetworkConfig config;
  config.cycles_per_flit = 4;
  EXPECT_DOUBLE_EQ(pair.theory(with("bit_complement"), config).bounds().channel, 0.25);
  EXPECT_DOUBLE_EQ(pair.theory(with("bit_complement"), config).bounds().bisection, 0.25);
}

// Both nodes send to the other one over one pair of channels: two flits for one that a node offers,
// and 8 cycles at 4 a flit. Of four nodes in a line two send across the middle either way.
TEST(LoadBounds, OfHalfDuplexAreOfBothWaysTogether) {
  const Network pair(TopologyKind::kMesh, {2});
  NetworkConfig config;
  config.duplex = Duplex::kHalf;
  const LoadBounds bounds = pair.theory(with("bit_complement"), config).bounds();
  EXPECT_DOUBLE_EQ(bounds.gamma_max, 2);
  EXPECT_DOUBLE_EQ(bounds.channel, 0.5);
  EXPECT_DOUBLE_EQ(bounds.bisection, 0.5);
  config.cycles_per_flit = 4;
  EXPECT_DOUBLE_EQ(pair.theory(with("bit_complement"), config).bounds().channel, 0.125);
  EXPECT_DOUBLE_EQ(pair.theory(with("bit_complement"), config).bounds().bisection, 0.125);
  config.cycles_per_flit = 1;
  const Network line(TopologyKind::kMesh, {4});
  EXPECT_DOUBLE_EQ(line.theory(with("bit_complement"), config).bounds().channel, 0.25);
  EXPECT_DOUBLE_EQ(line.theory(with("bit_complement"), config).bounds().bisection, 0.25);
}

// One way only: 0 to 1 offers all flits of both nodes, and none come back.
TEST(LoadBounds, OfHalfDuplexAreThoseOfFullWhereOneWayIsIdle) {
  const Network pair(TopologyKind::kMesh, {2});
  LoadSettings settings = with("matrix");
  settings.pattern.file = "m";
  settings.pattern.text = "0 1\n0 0\n";
  NetworkConfig config;
  config.duplex = Duplex::kHalf;
  EXPECT_DOUBLE_EQ(pair.theory(settings, config).bounds().channel, 0.5);
  EXPECT_DOUBLE_EQ(pair.theory(settings, config).bounds().bisection, 0.5);
}

// A flit of requests one way, five of replies the other, and both ways alike.
TEST(LoadBounds, CountReplies) {
  const Network pair(TopologyKind::kMesh, {2});
  LoadSettings settings = with("bit_complement");
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
  const Network mesh(TopologyKind::kMesh, {4, 4});
  LoadSettings settings = with("uniform");
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
  const Network mesh(TopologyKind::kMesh, {4, 4});
  NetworkConfig config;
  config.pipeline.kind = PipelineKind::kStaged;
  config.buffer_flits = 8;
  const auto injection = [&](Cycle startup) {
    config.startup = startup;
    return mesh.theory(with("uniform"), config).bounds().injection;
  };
  EXPECT_DOUBLE_EQ(injection(0), 5.0 / 7);
  EXPECT_DOUBLE_EQ(injection(1), 5.0 / 7);
  EXPECT_DOUBLE_EQ(injection(2), 5.0 / 7);
  EXPECT_DOUBLE_EQ(injection(3), 5.0 / 8);
  EXPECT_DOUBLE_EQ(injection(10), 5.0 / 15);
  config.ports = 4;
  EXPECT_DOUBLE_EQ(injection(0), 1);
  EXPECT_DOUBLE_EQ(injection(20), 4 * 5.0 / 25);
  EXPECT_DOUBLE_EQ(mesh.theory(with("uniform"), config).bounds().ejection, 1);
}

// A header in front of a buffer is granted the switch two cycles later, and the next one is in
// front in the cycle after the tail: so 3 cycles for a packet of one flit, 7 for one of 5, over the
// most loaded channel, with two flits for one that a node offers.
TEST(LoadBounds, OfChannelsOfStagedRoutersCountTheTurnsOfPackets) {
  const Network mesh(TopologyKind::kMesh, {8, 8});
  LoadSettings settings = with("uniform");
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
  const Network mesh(TopologyKind::kMesh, {8, 8});
  LoadSettings settings = with("uniform");
  NetworkConfig config;
  config.pipeline.kind = PipelineKind::kStaged;
  config.pipeline.vc_reuse = VcReuse::kAtomic;
  config.buffer_flits = 8;
  EXPECT_DOUBLE_EQ(mesh.theory(settings, config).bounds().channel, 5.0 / (2 * (1 + 4 + 5)));
}

// Of a round trip of 5 cycles for two slots.
TEST(LoadBounds, OfChannelsWithSmallBuffersAreThoseOfTheirSlots) {
  const Network mesh(TopologyKind::kMesh, {8, 8});
  NetworkConfig config;
  config.pipeline.kind = PipelineKind::kStaged;
  config.buffer_flits = 2;
  EXPECT_DOUBLE_EQ(mesh.theory(with("uniform"), config).bounds().channel, 2 / (2 * 5.0));
}

// A receive port is given away a cycle before the header asks for the switch.
TEST(LoadBounds, OfEjectionOnStagedRoutersCountTheTurnsOfPorts) {
  const Network mesh(TopologyKind::kMesh, {4, 4});
  NetworkConfig config;
  config.pipeline.kind = PipelineKind::kStaged;
  config.buffer_flits = 8;
  EXPECT_DOUBLE_EQ(mesh.theory(with("uniform"), config).bounds().ejection, 5.0 / 6);
  config.ports = 2;
  EXPECT_DOUBLE_EQ(mesh.theory(with("uniform"), config).bounds().ejection, 1);
}

// Of 5 flits over two links, 1 over one and 2 over one: 3 + 2 + 4, 3 + 1, and 3 + 1 + 1. Other
// settings say nothing of them. Of eight flits node 0 sends seven in two packets, each of which
// takes two cycles more, and at a rate of 1 the three nodes offer 3 flits a cycle.
TEST(LoadTheory, OfATraceIsOfItsOwnPackets) {
  const Network line(TopologyKind::kLine, {3});
  LoadSettings settings = with("trace");
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
  const Network one(TopologyKind::kMesh, {1});
  const LoadBounds bounds = one.theory(with("uniform")).bounds();
  EXPECT_EQ(bounds.channel, kNever);
  EXPECT_EQ(bounds.bisection, kNever);
  EXPECT_DOUBLE_EQ(bounds.smallest(), 5.0 / 7);
}

// The mean distance on a line of k, self-sends included, is (k² − 1)/3k.
TEST(PacketMix, KnowsTheMeanDistance) {
  const Network mesh(TopologyKind::kMesh, {8, 5});
  EXPECT_NEAR(mesh.theory(with("uniform")).mix().hops(), 63.0 / 24 + 24.0 / 15, 1e-12);
  const Network cube(TopologyKind::kHypercube, {7});
  EXPECT_NEAR(cube.theory(with("bit_complement")).mix().hops(), 7, 1e-12);
}

// 2,304 nodes are drawn from: 65,536 packets, a standard deviation of 16 hops.
TEST(PacketMix, DrawsFromLargeNetworks) {
  const Network mesh(TopologyKind::kMesh, {48, 48});
  const auto pattern = make_pattern(mesh.topology, {});
  const PacketMix mix(mesh.routing, *pattern, {});
  EXPECT_NEAR(mix.hops(), 2 * (48.0 * 48 - 1) / (3 * 48), 5 * 16 / 256.0);
}

// 3 + D·t_d + (P − 1)·t_m, with D = 5.25; every link once more where packets are stored.
TEST(ZeroLoad, IsTheMeanOverThePattern) {
  const Network mesh(TopologyKind::kMesh, {8, 8});
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
  const Network pair(TopologyKind::kMesh, {2});
  LoadSettings settings = with("bit_complement");
  settings.sizes = {{1, 3}, {5, 1}};
  EXPECT_DOUBLE_EQ(pair.theory(settings).mix().zero_load(PacketLatency(NetworkConfig{})), 4 + 1);
  settings.reply_flits = 9;
  EXPECT_DOUBLE_EQ(pair.theory(settings).mix().zero_load(PacketLatency(NetworkConfig{})),
                   (5 + 12) / 2.0);
}

// A worm of two addresses over two links, with as many destinations as there are nodes on its way:
// 3 + 1 + 5 at the first and 3 + 2 + 5 at the second.
TEST(ZeroLoad, OfAMulticastIsTheMeanOverItsCopies) {
  const Network line(TopologyKind::kLine, {3});
  LoadSettings settings = with("matrix");
  settings.pattern.file = "m";
  settings.pattern.text = "0 0 1\n0 0 0\n0 0 0\n";
  settings.destinations = {{5, 1}};
  const LoadTheory theory = line.theory(settings);
  EXPECT_DOUBLE_EQ(theory.mix().copies(), 2);
  EXPECT_DOUBLE_EQ(theory.mix().zero_load(PacketLatency(NetworkConfig{})), 9.5);
}

// A flit a cycle per node is three of the only source, whose packets of 5 count twice: 0.3 packets
// of 6 flits on the first link, of 5 on the second, which take the send port for 8 cycles. Each
// receive port has one copy of two.
TEST(LoadBounds, OfMulticastsCountAddressesAndCopiesWhereTheyPass) {
  const Network line(TopologyKind::kLine, {3});
  LoadSettings settings = with("matrix");
  settings.pattern.file = "m";
  settings.pattern.text = "0 0 1\n0 0 0\n0 0 0\n";
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
  const Network mesh(TopologyKind::kMesh, {4, 4});
  LoadSettings settings = with("bit_complement");
  settings.destinations = {{3, 1}};
  const LoadTheory theory = mesh.theory(settings);
  const double packets = 1 / (5 * 2.75);
  EXPECT_NEAR(theory.mix().copies(), 2.75, 1e-12);
  EXPECT_NEAR(theory.loads().of(1, 0), packets * (5 + 2 + 5 + 2 * 4 / 5.0), 1e-12);
  EXPECT_NEAR(theory.loads().of(0, 0), packets * (5 + 2), 1e-12);
  EXPECT_NEAR(theory.bounds().channel, 1 / (packets * 13.6), 1e-12);
  EXPECT_NEAR(theory.bounds().injection, 1 / (packets * (5 + 2 + 2)), 1e-12);
}

// M/D/1 by hand at 0.2: the send port is busy 0.28 with 7 cycles a packet, which wait
// 0.28·7/(2·0.72); link and receive port 0.2 with 5, 0.2·5/(2·0.8) each.
TEST(LoadEstimate, IsTheSumOfTheQueuesOfThePath) {
  const Network pair(TopologyKind::kMesh, {2});
  const LoadTheory theory = pair.theory(with("bit_complement"));
  EXPECT_NEAR(theory.estimate(PacketLatency(NetworkConfig{}), 0.2), 8 + 0.28 * 7 / 1.44 + 2 * 0.625,
              1e-12);
  EXPECT_EQ(theory.estimate(PacketLatency(NetworkConfig{}), 0.72), kNever);  // of 5/7
}

// At 0.2 the pair of channels is busy 0.4 with 5 cycles a packet: 0.4·5/(2·0.6).
TEST(LoadEstimate, OfHalfDuplexIsOfOneQueueForBothWays) {
  const Network pair(TopologyKind::kMesh, {2});
  NetworkConfig config;
  config.duplex = Duplex::kHalf;
  const LoadTheory theory = pair.theory(with("bit_complement"), config);
  EXPECT_NEAR(theory.estimate(PacketLatency(config), 0.2), 8 + 0.28 * 7 / 1.44 + 2 / 1.2 + 0.625,
              1e-12);
  EXPECT_EQ(theory.estimate(PacketLatency(config), 0.5), kNever);
}

// Four ports on a staged router have a flit a cycle between them: at 0.2 send ports and receive
// ports are busy 0.2 with 5 cycles a packet, and the link with its one virtual channel 0.28 with 7.
// With a start-up of 45 the four ports are the slower server, as one that takes 50/4 cycles for a
// packet.
TEST(LoadEstimate, OfPortsOnStagedRoutersIsOfOneQueueForAll) {
  const Network pair(TopologyKind::kMesh, {2});
  NetworkConfig config;
  config.pipeline.kind = PipelineKind::kStaged;
  config.ports = 4;
  config.buffer_flits = 8;
  const auto waits = [&] {
    const LoadTheory theory = pair.theory(with("bit_complement"), config);
    const PacketLatency latency = PacketLatency(config);
    return theory.estimate(latency, 0.2) - theory.mix().zero_load(latency);
  };
  const double link = 0.28 * 7 / (2 * 0.72);
  EXPECT_NEAR(waits(), 2 * 0.625 + link, 1e-12);
  config.startup = 45;
  EXPECT_NEAR(waits(), 0.5 * 12.5 / (2 * 0.5) + 0.625 + link, 1e-12);
}

// A node that sends one message after the other takes startup + P cycles for each, as one server; a
// virtual channel of its own has two cycles between packets, of which four hide all.
TEST(LoadBounds, OfSerialInjectionAreThoseOfOneChannel) {
  const Network pair(TopologyKind::kMesh, {2});
  NetworkConfig config;
  config.pipeline.kind = PipelineKind::kStaged;
  config.pipeline.injection = InjectionMode::kSerial;
  const auto injection = [&](int ports, Cycle startup) {
    config.ports = ports;
    config.startup = startup;
    return pair.theory(with("bit_complement"), config).bounds().injection;
  };
  EXPECT_DOUBLE_EQ(injection(4, 0), 1);
  EXPECT_DOUBLE_EQ(injection(4, 5), 0.5);
  EXPECT_DOUBLE_EQ(injection(4, 45), 0.1);
  EXPECT_NEAR(injection(1, 0), 5.0 / 7, 1e-12);
}

// A request of 1 flit and a reply of 4 each way: E(P²)/E(P) = 17/5. At 0.05 the send port is busy
// for 9 cycles a request, 0.45, link and receive port for 5, 0.25.
TEST(LoadEstimate, CountsRepliesAsPackets) {
  const Network pair(TopologyKind::kMesh, {2});
  LoadSettings settings = with("bit_complement");
  settings.sizes = {{1, 1}};
  settings.reply_flits = 4;
  const double link = 0.25 * 17 / 5 / (2 * 0.75);
  const double port = 0.45 * 17 / 5 * (9.0 / 5) / (2 * 0.55);
  EXPECT_NEAR(pair.theory(settings).estimate(PacketLatency(NetworkConfig{}), 0.05),
              5.5 + port + 2 * link, 1e-12);
}

// Sizes of 1 and 5: E(S²)/E(S) = 13/3. Send port: 5 cycles a packet, taken as alike.
TEST(LoadEstimate, CountsTheSpreadOfSizes) {
  const Network pair(TopologyKind::kMesh, {2});
  LoadSettings settings = with("bit_complement");
  settings.sizes = {{1, 1}, {5, 1}};
  const double link = 0.3 * 13 / 3 / (2 * 0.7);
  const double port = 0.5 * 13 / 3 * (5.0 / 3) / (2 * 0.5);
  EXPECT_NEAR(pair.theory(settings).estimate(PacketLatency(NetworkConfig{}), 0.3),
              6 + port + 2 * link, 1e-12);
}

}  // namespace
}  // namespace flitcast::test_load_theory
