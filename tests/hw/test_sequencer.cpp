// The sequencer with modules that only note when they are called.

#include <deque>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/time/sequencer.h"

namespace flitcast::test_sequencer {
namespace {

/// Calls of modules: which, and in which cycle.
using Calls = std::vector<std::pair<std::uint32_t, Cycle>>;

struct Network {
  /// A module that notes its calls, and those for which it was due. Woken for kAgain it asks for a
  /// second phase.
  class Module final : public SequencedModule {
   public:
    explicit Module(Network& network) : network_(network) {}
    void tick(Cycle now) override {
      network_.called.emplace_back(alarm.number(), now);
      const std::uint64_t causes = alarm.take(now);
      if (causes != 0) {
        network_.due.emplace_back(alarm.number(), now);
        network_.second.push_back(network_.wakes.second_phase());
      }
      if (causes == kAgain) {
        network_.wakes.wake(alarm, 1, now);
      }
    }
    Alarm alarm;

   private:
    Network& network_;
  };

  static constexpr std::uint64_t kAgain = 2;

  explicit Network(std::uint32_t count, bool two_phases = false) : sequencer(wakes, two_phases) {
    for (std::uint32_t i = 0; i < count; ++i) {
      wakes.enlist(modules.emplace_back(*this).alarm);
    }
  }
  void enlist(std::uint32_t number) { sequencer.enlist(number, modules[number]); }
  void enlist_all() {
    for (std::uint32_t number = 0; number < modules.size(); ++number) {
      enlist(number);
    }
  }
  void wake(const std::vector<std::uint32_t>& numbers, Cycle at, std::uint64_t causes = 1) {
    for (const std::uint32_t number : numbers) {
      wakes.wake(modules[number].alarm, causes, at);
    }
  }

  void run() {
    while (sequencer.step()) {
    }
  }

  WakeQueue wakes;
  Sequencer sequencer;
  std::deque<Module> modules;
  Calls called;
  Calls due;
  std::vector<bool> second;  // likewise: in a second phase
};

TEST(Sequencer, CallsModulesInTheOrderOfTheirNumbers) {
  Network network(70);
  network.enlist_all();
  network.wake({69, 3, 64, 17, 0}, 4);
  network.wake({5}, 2);
  network.run();
  EXPECT_EQ(network.called, (Calls{{5, 2}, {0, 4}, {3, 4}, {17, 4}, {64, 4}, {69, 4}}));
  EXPECT_EQ(network.due, network.called);
}

TEST(Sequencer, CallsModulesByNumberWheneverTheyEnlisted) {
  Network network(20);
  for (std::uint32_t number = 1; number < 20; number += 2) {
    network.enlist(number);
  }
  for (std::uint32_t number = 0; number < 20; number += 2) {
    network.enlist(number);
  }
  const std::vector<std::uint32_t> due{0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 19};
  network.wake(due, 1);
  network.run();
  Calls expected;
  for (const std::uint32_t number : due) {
    expected.emplace_back(number, 1);
  }
  EXPECT_EQ(network.called, expected);
  EXPECT_EQ(network.due.size(), due.size());
}

TEST(Sequencer, GoesFromStepToStep) {
  Network network(2);
  network.enlist_all();
  network.wake({1}, 3);
  network.wake({0, 1}, 1000);
  std::vector<Cycle> visited;
  do {
    visited.push_back(network.sequencer.next());
  } while (network.sequencer.step());
  EXPECT_EQ(visited, (std::vector<Cycle>{0, 3, 1000, 1001}));
  EXPECT_EQ(network.due, (Calls{{1, 3}, {0, 1000}, {1, 1000}}));
}

TEST(Sequencer, ASecondPhaseFollowsWhenAllHaveHadTheFirst) {
  Network network(130, true);
  network.enlist_all();
  network.wake({129, 1}, 3, Network::kAgain);
  network.wake({0, 128}, 3);
  network.wake({7}, 4);
  network.run();
  EXPECT_EQ(network.due, (Calls{{0, 3}, {1, 3}, {128, 3}, {129, 3}, {1, 3}, {129, 3}, {7, 4}}));
  EXPECT_EQ(network.second, (std::vector<bool>{false, false, false, false, true, true, false}));
  EXPECT_EQ(network.wakes.now(), 5);
}

TEST(Sequencer, EndsInTheFirstCycleAtRest) {
  Network network(1);
  network.enlist_all();
  network.wake({0}, 8);
  network.run();
  EXPECT_EQ(network.wakes.now(), 9);
  EXPECT_FALSE(network.sequencer.out_of_cycles());
}

TEST(Sequencer, DoesNothingBehindTheLastCycle) {
  Network network(1);
  network.enlist_all();
  network.wakes.set_last_cycle(20);
  network.wake({0}, 20);
  network.wake({0}, 21);
  network.run();
  EXPECT_EQ(network.due, (Calls{{0, 20}}));
  EXPECT_EQ(network.wakes.now(), 20);
  EXPECT_TRUE(network.sequencer.out_of_cycles());
}

}  // namespace
}  // namespace flitcast::test_sequencer
