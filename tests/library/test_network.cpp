#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <flitcast/error.h>
#include <flitcast/network.h>
#include <gtest/gtest.h>

#include "tests/support/draw.h"

namespace flitcast {
namespace {

Settings line(int nodes, const std::string& more = "") {
  return Settings::parse("[topology]\nkind = line\ndims = " + std::to_string(nodes) + "\n" + more,
                         "line.ini");
}

/// T = t_s + D·t_d + L·t_m, with t_s = 4 and t_d = t_m = 1.
Network::Cycle alone(Network::Cycle hops, Network::Cycle flits) {
  return 4 + hops + flits;
}

std::string thrown_by(const std::function<void()>& act) {
  try {
    act();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

// ---- packets ----

TEST(NetworkPackets, ComeBackWithTheirDatesAndTheCallersPointer) {
  Network network(line(5));
  int own = 0;
  network.run_until(17);
  ASSERT_TRUE(network.post({1, 4, 6, 3, &own}));
  network.run_until(17 + alone(3, 6) - 1);
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
  EXPECT_EQ(arrival.arrived, 17 + alone(3, 6));
  EXPECT_FALSE(arrival.damaged);
}

TEST(NetworkPackets, OfOneNodeAndToItselfPass) {
  Network one(line(1));
  EXPECT_EQ(one.nodes(), 1U);
  ASSERT_TRUE(one.post({0, 0, 2, 0, nullptr}));
  EXPECT_TRUE(one.run_to_next_event());
  EXPECT_EQ(one.now(), alone(0, 2));
}

TEST(NetworkPackets, AreRefusedWhereTheirSourceIsFullUntilOneHasLeft) {
  Network::Options options;
  options.source_queue = 3;
  Network network(line(3), options);
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
  Network network(line(4));
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
  Network network(line(4, "[router]\nswitching = cut_through\nbuffer_flits = 8\n"));
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
  EXPECT_THROW(Network(line(2), options), std::invalid_argument);
}

TEST(NetworkPackets, AreDamagedByLinksThatTurnBits) {
  Network network(line(2, "[link]\nfault = drops 2\nfaulty = 0-1\n"));
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
  Network network(line(3, "[router]\nports = all\n"));
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
  Network network(line(2), options);
  for (int i = 0; i < 500; ++i) {
    ASSERT_TRUE(network.post({0, 1, 3, 0, nullptr}));
  }
  network.run_until(10'000);
  EXPECT_TRUE(network.idle());
  EXPECT_EQ(network.waiting(1), 500U);
}

TEST(NetworkEndsOfNodes, GetNothingWhileArrivalsAreToldOf) {
  Network network(line(2));
  std::vector<Network::Cycle> told;
  network.on_received([&](const Network::Arrival& arrival) {
    EXPECT_EQ(arrival.arrived, network.now());
    told.push_back(arrival.arrived);
  });
  ASSERT_TRUE(network.post({0, 1, 1, 0, nullptr}));
  network.run_until(50);
  EXPECT_EQ(told, (std::vector<Network::Cycle>{alone(1, 1)}));
  EXPECT_EQ(network.waiting(1), 0U);
  network.on_received(nullptr);
  ASSERT_TRUE(network.post({0, 1, 1, 0, nullptr}));
  network.run_until(100);
  EXPECT_EQ(told.size(), 1U);
  EXPECT_EQ(network.waiting(1), 1U);
}

// ---- time ----

TEST(NetworkTime, StandsStillInThePastAndJumpsOverQuiet) {
  Network network(line(2));
  EXPECT_EQ(network.now(), 0);
  EXPECT_EQ(network.next_event(), Network::kNever);
  EXPECT_FALSE(network.run_to_next_event());
  EXPECT_EQ(network.now(), 0);
  network.run_until(1'000'000'000'000);
  EXPECT_EQ(network.now(), 1'000'000'000'000);
  network.run_until(5);
  EXPECT_EQ(network.now(), 1'000'000'000'000);
  ASSERT_TRUE(network.post({1, 0, 0, 0, nullptr}));
  EXPECT_TRUE(network.run_to_next_event());
  EXPECT_EQ(network.now(), 1'000'000'000'000 + alone(1, 0));
  EXPECT_FALSE(network.run_to_next_event());
  EXPECT_EQ(network.now(), 1'000'000'000'000 + alone(1, 0));
}

TEST(NetworkTime, NothingIsKnownBeforeTheNextEvent) {
  Network network(line(6));
  ASSERT_TRUE(network.post({0, 5, 12, 0, nullptr}));
  while (network.waiting(5) == 0) {
    const Network::Cycle next = network.next_event();
    ASSERT_GT(next, network.now());
    network.run_until(next - 1);
    ASSERT_EQ(network.waiting(5), 0U);
    network.run_until(next);
  }
  EXPECT_EQ(network.now(), alone(5, 12));
  EXPECT_EQ(network.next_event(), Network::kNever);
}

TEST(NetworkTime, DoesNotGoOnWhileThingsAreTold) {
  Network network(line(2));
  int refused = 0;
  network.on_received([&](const Network::Arrival& /*arrival*/) {
    for (const std::function<void()>& go_on : {std::function<void()>([&] { network.step(); }),
                                               {[&] { network.run_until(1000); }},
                                               {[&] { network.run_to_next_event(); }}}) {
      EXPECT_THROW(go_on(), std::logic_error);
      ++refused;
    }
  });
  ASSERT_TRUE(network.post({0, 1, 1, 0, nullptr}));
  network.run_until(50);
  EXPECT_EQ(refused, 3);
}

TEST(NetworkTime, GoesOnAfterACallbackThatThrows) {
  Network network(line(3));
  std::vector<std::uint32_t> told;
  network.on_received([&](const Network::Arrival& arrival) {
    told.push_back(arrival.destination);
    if (told.size() == 1) {
      throw std::runtime_error("not now");
    }
  });
  ASSERT_TRUE(network.post({1, 0, 1, 0, nullptr}));
  ASSERT_TRUE(network.post({2, 1, 1, 0, nullptr}));
  EXPECT_THROW(network.run_until(50), std::runtime_error);
  EXPECT_EQ(network.now(), alone(1, 1));
  network.run_until(50);
  EXPECT_EQ(network.now(), 50);
  EXPECT_EQ(told, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_TRUE(network.idle());
}

TEST(NetworkTime, MovesWithTheNetwork) {
  Network network(line(2));
  ASSERT_TRUE(network.post({0, 1, 1, 0, nullptr}));
  network.step();
  Network moved = std::move(network);
  EXPECT_EQ(moved.now(), 1);
  EXPECT_TRUE(moved.run_to_next_event());
  EXPECT_EQ(moved.now(), alone(1, 1));
}

TEST(NetworkTime, HasTheLengthOfItsClock) {
  EXPECT_EQ(Network(line(2)).cycle_nanoseconds(), 1.0);
  EXPECT_EQ(Network(line(2, "[clock]\nperiod = 2.5\n")).cycle_nanoseconds(), 2.5);
}

// ---- what cannot go on ----

Settings ring_without_datelines() {
  return Settings::parse(
      "[topology]\nkind = ring\ndims = 4\n[router]\nvcs = 1\nports = all\nties = up\n"
      "[run]\nallow_deadlock = on\nstall_cycles = 70\n",
      "ring.ini");
}

void block(Network& network) {
  for (std::uint32_t node = 0; node < 4; ++node) {
    ASSERT_TRUE(network.post({node, (node + 2) % 4, 40, 0, nullptr}));
  }
}

TEST(StuckNetwork, IsToldWithTheReportOfARun) {
  Network network(ring_without_datelines());
  block(network);
  network.run_until(60);
  const std::string report = network.stuck();
  EXPECT_EQ(report.rfind("deadlock: nothing has moved since cycle ", 0), 0U) << report;
  EXPECT_NE(report.find("with 4 of 4 packets under way with 4 worms in the network"),
            std::string::npos)
      << report;
  EXPECT_NE(report.find("wait in a circle: message 0 at"), std::string::npos) << report;
  const Network::Cycle verdict = network.next_event();
  EXPECT_GT(verdict, 60);
  EXPECT_LT(verdict, 60 + 70);
  network.run_until(verdict - 1);
  EXPECT_EQ(thrown_by([&] { network.step(); }), report);
  EXPECT_EQ(network.now(), verdict);
  EXPECT_THROW(network.step(), Network::Stuck);  // again and again
  EXPECT_EQ(network.in_flight(), 4U);
}

TEST(StuckNetwork, IsToldAtTheSameCycleWhateverThePace) {
  std::vector<Network::Cycle> verdicts;
  const std::function<void(Network&)> paces[] = {
      [](Network& network) {
        for (int cycle = 0; cycle < 5000; ++cycle) {
          network.step();
        }
      },
      [](Network& network) { network.run_until(5000); },
      [](Network& network) { network.run_to_next_event(); }};
  for (const auto& go_on : paces) {
    Network network(ring_without_datelines());
    block(network);
    EXPECT_THROW(go_on(network), Network::Stuck);
    verdicts.push_back(network.now());
  }
  EXPECT_EQ(verdicts[0], verdicts[1]);
  EXPECT_EQ(verdicts[0], verdicts[2]);
}

TEST(StuckNetwork, MayDeadlockOnlyWhereThatIsAllowed) {
  EXPECT_EQ(thrown_by([] {
              Network(Settings::parse("[topology]\nkind = ring\ndims = 4\n[router]\nvcs = 1\n",
                                      "ring.ini"));
            }).rfind("ring.ini: router.routing: may deadlock: packets can wait for each other", 0),
            0U);
}

TEST(StuckNetwork, WhatMovesIsNot) {
  Network network(line(3));
  EXPECT_EQ(network.stuck(), "");
  ASSERT_TRUE(network.post({0, 2, 5, 0, nullptr}));
  network.step();
  EXPECT_EQ(network.stuck(), "");
}

// ---- memories ----

Settings memories() {
  return line(3, "[ni]\ninterface = memory\n[memory]\nlatency = 30\nqueue = 12\n");
}

TEST(NetworkOfMemories, AnswersWhenTheMemoryHasServedTheRequest) {
  Network network(memories());
  ASSERT_TRUE(network.post({0, 2, 0, 0, nullptr}));
  ASSERT_TRUE(network.run_to_next_event());
  EXPECT_EQ(network.now(), alone(2, 0));
  ASSERT_TRUE(network.post({2, 0, 8, 1, nullptr}));
  ASSERT_TRUE(network.run_to_next_event());
  EXPECT_EQ(network.now(), alone(2, 0) + 30 + alone(2, 8));
}

TEST(NetworkOfMemories, WaitsForRepliesThatTheCallerOwes) {
  Network network(memories());
  for (int i = 0; i < 6; ++i) {  // of which four may be outstanding
    ASSERT_TRUE(network.post({0, 2, 0, 0, nullptr}));
  }
  network.run_until(100'000);
  EXPECT_EQ(network.stuck(), "");
  EXPECT_EQ(network.waiting(2), 4U);
  EXPECT_EQ(network.in_flight(), 2U);
  EXPECT_FALSE(network.run_to_next_event());
  ASSERT_TRUE(network.post({2, 0, 0, 1, nullptr}));
  EXPECT_TRUE(network.run_to_next_event());
}

TEST(NetworkOfMemories, TakesNoReplyThatNobodyAskedFor) {
  Network network(memories());
  EXPECT_EQ(thrown_by([&] {
              network.post({2, 0, 8, 1, nullptr});
            }),
            "node 2 has no request of node 0 to reply to");
  EXPECT_EQ(thrown_by([&] {
              network.post({2, 0, 8, 2, nullptr});
            }),
            "packets of memories are requests, of class 0, or replies");
}

// ---- statistics ----

TEST(NetworkStatistics, CountWhatHasHappenedByThen) {
  Network::Options options;
  options.source_queue = 100;
  Network network(Settings::parse("[topology]\nkind = mesh\ndims = 4x4\n", "mesh.ini"), options);
  Draw draw(3);
  std::uint64_t sent = 0;
  std::map<int, std::vector<Network::Arrival>> came;
  network.on_sent([&](const Network::Packet& /*packet*/) { ++sent; });
  network.on_received(
      [&](const Network::Arrival& arrival) { came[arrival.message_class].push_back(arrival); });
  std::uint64_t posted = 0;
  for (int round = 0; round < 300; ++round) {
    const auto its_class = static_cast<std::uint8_t>(draw.between(0, 2));
    ASSERT_TRUE(
        network.post({draw.between<std::uint32_t>(0, 15), draw.between<std::uint32_t>(0, 15),
                      draw.between<std::uint32_t>(0, 60), its_class, nullptr}));
    ++posted;
    network.run_until(network.now() + draw.between<Network::Cycle>(0, 30));
    const Network::Statistics is = network.statistics();
    ASSERT_EQ(is.cycle, network.now());
    ASSERT_EQ(is.total.posted, posted);
    ASSERT_EQ(is.total.sent, sent);
    std::uint64_t received = 0;
    for (const auto& [message_class, arrivals] : came) {
      const Network::ClassStatistics& own = is.classes.at(static_cast<std::size_t>(message_class));
      ASSERT_EQ(own.received, arrivals.size());
      ASSERT_EQ(own.latency.packets, arrivals.size());
      Network::Cycle sum = 0;
      Network::Cycle in_network = 0;
      std::uint64_t flits = 0;
      for (const Network::Arrival& arrival : arrivals) {
        sum += arrival.arrived - arrival.posted;
        in_network += arrival.arrived - arrival.injected;
        flits += arrival.flits + 1;
      }
      const auto count = static_cast<double>(arrivals.size());
      ASSERT_DOUBLE_EQ(own.latency.mean, static_cast<double>(sum) / count);
      ASSERT_DOUBLE_EQ(own.network_latency.mean, static_cast<double>(in_network) / count);
      ASSERT_EQ(own.received_flits, flits);
      received += arrivals.size();
    }
    ASSERT_EQ(is.total.received, received);
    ASSERT_EQ(posted - received, network.in_flight());
  }
}

TEST(NetworkStatistics, HaveNearestRankPercentiles) {
  Network network(line(2));
  for (Network::Cycle flits = 0; flits < 100; ++flits) {  // one alone after the other
    ASSERT_TRUE(network.post({0, 1, static_cast<std::uint32_t>(flits), 0, nullptr}));
    ASSERT_TRUE(network.run_to_next_event());
  }
  const Network::Latency is = network.statistics().total.latency;
  EXPECT_EQ(is.packets, 100U);
  EXPECT_EQ(is.min, alone(1, 0));
  EXPECT_EQ(is.p50, alone(1, 49));
  EXPECT_EQ(is.p95, alone(1, 94));
  EXPECT_EQ(is.p99, alone(1, 98));
  EXPECT_EQ(is.max, alone(1, 99));
  EXPECT_DOUBLE_EQ(is.mean, static_cast<double>(alone(1, 0)) + 49.5);
}

TEST(NetworkStatistics, OfNothingAreZero) {
  const Network::Statistics is = Network(line(2)).statistics();
  EXPECT_EQ(is.total.latency.packets, 0U);
  EXPECT_EQ(is.total.latency.mean, 0);
  EXPECT_TRUE(is.classes.empty());
}

// ---- settings ----

TEST(NetworkSettings, OfTrafficAndOutputsHaveNoEffect) {
  const std::string others =
      "[traffic]\nalgorithm = aas-mesh-dex\nmessage_flits = 4\n[output]\njson = x.json\n"
      "[expect]\ncompletion_cycles = 5\n";
  Network plain(line(4));
  Network with_others(line(4, others));
  for (Network* network : {&plain, &with_others}) {
    ASSERT_TRUE(network->post({0, 3, 5, 0, nullptr}));
    EXPECT_TRUE(network->run_to_next_event());
    EXPECT_EQ(network->now(), alone(3, 5));
  }
}

TEST(NetworkSettings, ThatAreWrongAreToldWithTheirPlace) {
  try {
    Network(line(4, "[router]\nports = 9\n"));
    ADD_FAILURE() << "there are two ports at most";
  } catch (const InputError& error) {
    EXPECT_EQ(error.file(), "line.ini");
    EXPECT_EQ(error.line(), 5);
    EXPECT_EQ(error.key(), "router.ports");
  }
  EXPECT_NE(thrown_by([] { Network{Settings()}; }).find("topology.kind"), std::string::npos);
}

}  // namespace
}  // namespace flitcast
