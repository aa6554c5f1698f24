#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/config/keys/config_keys.h"
#include "tb/plan/plan.h"
#include "tb/sim/simulated_run.h"

namespace flitcast::test_simulated_options {
namespace {

using Keys = std::vector<std::pair<const char*, const char*>>;

/// A run off the beaten track of its row: what is given, and what it must cost.
struct Options {
  const char* name;
  Keys keys;
  Cycle completion;
  Cycle excess;
};

std::ostream& operator<<(std::ostream& out, const Options& options) {
  return out << options.name;
}

Keys dex(const char* dimension, const Keys& more) {
  Keys keys{{"topology.kind", "hypercube"},
            {"topology.dims", dimension},
            {"traffic.algorithm", "aas-hc-dex"},
            {"traffic.message_flits", "6"}};
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

Keys sex(const char* dimension, const Keys& more) {
  Keys keys = dex(dimension, more);
  keys[2].second = "aas-hc-sex";
  return keys;
}

Keys irc_broadcast(const Keys& more) {
  Keys keys{{"topology.kind", "mesh"},
            {"topology.dims", "4x3"},
            {"traffic.algorithm", "oab-mesh-irc-corner"},
            {"traffic.message_flits", "6"}};
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

// A pipeline on a ring of 5 in cut-through: every channel has a packet in every round, and the
// credits of one are under way for longer than the start-up of the next. 4·(4 + 10 + 6·3) = 128.
Keys pipeline_with_long_links() {
  return {{"topology.kind", "ring"},           {"topology.dims", "5"},
          {"traffic.algorithm", "aab-ring"},   {"traffic.message_flits", "6"},
          {"router.switching", "cut_through"}, {"link.delay", "10"},
          {"link.cycles_per_flit", "3"}};
}

// A pipeline on a ring of 16 in half duplex, whose packets get smaller from round to round: those
// that just fit the credit round trip of 14 flits must not wait for it.
// 15·(4 + 7) + (15 + 14 + … + 1) = 285.
Keys half_duplex_with_long_links(const char* buffer) {
  return {{"topology.kind", "ring"},
          {"topology.dims", "16"},
          {"traffic.algorithm", "aas-ring-1port"},
          {"link.delay", "7"},
          {"router.buffer_flits", buffer}};
}

// Direct exchange on Q_3, t_s = 4, t_d = t_m = 1, μ = 6: 7·4 + 12 + 7·6 = 82.
// Corner broadcast on 4 × 3 (C-R): 2·4 + 5 + 2·6 + 3 address flits = 28.
const Options kOptions[] = {
    {"DescendingRouting", dex("3", {{"router.routing", "descending"}}), 82, 0},
    {"SourceRouting", dex("3", {{"router.routing", "source"}}), 82, 0},
    {"TwoVirtualChannels", dex("3", {{"router.vcs", "2"}}), 82, 0},
    {"FourVirtualChannelsInCutThrough",
     dex("3", {{"router.vcs", "4"}, {"router.switching", "cut_through"}}), 82, 0},
    {"CutThroughBehindThePacketBefore", pipeline_with_long_links(), 128, 0},
    {"HalfDuplexBehindThePacketBefore", half_duplex_with_long_links("auto"), 285, 0},
    // A header could leave 11 cycles after the tail of the round before, whose credits take 14:
    // three of the 14 slots are not back, and packets of 12, 13 and 14 flits wait for 1, 2 and 3.
    {"HalfDuplexWithoutRoomForTwoPackets", half_duplex_with_long_links("14"), 291, 6},
    {"MorePortsThanNeeded", dex("3", {{"router.ports", "all"}}), 82, 0},
    // Store-and-forward, multi-hop: 7·4 + 12·(1 + 6) = 112
    {"StoreAndForward", dex("3", {{"router.switching", "store_and_forward"}}), 112, 0},
    {"StoreAndForwardOverTwoVirtualChannels",
     dex("3", {{"router.switching", "store_and_forward"}, {"router.vcs", "2"}}), 112, 0},
    // Half duplex, but opposite worms never meet on one hop: exchanges do, and cost twice the
    // flits. 8 nodes, 3 rounds: t_s + t_d + 24 + (24 + 1) for the other direction.
    {"ExchangesInHalfDuplex", sex("3", {{"link.duplex", "half"}}), 3 * (4 + 1 + 24 + 25), 75},
    // Local operations: t_r = 2 on 8·6 flits in each of 3 rounds, t_op = 3 on 6 flits in each of 3.
    {"RearrangementBetweenRounds", sex("3", {{"ni.copy_per_flit", "2"}}), 3 * (4 + 1 + 24 + 2 * 48),
     0},
    {"ReductionBehindTheTail",
     {{"topology.kind", "hypercube"},
      {"topology.dims", "3"},
      {"traffic.algorithm", "allreduce-hc"},
      {"traffic.message_flits", "6"},
      {"ni.reduce_per_flit", "3"}},
     3 * (4 + 1 + 6 + 18),
     0},
    // 3 x 4 torus, 2 and 3 rounds: 5·(4 + 1) + 12·5/2·6, and 12·6 flits rearranged at 5 cycles each
    // between the two phases.
    {"RearrangementBetweenPhases",
     {{"topology.kind", "torus"},
      {"topology.dims", "3x4"},
      {"traffic.algorithm", "aas-torus-nd-sf"},
      {"traffic.message_flits", "6"},
      {"ni.copy_per_flit", "5"}},
     5 * 5 + 12 * 5 / 2 * 6 + 72 * 5,
     0},
    // A buffer of one flit with a credit round trip of two cycles: every payload flit takes one
    // cycle more, 7·6 of them
    {"BufferBelowFullRate", dex("3", {{"router.buffer_flits", "1"}}), 124, 42},
    {"BufferAboveFullRate", dex("3", {{"router.buffer_flits", "50"}}), 82, 0},
    // With router.delay = 1 the header stands in the buffer for two cycles, but flits behind it
    // catch up: they too take two cycles each
    {"RouterDelayBeyondTheBuffer", dex("3", {{"router.buffer_flits", "1"}, {"router.delay", "1"}}),
     28 + 12 * 2 + 42 * 2, 42},
    {"IrcBySourceRouting", irc_broadcast({{"router.routing", "source"}}), 28, 0},
    {"IrcOverTwoVirtualChannels", irc_broadcast({{"router.vcs", "2"}}), 28, 0},
    {"IrcInCutThrough", irc_broadcast({{"router.switching", "cut_through"}}), 28, 0},
    {"IrcWithPortsForAll", irc_broadcast({{"router.ports", "all"}}), 28, 0},
};

class SimulatedOptions : public testing::TestWithParam<Options> {};

TEST_P(SimulatedOptions, CostExactlyWhatTheContractSays) {
  RawConfig raw;
  for (const auto& [key, value] : GetParam().keys) {
    give(raw, key, value);
  }
  const Plan plan(raw);
  const ScheduleRun result =
      simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), {});
  EXPECT_EQ(result.completion_cycles, GetParam().completion);
  EXPECT_EQ(result.completion_cycles - plan.prediction().cycles, GetParam().excess);
  EXPECT_EQ(result.data_check, DataCheck::kPassed) << result.data_error;
}

INSTANTIATE_TEST_SUITE_P(All, SimulatedOptions, testing::ValuesIn(kOptions),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace flitcast::test_simulated_options
