#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/cores/core_network.h"
#include "tests/support/cores/core_traffic.h"

namespace flitcast::test_serial_injection {
namespace {

NetworkConfig serial(int ports, Cycle buffer = 8, Cycle startup = 0) {
  NetworkConfig config;
  config.vcs = 4;
  config.ports = ports;
  config.buffer_flits = buffer;
  config.startup = startup;
  config.pipeline.kind = PipelineKind::kStaged;
  config.pipeline.injection = InjectionMode::kSerial;
  return config;
}

/// The virtual channel of the injection port by which flits went, and when.
struct Injections final : Probe {
  void flit_injected(NodeId /*node*/, int port, const Flit& flit, Cycle at) override {
    dates.push_back(at);
    if ((flit.kind & flit_kind::kHead) != 0) {
      lanes.push_back(port);
    }
  }
  void send_changed(NodeId /*node*/, int /*port*/, SendState state, PacketHandle /*packet*/,
                    Cycle /*at*/) override {
    states.push_back(state);
  }
  std::vector<int> lanes;  // of headers
  std::vector<Cycle> dates;
  std::vector<SendState> states;
};

// Five flits each: the next header enters the channel in the cycle after a tail. Side by side all
// four would enter it at once.
TEST(SerialInjection, SendsOneMessageAfterTheOtherWithoutAGap) {
  CoreNetwork network(TopologyKind::kLine, {2}, serial(4));
  Injections injections;
  network.attach_interface_probe(0, injections);
  for (int i = 0; i < 5; ++i) {
    network.add({0, {1}, 4, 0});
  }
  network.run();
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(network.times(i).issued, 5 * static_cast<Cycle>(i));
    EXPECT_EQ(network.times(i).injected, 1 + 5 * static_cast<Cycle>(i));
  }
  EXPECT_EQ(injections.lanes, (std::vector<int>{0, 1, 2, 3, 0}));
  ASSERT_EQ(injections.dates.size(), 25U);
  for (std::size_t i = 0; i < 25; ++i) {
    EXPECT_EQ(injections.dates[i], 1 + static_cast<Cycle>(i));
  }
}

TEST(SerialInjection, SendsHeadersAloneOneACycle) {
  CoreNetwork network(TopologyKind::kLine, {2}, serial(4));
  for (int i = 0; i < 6; ++i) {
    network.add({0, {1}, 0, 0});
  }
  network.run();
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(network.times(i).injected, 1 + static_cast<Cycle>(i));
  }
}

// A message is issued when the tail of the one before enters the channel.
TEST(SerialInjection, StartsUpOneMessageAfterTheOther) {
  CoreNetwork network(TopologyKind::kLine, {2}, serial(4, 8, 7));
  Injections injections;
  network.attach_interface_probe(0, injections);
  network.add({0, {1}, 4, 3});
  network.add({0, {1}, 2, 3});
  network.add({0, {1}, 0, 60});
  network.run();
  EXPECT_EQ(network.times(0).issued, 3);
  EXPECT_EQ(network.times(0).injected, 3 + 1 + 7);
  EXPECT_EQ(network.times(1).issued, 11 + 4);
  EXPECT_EQ(network.times(1).injected, 15 + 1 + 7);
  EXPECT_EQ(network.times(2).issued, 60);
  EXPECT_EQ(network.times(2).injected, 60 + 1 + 7);
  const std::vector<SendState> one{SendState::kStartup, SendState::kSending, SendState::kIdle};
  ASSERT_EQ(injections.states.size(), 9U);
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_EQ(injections.states[i], one[i % 3]);
  }
}

// Line 0 … 3, one virtual channel a link. H, 2 -> 3, holds the channel until 100 or so. M, 1 -> 3,
// has four of its flits in router 2 and four in router 1, where they fill the first buffer of the
// injection port. A, 1 -> 0, passes it by the second one. Then it is the turn of the first again,
// which has no credit, so that B goes by the second, too. A ninth flit of M would have kept both
// waiting.
TEST(SerialInjection, PassesAVirtualChannelWithoutCredit) {
  for (const std::uint32_t payload : {7U, 8U}) {
    for (const auto order : {CoreNetwork::Order::kForward, CoreNetwork::Order::kBackward}) {
      NetworkConfig config = serial(2, 4);
      config.vcs = 1;
      CoreNetwork network(Topology(TopologyKind::kLine, {4}), config, RoutingOrder::kAscending,
                          CoreNetwork::Worms::kFlitByFlit);
      Injections injections;
      network.attach_interface_probe(1, injections);
      network.add({2, {3}, 100, 0});
      network.add({1, {3}, payload, 10});
      const std::size_t a = network.add({1, {0}, 2, 10});
      const std::size_t b = network.add({1, {0}, 2, 40});
      network.run(order);
      if (payload == 7) {
        EXPECT_EQ(injections.lanes, (std::vector<int>{0, 1, 1}));
        EXPECT_LT(network.times(a).injected, 40);
        EXPECT_EQ(network.times(b).injected, 41);
      } else {
        EXPECT_GT(network.times(a).injected, 90);
        EXPECT_GT(network.times(b).injected, network.times(a).injected + 2);
      }
    }
  }
}

// The buffer in the router is the only one: its credit takes a cycle to the interface and the flit
// one to the router, and credits count as those of links.
TEST(SerialInjection, GoesByCreditsOfTheRouter) {
  for (const Cycle credit_delay : {0, 3}) {
    NetworkConfig config = serial(1, 1);
    config.vcs = 1;
    config.pipeline.credit_delay = credit_delay;
    CoreNetwork network(TopologyKind::kLine, {2}, config);
    Injections injections;
    network.attach_interface_probe(0, injections);
    network.add({0, {1}, 3, 0});
    network.run();
    // The header is here in 2, has the switch in 4 and leaves its slot in 5: the interface knows in
    // 6. The second flit is here in 7 and could cross at once, but finds the slot of router 1 full
    // for a while: the header leaves it in 14 at the latest.
    ASSERT_EQ(injections.dates.size(), 4U);
    EXPECT_EQ(injections.dates[0], 1);
    EXPECT_EQ(injections.dates[1], 6 + credit_delay);
  }
}

// All messages arrive under more load than the network takes, at the same dates in whatever order
// modules run, with buffers that are always full.
TEST(SerialInjection, IsTheSameInWhateverOrderModulesRun) {
  const Topology mesh(TopologyKind::kMesh, {4, 4});
  const Routing routing(mesh, RoutingOrder::kAscending);
  for (const int ports : {1, 3}) {
    for (const Cycle startup : {0, 5}) {
      NetworkConfig config = serial(ports, 3, startup);
      config.vcs = 2;
      const auto arrivals = [&](CoreTraffic::Order order) {
        CoreTraffic traffic(routing, config, {3, 6, 9, 400, true});
        traffic.run(order);
        EXPECT_TRUE(traffic.sources().all_arrived());
        std::vector<Cycle> dates;
        for (const Mailer::Letter& letter : traffic.sources().letters()) {
          EXPECT_EQ(letter.words, letter.flits);
          dates.push_back(letter.arrived);
        }
        return dates;
      };
      EXPECT_EQ(arrivals(CoreTraffic::Order::kForward), arrivals(CoreTraffic::Order::kBackward));
    }
  }
}

}  // namespace
}  // namespace flitcast::test_serial_injection
