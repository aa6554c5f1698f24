#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "hw/allocator/age_arbiter.h"
#include "hw/allocator/matrix_arbiter.h"
#include "hw/allocator/random_arbiter.h"
#include "hw/allocator/round_robin_arbiter.h"
#include "tests/support/draw.h"

namespace flitcast::test_arbiter {
namespace {

/// What every arbiter keeps to, whatever its policy. A new one joins the list below.
template <typename Arbiter>
class AnyArbiter : public testing::Test {};

using RoundRobins = testing::Types<RoundRobinArbiter<IndexSet<1>>, RoundRobinArbiter<IndexSet<4>>,
                                   RoundRobinArbiter<IndexSet<16>>>;
using Arbiters =
    testing::Types<RoundRobinArbiter<IndexSet<1>>, RoundRobinArbiter<IndexSet<4>>,
                   RoundRobinArbiter<IndexSet<16>>, MatrixArbiter<IndexSet<1>>,
                   MatrixArbiter<IndexSet<16>>, AgeArbiter<IndexSet<1>>, AgeArbiter<IndexSet<16>>,
                   RandomArbiter<IndexSet<1>>, RandomArbiter<IndexSet<16>>>;
TYPED_TEST_SUITE(AnyArbiter, Arbiters, );

/// And those that say that they are fair.
template <typename Arbiter>
class FairArbiter : public testing::Test {};

using FairArbiters = testing::Types<RoundRobinArbiter<IndexSet<1>>, RoundRobinArbiter<IndexSet<4>>,
                                    RoundRobinArbiter<IndexSet<16>>, MatrixArbiter<IndexSet<1>>,
                                    MatrixArbiter<IndexSet<16>>>;
TYPED_TEST_SUITE(FairArbiter, FairArbiters, );

template <typename Set>
Set drawn_requests(int requesters, Draw& draw) {
  Set requests = Set::of(draw.between(0, requesters - 1));
  for (int more = draw.between(0, requesters); more > 0; --more) {
    requests.insert(draw.between(0, requesters - 1));
  }
  return requests;
}

TYPED_TEST(AnyArbiter, ProposesARequesterAndTheSameUntilOneIsAccepted) {
  using Set = typename TypeParam::Set;
  Draw draw(1);
  TypeParam arbiter;
  for (int i = 0; i < 2000; ++i) {
    const Set requests = drawn_requests<Set>(Set::kSize, draw);
    const int proposed = arbiter.propose(requests);
    ASSERT_TRUE(requests.contains(proposed));
    ASSERT_EQ(arbiter.propose(requests), proposed);
    if (draw.one_in(2)) {
      arbiter.accept(proposed);
    } else {
      ASSERT_EQ(arbiter.pick(requests), proposed);
    }
  }
}

// Whatever the others ask, one that keeps asking has its turn once each of them could have had one.
TYPED_TEST(FairArbiter, LetsNobodyStarve) {
  using Set = typename TypeParam::Set;
  static_assert(TypeParam::kFair);
  for (const int patient : {0, 1, Set::kSize / 2, Set::kSize - 1}) {
    Draw draw(static_cast<std::uint64_t>(patient) + 1);
    TypeParam arbiter;
    int waited = 0;
    int turns = 0;
    for (int i = 0; i < 8 * Set::kSize; ++i) {
      Set requests = drawn_requests<Set>(Set::kSize, draw);
      requests.insert(patient);
      waited = arbiter.pick(requests) == patient ? 0 : waited + 1;
      turns += waited == 0 ? 1 : 0;
      ASSERT_LT(waited, Set::kSize);
    }
    ASSERT_GE(turns, 8);
  }
}

TYPED_TEST(AnyArbiter, TheOnlyOneWinsEveryTime) {
  using Set = typename TypeParam::Set;
  TypeParam arbiter;
  for (int index = Set::kSize - 1; index >= 0; --index) {
    ASSERT_EQ(arbiter.pick(Set::of(index)), index);
    ASSERT_EQ(arbiter.pick(Set::of(index)), index);
  }
}

constexpr int kRequesters = 6;
constexpr std::uint64_t kMasks = 1U << kRequesters;

// The first that asks in the order after, after + 1, …, around the circle, `after` itself last.
int next_in_turn(std::uint64_t requests, int after, int spread) {
  for (int step = 1; step <= kRequesters; ++step) {
    const int candidate = (after + step) % kRequesters;
    if ((requests >> candidate & 1U) != 0) {
      return candidate * spread;
    }
  }
  return -1;
}

template <typename Set>
Set set_of(std::uint64_t requests, int spread) {
  Set set;
  for (int i = 0; i < kRequesters; ++i) {
    if ((requests >> i & 1U) != 0) {
      set.insert(i * spread);
    }
  }
  return set;
}

template <typename Arbiter>
class RoundRobin : public testing::Test {
 protected:
  /// Requesters are so far apart that they lie in different words.
  static constexpr int kSpread = (Arbiter::Set::kSize - 1) / (kRequesters - 1);
};
TYPED_TEST_SUITE(RoundRobin, RoundRobins, );

TYPED_TEST(RoundRobin, StartsWithTheLowestRequester) {
  for (std::uint64_t requests = 1; requests < kMasks; ++requests) {
    TypeParam arbiter;
    ASSERT_EQ(arbiter.pick(set_of<typename TypeParam::Set>(requests, this->kSpread)),
              next_in_turn(requests, kRequesters - 1, this->kSpread));
  }
}

TYPED_TEST(RoundRobin, PicksTheFirstAfterTheLastWinner) {
  using Set = typename TypeParam::Set;
  for (int last = 0; last < kRequesters; ++last) {
    for (std::uint64_t requests = 1; requests < kMasks; ++requests) {
      TypeParam arbiter;
      arbiter.accept(last * this->kSpread);
      ASSERT_EQ(arbiter.pick(set_of<Set>(requests, this->kSpread)),
                next_in_turn(requests, last, this->kSpread))
          << last << " " << requests;
    }
  }
}

// A standing requester is overtaken at most once by each of the others, whatever they ask: every
// sequence of three sets, followed by a standing request of all.
TEST(RoundRobinArbiter, NobodyIsOvertakenTwiceByTheSame) {
  using Set = IndexSet<1>;
  for (std::uint64_t sequence = 0; sequence < kMasks * kMasks * kMasks; ++sequence) {
    const std::uint64_t masks[] = {sequence % kMasks, sequence / kMasks % kMasks,
                                   sequence / (kMasks * kMasks)};
    for (int patient = 0; patient < kRequesters; ++patient) {
      RoundRobinArbiter<Set> arbiter;
      std::vector<int> wins(kRequesters, 0);
      for (int round = 0; round < 3 + kRequesters && wins[static_cast<std::size_t>(patient)] == 0;
           ++round) {
        const std::uint64_t others = round < 3 ? masks[round] : kMasks - 1;
        const int winner = arbiter.pick(Set({others | std::uint64_t{1} << patient}));
        ASSERT_LE(++wins[static_cast<std::size_t>(winner)], 1);
      }
      ASSERT_EQ(wins[static_cast<std::size_t>(patient)], 1);
    }
  }
}

TYPED_TEST(RoundRobin, ReachesTheLastAndStartsOver) {
  using Set = typename TypeParam::Set;
  constexpr int kLast = Set::kSize - 1;
  TypeParam arbiter;
  const Set all = Set::range(0, Set::kSize);
  for (int turn = 0; turn < 2; ++turn) {
    for (int requester = 0; requester < Set::kSize; ++requester) {
      ASSERT_EQ(arbiter.pick(all), requester);
    }
  }
  const Set both = Set::of(kLast) | Set::of(5);
  EXPECT_EQ(arbiter.pick(Set::of(kLast)), kLast);
  EXPECT_EQ(arbiter.pick(both), 5);
  EXPECT_EQ(arbiter.pick(both), kLast);
}

// Against the triangle of bits of the hardware: the winner loses its priority over all others.
TEST(MatrixArbiter, IsTheMatrixOfBits) {
  using Set = IndexSet<1>;
  Draw draw(5);
  MatrixArbiter<Set> arbiter;
  bool before[kRequesters][kRequesters];
  for (int i = 0; i < kRequesters; ++i) {
    for (int j = 0; j < kRequesters; ++j) {
      before[i][j] = i < j;
    }
  }
  for (int round = 0; round < 2000; ++round) {
    const Set requests = drawn_requests<Set>(kRequesters, draw);
    const int winner = arbiter.pick(requests);
    requests.for_each(
        [&](int other) { ASSERT_TRUE(other == winner || before[winner][other]) << round; });
    for (int other = 0; other < kRequesters; ++other) {
      before[winner][other] = false;
      before[other][winner] = other != winner;
    }
  }
}

TEST(AgeArbiter, TakesTheOldestAndOfSeveralTheLowest) {
  using Set = IndexSet<4>;
  const Set requests = Set::of(3) | Set::of(70) | Set::of(130) | Set::of(200);
  const AgeArbiter<Set> arbiter;
  const auto age_of = [](int requester) { return requester == 130 || requester == 200 ? 4 : 9; };
  EXPECT_EQ(arbiter.propose(requests, age_of), 130);
  EXPECT_EQ(arbiter.propose(Set::of(3) | Set::of(70), age_of), 3);
}

// A thousand draws among three: a share of a third each, within four standard deviations.
TEST(RandomArbiter, GivesEveryoneTheSameShare) {
  using Set = IndexSet<1>;
  RandomArbiter<Set> arbiter(7);
  const Set requests = Set::of(2) | Set::of(5) | Set::of(40);
  int wins = 0;
  constexpr int kDraws = 9000;
  for (int i = 0; i < kDraws; ++i) {
    wins += arbiter.pick(requests) == 40 ? 1 : 0;
  }
  EXPECT_NEAR(wins, kDraws / 3, 4 * 45);  // sqrt(9000 · 1/3 · 2/3) = 45
}

}  // namespace
}  // namespace flitcast::test_arbiter
