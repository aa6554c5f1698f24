#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <flitcast/error.h>
#include <flitcast/network.h>
#include <gtest/gtest.h>

#include "tests/support/library/line_networks.h"

namespace flitcast::test_network_packets {
namespace {

// ---- packets ----

TEST(NetworkPackets, ComeBackWithTheirDatesAndTheCallersPointer) {
  Network network(line_network(5));
  int own = 0;
  network.run_until(17);
  ASSERT_TRUE(network.post({1, 4, 6, 3, &own}));
  network.run_until(17 + time_alone(3, 6) - 1);
  EXPECT_EQ(network.waiting(4), 0U);
  network.step();
  ASSERT_EQ(network.waiting(4), 1U);
  const Network::Arrival& arrival = network.front(4);
  EXPECT_EQ(arrival.source, 1U);
  EXPECT_EQ(arrival.destination, 4U);
  EXPECT_EQ(arrival.flits, 6U);
  EXPECT_EQ(arrival.message_class, 3);
  EXPECT_EQ(arrival.user, &own);
  EXPECT_EQ(arrival.number, 0U);
  EXPECT_EQ(arrival.posted, 17);
  EXPECT_EQ(arrival.injected, 18);
  EXPECT_EQ(arrival.arrived, 17 + time_alone(3, 6));
  EXPECT_FALSE(arrival.damaged);
}

TEST(NetworkPackets, OfOneNodeAndToItselfPass) {
  Network one(line_network(1));
  EXPECT_EQ(one.nodes(), 1U);
  ASSERT_TRUE(one.post({0, 0, 2, 0, nullptr}));
  EXPECT_TRUE(one.run_to_next_event());
  EXPECT_EQ(one.now(), time_alone(0, 2));
}

TEST(NetworkPackets, OfNodesThatThereAreNotAreAskedForInVain) {
  Network network(line_network(3));
  const std::string refusal = "there is no node 3; there are nodes 0 to 2";
  EXPECT_EQ(thrown_by([&] { network.full(3); }), refusal);
  EXPECT_EQ(thrown_by([&] { network.waiting(3); }), refusal);
  EXPECT_EQ(thrown_by([&] { network.waiting(3, 1); }), refusal);
  EXPECT_EQ(thrown_by([&] { network.front(3); }), refusal);
  EXPECT_EQ(thrown_by([&] { network.front(3, 0); }), refusal);
  EXPECT_EQ(thrown_by([&] { network.pop(3); }), refusal);
  EXPECT_THROW(network.pop(3, 0), std::out_of_range);
}

TEST(NetworkPackets, HaveNoMoreFlitsThanCanBeCounted) {
  Network network(line_network(3));
  EXPECT_EQ(thrown_by([&] {
              network.post({0, 1, 0xFFFFFFFF, 0, nullptr});
            }),
            "a packet has 4294967296 flits, header included, and may have 4294967295 at most");
  EXPECT_TRUE(network.post({0, 1, 0xFFFFFFFE, 0, nullptr}));
}

TEST(NetworkPackets, AreRefusedWhereTheirSourceIsFullUntilOneHasLeft) {
  Network::Options options;
  options.source_queue = 3;
  Network network(line_network(3), options);
  std::vector<Network::Cycle> sent;
  network.on_sent([&](const Network::Packet& packet) {
    EXPECT_EQ(packet.source, 0U);
    EXPECT_FALSE(network.full(0));
    sent.push_back(network.now());
  });
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(network.full(0));
    EXPECT_TRUE(network.post({0, 2, 9, 0, nullptr}));
  }
  EXPECT_TRUE(network.full(0));
  EXPECT_FALSE(network.full(1));
  EXPECT_FALSE(network.post({0, 2, 9, 0, nullptr}));
  EXPECT_EQ(network.in_flight(), 3U);
  EXPECT_EQ(network.statistics().total.posted, 3U);
  network.run_until(100);
  // Header and 9 flits enter the channel from cycle 1 on; the next message starts when it is free.
  ASSERT_EQ(sent.size(), 3U);
  EXPECT_EQ(sent[1] - sent[0], sent[2] - sent[1]);
  EXPECT_GT(sent[0], 10);
}

TEST(NetworkPackets, OutOfRangeLeaveTheNetworkAsItWas) {
  Network network(line_network(4));
  EXPECT_EQ(thrown_by([&] {
              network.post({4, 0, 1, 0, nullptr});
            }),
            "a packet goes from node 4 to node 0, and there are nodes 0 to 3");
  EXPECT_EQ(thrown_by([&] {
              network.post({0, 7, 1, 0, nullptr});
            }),
            "a packet goes from node 0 to node 7, and there are nodes 0 to 3");
  EXPECT_THROW(static_cast<void>(network.full(4)), std::out_of_range);
  EXPECT_THROW(static_cast<void>(network.waiting(4)), std::out_of_range);
  EXPECT_TRUE(network.idle());
  EXPECT_EQ(network.next_event(), Network::kNever);
  EXPECT_EQ(network.statistics().total.posted, 0U);
}

TEST(NetworkPackets, LargerThanTheBuffersThatHoldThemAreRefused) {
  Network network(line_network(4, "[router]\nswitching = cut_through\nbuffer_flits = 8\n"));
  EXPECT_TRUE(network.post({0, 3, 7, 0, nullptr}));
  EXPECT_EQ(thrown_by([&] {
              network.post({0, 3, 8, 0, nullptr});
            }),
            "a packet has 9 flits, header included, and buffers take 8; give a larger load.sizes, "
            "or router.buffer_flits");
}

TEST(NetworkPackets, ASourceQueueHasRoomForOne) {
  Network::Options options;
  options.source_queue = 0;
  EXPECT_THROW(Network(line_network(2), options), std::invalid_argument);
}

TEST(NetworkPackets, AreDamagedByLinksThatTurnBits) {
  Network network(line_network(2, "[link]\nfault = drops 2\nfaulty = 0-1\n"));
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(network.post({0, 1, 2, 0, nullptr}));
  }
  network.run_until(100);
  std::vector<bool> damaged;
  for (; network.waiting(1) > 0; network.pop(1)) {
    damaged.push_back(network.front(1).damaged);
  }
  EXPECT_EQ(damaged, (std::vector<bool>{true, false, false}));  // flits 0 to 2 are the first's
}

