#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/drawn_config.h"
#include "tests/support/played_plan.h"
#include "traffic/operations/operations.h"

// A lower bound is the operation's: on the same network and hardware all algorithms report the same
// one, and none of them is faster, however its rounds overlap. A sample; more runs by hand:
//
//   FLITCAST_CONFIGURATIONS=20000 build/tests/tb/plan/test_tb_plan --gtest_filter='*BoundsHold*'
//
// FLITCAST_SEED draws others.

namespace flitcast {
namespace {

/// A network and a hardware, told without a row, and what an operation is to do there.
struct Contest {
  const OperationKind* kind;
  Topology topology;
  DrawnKeys keys;
  std::string flits;
};

Contest drawn_contest(const OperationKind& kind, ConfigDraw& config) {
  Draw& draw = config.draw();
  const Topology topology = config.network();
  DrawnKeys keys = keys_of(topology);
  add_keys(config.operation(kind, topology), keys);
  add_keys(config.timing(), keys);
  const std::string switching = config.switching();
  const bool irc = switching != "store_and_forward" && draw.one_in(2);
  add_keys({{"router.switching", switching},
            {"link.duplex", config.duplex()},
            {"router.ports", draw.any_of<std::string>({"1", "1", "2", "all"})},
            {"router.irc", irc ? "on" : "off"}},
           keys);
  if (draw.one_in(3)) {
    keys.emplace_back("router.vcs", "2");
  }
  return {&kind, topology, keys, config.flits(topology)};
}

/// Plays all rows of the operation that can be played there, rounds after each other or
/// overlapping; returns how many runs that were.
std::uint64_t play_rows(const Contest& contest, ConfigDraw& config) {
  std::uint64_t runs = 0;
  std::map<std::uint32_t, Cycle> bounds;  // by μ, which follows from the data of applications
  for (const Row& row : catalogue()) {
    if (row.operation != contest.kind) {
      continue;
    }
    DrawnKeys keys = contest.keys;
    add_keys(config.traffic(row, contest.topology), keys);
    keys.emplace_back("traffic.sync", config.draw().one_in(2) ? "dataflow" : "barrier");
    if (row.application == nullptr) {
      keys.emplace_back("traffic.message_flits", contest.flits);
    }
    try {
      const Plan plan(raw_of(keys));
      const Cycle bound = plan.prediction().lower_bound_cycles;
      const auto [first, is_new] = bounds.emplace(plan.config().message_flits, bound);
      EXPECT_EQ(bound, first->second) << options_of_keys(keys);
      const PlayedPlan played = play(plan);
      EXPECT_EQ(played.data_error, "") << options_of_keys(keys);
      EXPECT_LE(bound, played.completion) << options_of_keys(keys);
      ++runs;
    } catch (const ConfigError&) {  // not on this hardware
    }
  }
  return runs;
}

/// Draws differ from operation to operation.
std::ptrdiff_t place_in_list(const OperationKind* kind) {
  const std::vector<const OperationKind*>& all = all_operations();
  return std::find(all.begin(), all.end(), kind) - all.begin();
}

class BoundsHold : public testing::TestWithParam<const OperationKind*> {};

TEST_P(BoundsHold, ForEveryRowOfTheOperation) {
  std::uint64_t rows = 0;
  for (const Row& row : catalogue()) {
    rows += row.operation == GetParam() ? 1 : 0;
  }
  const std::uint64_t wanted = from_environment("FLITCAST_CONFIGURATIONS", 30 * catalogue().size());
  const std::uint64_t share = (wanted * rows + catalogue().size() - 1) / catalogue().size();
  ConfigDraw config(from_environment("FLITCAST_SEED", 1) * 1000 +
                    static_cast<std::uint64_t>(place_in_list(GetParam())));
  std::uint64_t runs = 0;
  for (std::uint64_t tried = 0; runs < share; ++tried) {
    ASSERT_LT(tried, 2000 * share) << "there is hardly anything to play";
    runs += play_rows(drawn_contest(*GetParam(), config), config);
  }
}

INSTANTIATE_TEST_SUITE_P(Operations, BoundsHold, testing::ValuesIn(all_operations()),
                         [](const auto& tested) {
                           std::string name = tested.param->name();
                           std::replace_if(
                               name.begin(), name.end(),
                               [](char c) { return std::isalnum(c) == 0; }, '_');
                           return name;
                         });

}  // namespace
}  // namespace flitcast
