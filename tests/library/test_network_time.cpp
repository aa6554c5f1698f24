#include <cstdint>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <flitcast/error.h>
#include <flitcast/network.h>
#include <gtest/gtest.h>

#include "tests/support/library/line_networks.h"

namespace flitcast::test_network_time {
namespace {

// ---- the making of a network ----

TEST(MakingANetwork, EndsWhenItsCallerWantsNoMoreOfIt) {
  Network::Options options;
  int told = 0;
  options.watch.progress = [&](const Progress& progress) {
    EXPECT_EQ(progress.text, "proving the routing");
    ++told;
  };
  Network all(line_network(3), options);
  EXPECT_GT(told, 0);
  options.watch.stop = [] { return true; };
  EXPECT_THROW(Network(line_network(3), options), Interrupted);
  options.watch.stop = []() -> bool { throw std::length_error("mine"); };
  EXPECT_THROW(Network(line_network(3), options), std::length_error);
}

TEST(MakingANetwork, ProvesNothingWhereItMayDeadlock) {
  Network::Options options;
  options.watch.stop = []() -> bool { throw std::length_error("a proof"); };
  Network network(line_network(3, "[run]\nallow_deadlock = on\n"), options);
  EXPECT_TRUE(network.post({0, 2, 1, 0, nullptr}));
}

// ---- time ----

TEST(NetworkTime, StandsStillInThePastAndJumpsOverQuiet) {
  Network network(line_network(2));
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
  EXPECT_EQ(network.now(), 1'000'000'000'000 + time_alone(1, 0));
  EXPECT_FALSE(network.run_to_next_event());
  EXPECT_EQ(network.now(), 1'000'000'000'000 + time_alone(1, 0));
}

TEST(NetworkTime, HasAnEnd) {
  Network network(line_network(2));
  EXPECT_THROW(network.run_until(Network::kNever), std::out_of_range);
  network.run_until(Network::kNever / 2);
  EXPECT_THROW(network.run_until(Network::kNever / 2 + 1), std::out_of_range);
  EXPECT_THROW(network.step(), std::out_of_range);
  EXPECT_EQ(network.now(), Network::kNever / 2);
  EXPECT_EQ(network.run_to_next_event(), false);
}

TEST(NetworkTime, NothingIsKnownBeforeTheNextEvent) {
  Network network(line_network(6));
  ASSERT_TRUE(network.post({0, 5, 12, 0, nullptr}));
  while (network.waiting(5) == 0) {
    const Network::Cycle next = network.next_event();
    ASSERT_GT(next, network.now());
    network.run_until(next - 1);
    ASSERT_EQ(network.waiting(5), 0U);
    network.run_until(next);
  }
  EXPECT_EQ(network.now(), time_alone(5, 12));
  EXPECT_EQ(network.next_event(), Network::kNever);
}

TEST(NetworkTime, NeitherGoesOnNorIsToldOtherwiseWhileThingsAreTold) {
  Network network(line_network(2));
  int refused = 0;
  network.on_received([&](const Network::Arrival& /*arrival*/) {
    const std::function<void()> forbidden[] = {
        [&] { network.step(); }, [&] { network.run_until(1000); },
        [&] { network.run_to_next_event(); }, [&] { network.on_received(nullptr); },
        [&] { network.on_sent(nullptr); }};
    for (const auto& go_on : forbidden) {
      EXPECT_THROW(go_on(), std::logic_error);
      ++refused;
    }
  });
  ASSERT_TRUE(network.post({0, 1, 1, 0, nullptr}));
  network.run_until(50);
  EXPECT_EQ(refused, 5);
}

TEST(NetworkTime, GoesOnAfterACallbackThatThrows) {
  Network network(line_network(3));
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
  EXPECT_EQ(network.now(), time_alone(1, 1));
  network.run_until(50);
  EXPECT_EQ(network.now(), 50);
  EXPECT_EQ(told, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_TRUE(network.idle());
}

TEST(NetworkTime, MovesWithTheNetwork) {
  Network network(line_network(2));
  ASSERT_TRUE(network.post({0, 1, 1, 0, nullptr}));
  network.step();
  Network moved = std::move(network);
  EXPECT_EQ(moved.now(), 1);
  EXPECT_TRUE(moved.run_to_next_event());
  EXPECT_EQ(moved.now(), time_alone(1, 1));
}

TEST(NetworkTime, HasTheLengthOfItsClock) {
  EXPECT_EQ(Network(line_network(2)).cycle_nanoseconds(), 1.0);
  EXPECT_EQ(Network(line_network(2, "[clock]\nperiod = 2.5\n")).cycle_nanoseconds(), 2.5);
}

// ---- memories ----

Settings memories() {
  return line_network(3, "[ni]\ninterface = memory\n[memory]\nlatency = 30\nqueue = 12\n");
}

TEST(NetworkOfMemories, AnswersWhenTheMemoryHasServedTheRequest) {
  Network network(memories());
  ASSERT_TRUE(network.post({0, 2, 0, 0, nullptr}));
  ASSERT_TRUE(network.run_to_next_event());
  EXPECT_EQ(network.now(), time_alone(2, 0));
  ASSERT_TRUE(network.post({2, 0, 8, 1, nullptr}));
  ASSERT_TRUE(network.run_to_next_event());
  EXPECT_EQ(network.now(), time_alone(2, 0) + 30 + time_alone(2, 8));
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

}  // namespace
}  // namespace flitcast::test_network_time
