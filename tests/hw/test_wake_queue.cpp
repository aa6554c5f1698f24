#include <deque>
#include <initializer_list>
#include <map>

#include <gtest/gtest.h>

#include "hw/time/wake_queue.h"
#include "traffic/schedule/random.h"

namespace flitcast::test_wake_queue {
namespace {

/// A wake queue with modules that only note what they are woken for.
class Modules {
 public:
  using Wakes = std::map<std::uint32_t, std::uint64_t>;  // module to causes

  explicit Modules(std::uint32_t count) { enlist(count); }
  void enlist(std::uint32_t more) {
    for (std::uint32_t i = 0; i < more; ++i) {
      queue_.enlist(alarms_.emplace_back());
      EXPECT_EQ(alarms_.back().number() + 1, alarms_.size());
    }
  }
  void wake(std::uint32_t module, std::uint64_t causes, Cycle at) {
    queue_.wake(alarms_[module], causes, at);
  }
  std::size_t count() const { return alarms_.size(); }
  Cycle next() const { return queue_.next(); }
  Cycle now() const { return queue_.now(); }
  /// Enters `cycle` and takes the causes of all modules that are due, each due once.
  Wakes enter(Cycle cycle) {
    Wakes wakes;
    const bool any = queue_.enter(cycle, [&](std::size_t word, std::uint64_t bits) {
      for (; bits != 0; bits &= bits - 1) {
        const auto module =
            static_cast<std::uint32_t>(word * 64 + static_cast<unsigned>(__builtin_ctzll(bits)));
        EXPECT_EQ(wakes.count(module), 0U) << "module " << module << " twice";
        wakes[module] = alarms_[module].take(cycle);
      }
    });
    EXPECT_EQ(any, !wakes.empty());
    return wakes;
  }
  void set_late(bool late) { queue_.set_late(late); }
  std::uint64_t take(std::uint32_t module, Cycle cycle) { return alarms_[module].take(cycle); }

