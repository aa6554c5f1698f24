#include <vector>

#include <gtest/gtest.h>

#include "hw/link/arbiter.h"

namespace flitcast {
namespace {

constexpr int kRequesters = 6;
constexpr std::uint64_t kMasks = 1U << kRequesters;

bool asks(std::uint64_t requests, int requester) {
  return (requests >> requester & 1U) != 0;
}

// The first that asks in the order after, after + 1, …, around the circle, `after` itself last.
int next_in_turn(std::uint64_t requests, int after) {
  for (int step = 1; step <= kRequesters; ++step) {
    const int candidate = (after + step) % kRequesters;
    if (asks(requests, candidate)) {
      return candidate;
    }
  }
  return -1;
}

TEST(RoundRobinArbiter, StartsWithTheLowestRequester) {
  for (std::uint64_t requests = 1; requests < kMasks; ++requests) {
    RoundRobinArbiter arbiter;
    EXPECT_EQ(arbiter.pick(requests), next_in_turn(requests, kRequesters - 1)) << requests;
  }
}

TEST(RoundRobinArbiter, PicksTheFirstBehindTheLastWinner) {
  for (int last = 0; last < kRequesters; ++last) {
    for (std::uint64_t requests = 1; requests < kMasks; ++requests) {
      RoundRobinArbiter arbiter;
      ASSERT_EQ(arbiter.pick(std::uint64_t{1} << last), last);
      EXPECT_EQ(arbiter.pick(requests), next_in_turn(requests, last)) << last << " " << requests;
    }
  }
}

TEST(RoundRobinArbiter, ServesEveryStandingRequestOnceInATurn) {
  for (std::uint64_t requests = 1; requests < kMasks; ++requests) {
    RoundRobinArbiter arbiter;
    const int asking = __builtin_popcountll(requests);
    for (int turn = 0; turn < 3; ++turn) {
      std::uint64_t served = 0;
      for (int i = 0; i < asking; ++i) {
        served |= std::uint64_t{1} << arbiter.pick(requests);
      }
      EXPECT_EQ(served, requests);
    }
  }
}

// A standing requester is overtaken at most once by each of the others, whatever they ask: every
// sequence of three masks, followed by a standing request of all.
TEST(RoundRobinArbiter, NobodyIsOvertakenTwiceByTheSame) {
  for (std::uint64_t sequence = 0; sequence < kMasks * kMasks * kMasks; ++sequence) {
    const std::uint64_t masks[] = {sequence % kMasks, sequence / kMasks % kMasks,
                                   sequence / (kMasks * kMasks)};
    for (int patient = 0; patient < kRequesters; ++patient) {
      RoundRobinArbiter arbiter;
      std::vector<int> wins(kRequesters, 0);
      for (int round = 0; round < 3 + kRequesters && wins[static_cast<std::size_t>(patient)] == 0;
           ++round) {
        const std::uint64_t others = round < 3 ? masks[round] : kMasks - 1;
        const int winner = arbiter.pick(others | std::uint64_t{1} << patient);
        ASSERT_LE(++wins[static_cast<std::size_t>(winner)], 1);
      }
      ASSERT_EQ(wins[static_cast<std::size_t>(patient)], 1);
    }
  }
}

TEST(RoundRobinArbiter, ReachesTheLastOfSixtyFourAndStartsOver) {
  RoundRobinArbiter arbiter;
  const std::uint64_t all = ~std::uint64_t{0};
  for (int turn = 0; turn < 2; ++turn) {
    for (int requester = 0; requester < 64; ++requester) {
      ASSERT_EQ(arbiter.pick(all), requester);
    }
  }
  EXPECT_EQ(arbiter.pick(std::uint64_t{1} << 63), 63);
  EXPECT_EQ(arbiter.pick(std::uint64_t{1} << 63 | 1U << 5), 5);
  EXPECT_EQ(arbiter.pick(std::uint64_t{1} << 63 | 1U << 5), 63);
}

}  // namespace
}  // namespace flitcast