// ---- ends ----

TEST(NetworkEndsOfNodes, AreFirstInFirstOutByClass) {
  Network network(line_network(3, "[router]\nports = all\n"));
  std::vector<int> own{0, 1, 2, 3};
  for (const int i : own) {
    ASSERT_TRUE(network.post({0, 2, 0, static_cast<std::uint8_t>(i % 2), &own[std::size_t(i)]}));
  }
  network.run_until(100);
  EXPECT_EQ(network.waiting(2), 4U);
  EXPECT_EQ(network.waiting(2, 0), 2U);
  EXPECT_EQ(network.waiting(2, 1), 2U);
  EXPECT_EQ(network.waiting(2, 9), 0U);
  EXPECT_EQ(network.front(2, 1).user, &own[1]);
  network.pop(2, 1);
  EXPECT_EQ(network.front(2).user, &own[0]);  // of both classes it came first
  network.pop(2);
  EXPECT_EQ(network.front(2).user, &own[2]);
  network.pop(2, 0);
  EXPECT_EQ(network.waiting(2, 0), 0U);
  EXPECT_THROW(static_cast<void>(network.front(2, 0)), std::out_of_range);
  EXPECT_THROW(network.pop(2, 0), std::out_of_range);
  EXPECT_EQ(network.front(2).user, &own[3]);
  network.pop(2);
  EXPECT_THROW(static_cast<void>(network.front(2)), std::out_of_range);
  EXPECT_THROW(network.pop(2), std::out_of_range);
}

TEST(NetworkEndsOfNodes, KeepWhatIsNotPoppedAndTheNetworkGoesOn) {
  Network::Options options;
  options.source_queue = 500;
  Network network(line_network(2), options);
  for (int i = 0; i < 500; ++i) {
    ASSERT_TRUE(network.post({0, 1, 3, 0, nullptr}));
  }
  network.run_until(10'000);
  EXPECT_TRUE(network.idle());
  EXPECT_EQ(network.waiting(1), 500U);
}

TEST(NetworkEndsOfNodes, GetNothingWhileArrivalsAreToldOf) {
  Network network(line_network(2));
  std::vector<Network::Cycle> told;
  network.on_received([&](const Network::Arrival& arrival) {
    EXPECT_EQ(arrival.arrived, network.now());
    told.push_back(arrival.arrived);
  });
  ASSERT_TRUE(network.post({0, 1, 1, 0, nullptr}));
  network.run_until(50);
  EXPECT_EQ(told, (std::vector<Network::Cycle>{time_alone(1, 1)}));
  EXPECT_EQ(network.waiting(1), 0U);
  network.on_received(nullptr);
  ASSERT_TRUE(network.post({0, 1, 1, 0, nullptr}));
  network.run_until(100);
  EXPECT_EQ(told.size(), 1U);
  EXPECT_EQ(network.waiting(1), 1U);
}

// ---- settings ----

TEST(NetworkSettings, OfTrafficAndOutputsHaveNoEffect) {
  const std::string others =
      "[traffic]\nalgorithm = aas-mesh-dex\nmessage_flits = 4\n[output]\njson = x.json\n"
      "[expect]\ncompletion_cycles = 5\n";
  Network plain(line_network(4));
  Network with_others(line_network(4, others));
  for (Network* network : {&plain, &with_others}) {
    ASSERT_TRUE(network->post({0, 3, 5, 0, nullptr}));
    EXPECT_TRUE(network->run_to_next_event());
    EXPECT_EQ(network->now(), time_alone(3, 5));
  }
}

TEST(NetworkSettings, ThatAreWrongAreToldWithTheirPlace) {
  try {
    Network(line_network(4, "[router]\nports = 9\n"));
    ADD_FAILURE() << "there are two ports at most";
  } catch (const InputError& error) {
    EXPECT_EQ(error.file(), "line.ini");
    EXPECT_EQ(error.line(), 5);
    EXPECT_EQ(error.key(), "router.ports");
  }
  EXPECT_NE(thrown_by([] { Network{Settings()}; }).find("topology.kind"), std::string::npos);
}

}  // namespace
}  // namespace flitcast::test_network_packets