 private:
  WakeQueue queue_;
  std::deque<Alarm> alarms_;
};

using Wakes = Modules::Wakes;

TEST(WakeQueue, HasNothingToDoAtFirst) {
  Modules modules(3);
  EXPECT_EQ(modules.now(), -1);
  EXPECT_EQ(modules.next(), WakeQueue::kNever);
  EXPECT_EQ(modules.enter(0), Wakes{});
  EXPECT_EQ(modules.now(), 0);
}

TEST(WakeQueue, WakesAtTheCycleAskedForWhateverTheDistance) {
  for (const Cycle start : {Cycle{-1}, Cycle{0}, Cycle{7}, Cycle{15}, Cycle{16}, Cycle{1000}}) {
    for (const Cycle distance :
         std::initializer_list<Cycle>{1, 2, 14, 15, 16, 17, 31, 32, 33, 1023, 1024, 1'000'000,
                                      Cycle{1} << 40, Cycle{1} << 60}) {
      Modules modules(2);
      if (start >= 0) {
        modules.enter(start);
      }
      modules.wake(1, 4, start + distance);
      EXPECT_EQ(modules.next(), start + distance);
      EXPECT_EQ(modules.enter(start + distance), (Wakes{{1, 4}})) << start << "+" << distance;
      EXPECT_EQ(modules.next(), WakeQueue::kNever);
    }
  }
}

// 64 modules share a word and 64 words a summary: one module in each place that matters.
TEST(WakeQueue, FindsModulesInAllWordsAndSummaries) {
  Modules modules(9000);
  Wakes expected;
  for (const std::uint32_t module :
       {0U, 63U, 64U, 127U, 4095U, 4096U, 4160U, 8191U, 8192U, 8999U}) {
    modules.wake(module, module + 1, 5);
    expected[module] = module + 1;
  }
  EXPECT_EQ(modules.enter(5), expected);
  EXPECT_EQ(modules.next(), WakeQueue::kNever);
}

// Words and summaries move to larger places while modules in them are due.
TEST(WakeQueue, TakesInModulesWhileOthersWaitToBeWoken) {
  Modules modules(1);
  Wakes expected;
  for (const std::uint32_t more : {1U, 62U, 1U, 64U, 3968U, 1U, 4100U}) {
    const auto last = static_cast<std::uint32_t>(modules.count() - 1);
    modules.wake(last, last + 1, 5);
    expected[last] = last + 1;
    modules.enlist(more);
  }
  EXPECT_EQ(modules.next(), 5);
  EXPECT_EQ(modules.enter(5), expected);
}

TEST(WakeQueue, LimitsLookaheadToTheEarliestWish) {
  WakeQueue queue;
  EXPECT_EQ(queue.lookahead_limit(), WakeQueue::kNever);
  LookaheadLimit first(queue);
  EXPECT_EQ(queue.lookahead_limit(), WakeQueue::kNever);
  first.set(10);
  {
    LookaheadLimit second(queue);
    second.set(7);
    EXPECT_EQ(queue.lookahead_limit(), 7);
    second.set(20);
    EXPECT_EQ(queue.lookahead_limit(), 10);
    first.lift();
    EXPECT_EQ(queue.lookahead_limit(), 20);
    queue.set_last_cycle(15);
    EXPECT_EQ(queue.lookahead_limit(), 15);
    second.set(3);
    EXPECT_EQ(queue.lookahead_limit(), 3);
    EXPECT_EQ(queue.last_cycle(), 15);
  }
  EXPECT_EQ(queue.lookahead_limit(), 15) << "a limit ends with its owner";
  queue.set_possible_end(12);
  EXPECT_EQ(queue.lookahead_limit(), 12);
  EXPECT_EQ(queue.last_cycle(), 15) << "it need not end there";
  queue.set_possible_end(WakeQueue::kNever);
  EXPECT_EQ(queue.lookahead_limit(), 15);
}

TEST(WakeQueue, WhoIsWokenTooLateIsWokenInTheNextCycle) {
  for (Cycle now = 20; now < 20 + 2 * kWakeHorizon; ++now) {
    Modules modules(4);
    modules.enter(now);
    modules.set_late(true);
    modules.wake(0, 1, now - 7);
    modules.wake(1, 2, now);
    modules.wake(2, 4, now + 1);
    modules.wake(3, 8, now + kWakeHorizon - 1);
    modules.wake(3, 16, now + kWakeHorizon);
    modules.set_late(false);
    EXPECT_EQ(modules.next(), now + 1);
    EXPECT_EQ(modules.enter(now + 1), (Wakes{{0, 1}, {1, 2}, {2, 4}}));
    EXPECT_EQ(modules.enter(now + kWakeHorizon - 1), (Wakes{{3, 8}}));
    EXPECT_EQ(modules.enter(now + kWakeHorizon), (Wakes{{3, 16}}));
    EXPECT_EQ(modules.next(), WakeQueue::kNever);
  }
}

TEST(WakeQueue, DoesWhatASortedListDoes) {
  constexpr std::uint32_t kModules = 200;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SplitMix64 random(seed);
    Modules modules(kModules);
    std::map<Cycle, Wakes> expected;
    const auto wake_some = [&] {
      for (std::uint64_t left = random.below(4); left > 0; --left) {
        const auto module = static_cast<std::uint32_t>(random.below(kModules));
        const std::uint64_t causes = std::uint64_t{1} << random.below(64);
        const std::uint64_t reach = random.below(3) == 0 ? 20'000 : 18;
        const Cycle at = modules.now() + 1 + static_cast<Cycle>(random.below(reach));
        modules.wake(module, causes, at);
        expected[at][module] |= causes;
      }
    };
    for (int step = 0; step < 500; ++step) {
      wake_some();
      if (expected.empty()) {
        ASSERT_EQ(modules.next(), WakeQueue::kNever);
        continue;
      }
      const auto first = expected.begin();
      ASSERT_EQ(modules.next(), first->first);
      ASSERT_EQ(modules.enter(first->first), first->second);
      expected.erase(first);
    }
  }
}

}  // namespace
}  // namespace flitcast::test_wake_queue
