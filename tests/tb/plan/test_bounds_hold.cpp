#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hw/routing/routing_policies.h"
#include "tb/sim/simulated_run.h"
#include "tests/support/runs/drawn_config.h"
#include "traffic/operations/operations.h"

// A lower bound is the operation's: on the same network and hardware all algorithms report the same
// one, and none of them is faster, however its rounds overlap, and whatever else is on its way. Nor
// does one end before its critical path. A sample; more runs by hand:
//
//   FLITCAST_CONFIGURATIONS=20000 build/tests/tb/plan/test_tb_plan --gtest_filter='*BoundsHold*'
//
// FLITCAST_SEED draws others.

namespace flitcast::test_bounds_hold {
namespace {

/// A network and a hardware, told without a row, and what an operation is to do there.
struct Contest {
  const OperationKind* kind;
  Topology topology;
  DrawnKeys keys;
  std::string flits;
};

DrawnKeys on_contract_routers(ConfigDraw& config) {
  Draw& draw = config.draw();
  const std::string switching = config.switching();
  const bool irc = switching != "store_and_forward" && draw.one_in(2);
  DrawnKeys keys{{"router.switching", switching},
                 {"link.duplex", config.duplex()},
                 {"router.irc", irc ? "on" : "off"},
                 {"router.forks", "none"}};
  if (draw.one_in(3)) {
    keys.emplace_back("router.vcs", "2");
  }
  return keys;
}

DrawnKeys on_staged_routers(ConfigDraw& config) {
  DrawnKeys keys = config.staged();
  add_keys({{"router.switching", config.switching()},
            {"link.duplex", config.duplex()},
            {"router.irc", "off"},
            {"router.forks",
             config.draw().any_of<std::string>({"none", "none", "hop_by_hop", "reserved"})}},
           keys);
  return keys;
}

std::string any_policy(Draw& draw) {
  const auto count = std::size(kRoutingPolicies);
  return std::string(kRoutingPolicies[draw.between<std::size_t>(0, count - 1)]().word);
}

Contest drawn_contest(const OperationKind& kind, ConfigDraw& config) {
  Draw& draw = config.draw();
  auto [topology, keys] = config.any_network();
  add_keys(config.operation(kind, topology), keys);
  add_keys(config.timing(), keys);
  add_keys({{"router.ports", draw.any_of<std::string>({"1", "1", "2", "all"})}}, keys);
  add_keys(draw.one_in(2) ? on_staged_routers(config) : on_contract_routers(config), keys);
  if (draw.one_in(4)) {
    keys.emplace_back("router.routing", any_policy(draw));
  }
  return {&kind, topology, keys, config.flits(topology)};
}

DrawnKeys some_load(Draw& draw) {
  return {{"load.rate", draw.any_of<std::string>({"0.01", "0.05", "0.2"})},
          {"load.sizes", std::to_string(draw.between(1, 9))},
          {"load.warm_up", std::to_string(draw.between(0, 200))}};
}

/// Plays all rows of the operation that can be played there, rounds after each other or
/// overlapping, some under load; returns how many runs that were.
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
    if (config.draw().one_in(5)) {
      add_keys(some_load(config.draw()), keys);
    }
    try {
      const Plan plan(raw_of(keys));
      const Cycle bound = plan.prediction().lower_bound_cycles;
      const auto [first, is_new] = bounds.emplace(plan.config().message_flits, bound);
      EXPECT_EQ(bound, first->second) << options_of_keys(keys);
      const ScheduleRun played = simulate(plan, plan.config(), {});
      EXPECT_EQ(played.data_check, DataCheck::kPassed) << options_of_keys(keys);
      EXPECT_LE(bound, played.completion_cycles) << options_of_keys(keys);
      EXPECT_LE(plan.prediction().critical_path_cycles, played.completion_cycles)
          << options_of_keys(keys);
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

struct StagedCase {
  DrawnKeys keys;
  Cycle completion;
  Cycle predicted;
  Cycle critical_path;
};

/// Schedules on staged routers, whose times are worked out from the messages' timelines.
class OnStagedRouters : public testing::TestWithParam<StagedCase> {};

TEST_P(OnStagedRouters, TheoryAgreesWithTheTimeline) {
  DrawnKeys keys = GetParam().keys;
  keys.emplace_back("router.pipeline", "staged");
  const Plan plan(raw_of(keys));
  EXPECT_EQ(simulate(plan, plan.config(), {}).completion_cycles, GetParam().completion);
  EXPECT_EQ(plan.prediction().cycles, GetParam().predicted);
  EXPECT_EQ(plan.prediction().critical_path_cycles, GetParam().critical_path);
  EXPECT_LE(plan.prediction().lower_bound_cycles, GetParam().completion);
}

INSTANTIATE_TEST_SUITE_P(
    Schedules, OnStagedRouters,
    testing::Values(
        // In the first router at 2, out of it at 6 and 8, in the second at 7 and 9, where they are
        // granted the switch at 9 and 10; out at 11 and 12, in the memory at 13 and 14.
        StagedCase{{{"topology.kind", "line"},
                    {"topology.dims", "2"},
                    {"traffic.algorithm", "oab-chain"},
                    {"traffic.message_flits", "1"},
                    {"link.cycles_per_flit", "2"}},
                   14,
                   14,
                   14},
        // Four rounds of 45 − 2 cycles: t_s + t_d + 8·4, with the header two cycles late in the
        // end.
        StagedCase{{{"topology.kind", "hypercube"},
                    {"topology.dims", "4"},
                    {"traffic.algorithm", "oab-hc-sbt"},
                    {"traffic.message_flits", "8"},
                    {"link.cycles_per_flit", "4"}},
                   172,
                   172,
                   172},
        // A header in front of the send buffer is followed by the next one 3 + 1 cycles later: the
        // last of 15 messages, over 4 links, 14·4 later than at once. One by one they would take
        // 15·(8 + 1) + 32·5.
        StagedCase{{{"topology.kind", "hypercube"},
                    {"topology.dims", "4"},
                    {"traffic.algorithm", "aas-hc-dex"},
                    {"traffic.message_flits", "1"},
                    {"traffic.sync", "dataflow"}},
                   14 * 4 + 8 + 4 * 5 + 1,
                   295,
                   85}),
    [](const auto& tested) { return std::to_string(tested.index); });

}  // namespace
}  // namespace flitcast::test_bounds_hold
