#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/config/keys/config_keys.h"
#include "tb/plan/plan.h"
#include "tb/sim/simulated_run.h"
#include "tests/support/networks/drawn_graph.h"
#include "tests/support/temp_folder.h"

// Networks from files whose links have delays of 1 … 5 and take 1 … 3 cycles per flit, each of its
// own, under shortest paths or up*/down*. More of them by hand, as in test_exact_timing.cpp:
//
//   FLITCAST_CONFIGURATIONS=20000 build/tests/tb/plan/test_tb_plan --gtest_filter='*UnequalLinks*'

namespace flitcast::test_unequal_links {
namespace {

using Keys = std::vector<std::pair<std::string, std::string>>;

class UnequalLinks : public testing::TestWithParam<const char*> {
 protected:
  /// The row on a drawn network and hardware.
  Keys drawn(Draw& draw) const {
    const std::string text =
        draw_graph(draw, draw.between<NodeId>(2, 12), draw.between<NodeId>(0, 5));
    return {{"topology.kind", "graph"},
            {"topology.file", folder_.write("net.txt", text)},
            {"traffic.algorithm", GetParam()},
            {"traffic.message_flits", std::to_string(draw.between(1, 12))},
            {"router.switching",
             draw.any_of<std::string>({"wormhole", "cut_through", "store_and_forward"})},
            {"router.delay", std::to_string(draw.between(0, 4))},
            {"link.delay", std::to_string(draw.between(1, 5))},
            {"link.cycles_per_flit", std::to_string(draw.between(1, 3))},
            {"link.duplex", draw.one_in(3) ? "half" : "full"},
            {"ni.startup", std::to_string(draw.between(0, 20))}};
  }

  static RawConfig raw_of(const Keys& keys) {
    RawConfig raw;
    for (const auto& [key, value] : keys) {
      give(raw, key, value);
    }
    return raw;
  }

  TempFolder folder_;
};

TEST_P(UnequalLinks, ArePredictedToTheCycleWhereNoneIsShared) {
  const std::uint64_t wanted = from_environment("FLITCAST_CONFIGURATIONS", 60);
  Draw draw(from_environment("FLITCAST_SEED", 1));
  std::uint64_t disjoint = 0;
  std::uint64_t shared = 0;
  for (std::uint64_t tried = 0; disjoint < wanted; ++tried) {
    ASSERT_LT(tried, 1000 * wanted) << "there is hardly a network whose rounds share no link";
    const Keys keys = drawn(draw);
    std::string told;
    for (const auto& [key, value] : keys) {
      told += "--" + key + "=" + value + " ";
    }
    try {
      const Plan plan(raw_of(keys));
      const ScheduleRun played = simulate(plan, plan.config(), {});
      ASSERT_EQ(played.data_check, DataCheck::kPassed) << told;
      ASSERT_GE(played.completion_cycles, plan.prediction().lower_bound_cycles) << told;
      const Cycle excess = played.completion_cycles - plan.prediction().cycles;
      Cycle explained = 0;
      for (const RoundRecord& round : played.per_round) {
        explained += round.waits.total() - round.slack;
      }
      ASSERT_EQ(excess, explained) << told;
      const bool alone = plan.report().link_contention <= 1;
      ASSERT_TRUE(!alone || excess == 0) << excess << " " << told;
      (alone ? disjoint : shared) += 1;
    } catch (const ConfigError& error) {  // half-duplex worms that could wait in a circle
      ASSERT_NE(std::string(error.what()).find("may deadlock"), std::string::npos) << error.what();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rows, UnequalLinks,
                         testing::Values("barrier-dissemination", "aab-bruck", "aas-bruck",
                                         "oab-chain"),
                         [](const auto& tested) {
                           std::string name(tested.param);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// A line of three processors over links of (delay 2, a flit every 3) and (delay 5, every 1), router
// delay 4, t_s = 4; messages of a header and a word. Dissemination goes one on, then two on, round
// the end. 2 -> 0 is the slowest of the first round: the word is 3 behind on the last link. 0 -> 2
// is that of the second: 3 behind on the first link, the word catches up when the next router
// delays the header, and is 1 behind.
TEST(UnequalBarrier, TakesItsSlowestWaysByHand) {
  const TempFolder folder;
  const Keys keys = {
      {"topology.kind", "graph"},
      {"topology.file", folder.write("net.txt",
                                     "processors 3\nlink 0 1 delay 2 cycles_per_flit 3\n"
                                     "link 1 2 delay 5\n")},
      {"traffic.algorithm", "barrier-dissemination"},
      {"router.delay", "4"}};
  RawConfig raw;
  for (const auto& [key, value] : keys) {
    give(raw, key, value);
  }
  const Plan plan(raw);
  const Cycle first = 4 + (4 + 5) + (4 + 2) + 3;
  const Cycle second = 4 + (4 + 2) + (4 + 5) + 1;
  EXPECT_EQ(plan.prediction().cycles, first + second);
  EXPECT_FALSE(plan.prediction().closed_form);
  EXPECT_FALSE(plan.prediction().terms);
  EXPECT_EQ(plan.config().network.buffer_flits, 4 + 2 * 5);
  EXPECT_EQ(simulate(plan, plan.config(), {}).completion_cycles, first + second);
}

}  // namespace
}  // namespace flitcast::test_unequal_links
