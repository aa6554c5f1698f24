#include <gtest/gtest.h>

#include "tb/config/ini/raw_config.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/resolve/resolve.h"
#include "tb/plan/matrix_csv.h"
#include "tb/plan/plan.h"
#include "tb/results/text_report.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_plan {
namespace {

using Keys = std::vector<std::pair<const char*, std::string>>;

RawConfig raw_config(const Keys& keys) {
  RawConfig raw;
  for (const auto& [key, value] : keys) {
    give(raw, key, value);
  }
  return raw;
}

RawConfig hypercube(const char* algorithm, const Keys& more = {}) {
  Keys keys{{"topology.kind", "hypercube"},
            {"topology.dims", "4"},
            {"traffic.algorithm", algorithm},
            {"traffic.message_flits", "10"}};
  keys.insert(keys.end(), more.begin(), more.end());
  return raw_config(keys);
}

std::string message_of(const RawConfig& raw) {
  try {
    const Plan plan(raw);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(Plan, AutoBufferKeepsTheFullRate) {
  EXPECT_EQ(Plan(hypercube("aas-hc-dex")).config().network.buffer_flits, 2);
  EXPECT_EQ(Plan(hypercube("aas-hc-dex", {{"router.delay", "3"}, {"link.delay", "2"}}))
                .config()
                .network.buffer_flits,
            7);
}

// 10 + 1 flits, and the round trip of 2 of the packet before
TEST(Plan, AutoBufferHoldsWholePacketsWhereTheyAreStored) {
  EXPECT_EQ(Plan(hypercube("aas-hc-dex", {{"router.switching", "cut_through"}}))
                .config()
                .network.buffer_flits,
            13);
  EXPECT_EQ(Plan(hypercube("aas-hc-dex", {{"router.switching", "store_and_forward"}}))
                .config()
                .network.buffer_flits,
            13);
}

// On a ring of three all are neighbours, so that packets are stored in no router unless they are
// sent by way of another node.
TEST(Plan, AutoBufferHoldsWholePacketsThatPassOtherNodesOnDrawnWays) {
  const Keys keys{{"topology.kind", "ring"},
                  {"topology.dims", "3"},
                  {"traffic.algorithm", "aas-ring-allport"},
                  {"traffic.message_flits", "16"}};
  EXPECT_EQ(Plan(raw_config(keys)).config().network.buffer_flits, 2);
  Keys drawn = keys;
  drawn.insert(drawn.end(), {{"router.routing", "valiant"}, {"router.vcs", "4"}});
  EXPECT_EQ(Plan(raw_config(drawn)).config().network.buffer_flits, 16 + 1 + 2);
  drawn.emplace_back("router.buffer_flits", "16");
  EXPECT_NE(message_of(raw_config(drawn)).find("give at least 17"), std::string::npos);
}

TEST(Plan, PredictsWhatNodesDoWithTheirFlits) {
  const Cycle messages = 4 * (4 + 1) + 32 * 10;
  const Cycle copies = Cycle{4} * 16 * 10 * 3;
  const Plan copying(hypercube("aas-hc-sex", {{"ni.copy_per_flit", "3"}}));
  EXPECT_EQ(copying.prediction().cycles, messages + copies);
  EXPECT_EQ(copying.prediction().critical_path_cycles, messages + copies);
  const Plan reducing(hypercube("allreduce-hc", {{"ni.reduce_per_flit", "5"}}));
  EXPECT_EQ(reducing.prediction().cycles, 4 * (4 + 1 + 10) + 4 * 10 * 5);
  EXPECT_EQ(reducing.prediction().critical_path_cycles, 4 * (4 + 1 + 10) + 4 * 10 * 5);
}

TEST(CheckReport, TellsOfLocalOperationsThatTakeTime) {
  const auto says = [](const Plan& plan, const char* text) {
    return check_report(plan).find(text) != std::string::npos;
  };
  const Plan free(hypercube("aas-hc-sex"));
  EXPECT_TRUE(says(free, "t_s = 4, t_d = 1, t_m = 1 cycles of 1 ns"));
  EXPECT_TRUE(says(free, "4·t_s + 4·t_d + 32·μ·t_m\n"));
  const Plan copying(hypercube("aas-hc-sex", {{"ni.copy_per_flit", "3"}}));
  EXPECT_TRUE(says(copying, "t_s = 4, t_d = 1, t_m = 1, t_r = 3 cycles of 1 ns"));
  EXPECT_TRUE(says(copying, "4·t_s + 4·t_d + 32·μ·t_m + 64·μ·t_r\n"));
  const Plan reducing(hypercube("allreduce-hc", {{"ni.reduce_per_flit", "5"}}));
  EXPECT_TRUE(says(reducing, "t_m = 1, t_op = 5 cycles of 1 ns"));
  EXPECT_TRUE(says(reducing, "4·t_s + 4·t_d + 4·μ·t_m + 4·μ·t_op\n"));
}

TEST(Plan, RefusesAllToAllScattersBeyondWhatIsVerified) {
  EXPECT_EQ(message_of(hypercube("aas-hc-dex", {{"topology.dims", "15"}})),
            "--topology.dims: hypercube 15 has 32768 nodes; an all-to-all scatter takes at most "
            "16384");
}

TEST(Plan, OrderOfDimensionsIsNoContradictionWhereThereIsOne) {
  const Plan plan(raw_config({{"topology.kind", "ring"},
                              {"topology.dims", "8"},
                              {"traffic.algorithm", "aas-ring-allport"},
                              {"router.routing", "descending"}}));
  EXPECT_TRUE(plan.config().notes.empty());
}

TEST(ResolvedIni, RefusesAPathThatWouldNotReadBack) {
  Config config = Plan(hypercube("aas-hc-dex")).config();
  config.data_file = "/a#b/matrix.csv";
  try {
    resolved_ini(config);
    FAIL() << "a comment sign went into the file";
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(),
                 "traffic.data: \"/a#b/matrix.csv\" would not read back; give a path without # ; "
                 "and control characters");
  }
  config.data_file = "/a\nb/matrix.csv";
  EXPECT_THROW(resolved_ini(config), ConfigError);
}

TEST(Plan, NamesAMeshThatTheBroadcastTakes) {
  const RawConfig raw = raw_config({{"topology.kind", "mesh"},
                                    {"topology.dims", "1"},
                                    {"traffic.algorithm", "oab-mesh-irc-corner"}});
  EXPECT_EQ(message_of(raw), "--topology.dims: 1 does not have two dimensions; the nearest is 2x1");
}

TEST(Plan, SourceRoutingIsNoContradictionOfTheRow) {
  const Plan plan(hypercube("aas-hc-dex", {{"router.routing", "source"}}));
  EXPECT_TRUE(plan.routing().in_headers());
  EXPECT_EQ(plan.config().network.order, RoutingOrder::kAscending);
  EXPECT_TRUE(plan.config().notes.empty());
}

TEST(Plan, RefusesABufferSmallerThanAStoredPacket) {
  EXPECT_EQ(message_of(hypercube("aas-hc-dex", {{"router.switching", "cut_through"},
                                                {"router.buffer_flits", "10"}})),
            "--router.buffer_flits: cut_through takes whole packets into its buffers, and the "
            "largest has 11 flits; give at least 11, or auto");
  EXPECT_EQ(message_of(hypercube("aas-hc-dex", {{"router.switching", "store_and_forward"},
                                                {"router.buffer_flits", "10"}})),
            "--router.buffer_flits: store_and_forward takes whole packets into its buffers, and "
            "the largest has 11 flits; give at least 11, or auto");
  EXPECT_EQ(message_of(hypercube("aas-hc-dex", {{"router.switching", "cut_through"},
                                                {"router.buffer_flits", "11"}})),
            "");
}

TEST(Plan, NotesAWormholeBufferBelowFullRate) {
  const Plan plan(hypercube("aas-hc-dex", {{"router.delay", "3"}, {"router.buffer_flits", "4"}}));
  ASSERT_EQ(plan.config().notes.size(), 1U);
  EXPECT_EQ(plan.config().notes[0],
            "router.buffer_flits = 4 is below full rate: the credit round trip of 5 cycles needs "
            "5; worms stream slower than t_m, which shows as excess");
}

RawConfig ring_of_16(const char* buffer) {
  return raw_config({{"topology.kind", "ring"},
                     {"topology.dims", "16"},
                     {"traffic.algorithm", "aas-ring-1port"},
                     {"link.delay", "7"},
                     {"router.buffer_flits", buffer}});
}

// 15 + 1 flits, and the round trip of 14: neighbours store whole packets in half duplex, because a
// packet takes the pair of channels only when all of it has room.
TEST(Plan, AutoBufferHoldsWholePacketsOfNeighboursInHalfDuplex) {
  EXPECT_EQ(Plan(ring_of_16("auto")).config().network.buffer_flits, 16 + 14);
  RawConfig full = ring_of_16("auto");
  give(full, "link.duplex", "full");
  EXPECT_EQ(Plan(full).config().network.buffer_flits, 14);
}

TEST(Plan, NotesABufferThatAPacketMayHaveToWaitFor) {
  const std::string note =
      " is less than the largest packet and full rate together, 16 + 14: a packet may wait until "
      "the credits of the one before it are back, which shows as excess";
  // Later packets are smaller: 14 flits hold some of them.
  for (const char* flits : {"14", "16", "29"}) {
    EXPECT_EQ(Plan(ring_of_16(flits)).config().notes,
              std::vector<std::string>{std::string("router.buffer_flits = ") + flits + note});
  }
  EXPECT_TRUE(Plan(ring_of_16("30")).config().notes.empty());
  const Plan cut_through(hypercube(
      "aas-hc-dex", {{"router.switching", "cut_through"}, {"router.buffer_flits", "12"}}));
  ASSERT_EQ(cut_through.config().notes.size(), 2U);
  EXPECT_EQ(cut_through.config().notes[1].rfind("router.buffer_flits = 12 is less than the", 0),
            0U);
}

TEST(Plan, PredictsByTheClosedForm) {
  const Plan plan(hypercube("aas-hc-dex", {{"ni.startup", "6"}, {"router.delay", "1"}}));
  EXPECT_TRUE(plan.prediction().closed_form);
  EXPECT_EQ(plan.prediction().cycles, 15 * 10 + 32 * 2 + 15 * 10);
  EXPECT_EQ(plan.report().lockstep_cycles, plan.prediction().cycles);
}

RawConfig bruck_on_a_line(const char* flits) {
  return raw_config({{"topology.kind", "line"},
                     {"topology.dims", "8"},
                     {"traffic.algorithm", "aas-bruck"},
                     {"traffic.message_flits", flits}});
}

// Without waiting 3·t_s + 17·t_d + 12·μ·t_m; but 4·4·μ words go either way across the middle.
TEST(Plan, HoldsAPredictionAgainstTheLowerBound) {
  const Plan below(bruck_on_a_line("8"));
  EXPECT_EQ(below.prediction().cycles, 3 * 4 + 17 + 12 * 8);
  EXPECT_EQ(below.prediction().lower_bound_cycles, 4 + 1 + 16 * 8);
  EXPECT_TRUE(below.prediction().below_bound());
  EXPECT_EQ(below.prediction().estimate(), 133);
  EXPECT_EQ(
      below.config().notes,
      std::vector<std::string>{"the prediction, 125 cycles, counts no waiting for shared "
                               "links and is below the lower bound, 133 cycles, which holds"});
  EXPECT_NE(
      check_report(below).find("lower bound    133 cycles  above the prediction, and holds\n"),
      std::string::npos)
      << check_report(below);
  // 3·4 + 17 + 12·6 = 101 = 4 + 1 + 16·6
  const Plan equal(bruck_on_a_line("6"));
  EXPECT_FALSE(equal.prediction().below_bound());
  EXPECT_EQ(equal.prediction().estimate(), 101);
  EXPECT_TRUE(equal.config().notes.empty());
}

TEST(Plan, AddsUpTheRoundsWhereThereIsNoClosedForm) {
  const Plan plan(hypercube("aas-hc-dex", {{"router.switching", "store_and_forward"}}));
  EXPECT_FALSE(plan.prediction().closed_form);
  EXPECT_EQ(plan.prediction().cycles, plan.report().lockstep_cycles);
}

TEST(Plan, BlamesTheKeyThatAScheduleCannotBePlayedWith) {
  EXPECT_EQ(message_of(hypercube("aas-hc-allport-sf", {{"router.ports", "1"}}))
                .rfind("--router.ports: aas-hc-allport-sf cannot be played like this: ", 0),
            0U);
}

TEST(Plan, BlamesTheKeyThatTheRowRefuses) {
  EXPECT_EQ(message_of(raw_config({{"topology.kind", "ring"},
                                   {"topology.dims", "8"},
                                   {"traffic.algorithm", "aas-hc-dex"}}))
                .rfind("--topology.kind: ring does not fit", 0),
            0U);
}

TEST(Plan, RefusesWhatMayDeadlock) {
  Config config = resolve(hypercube("aas-hc-dex"));
  VerifyReport report;
  report.link_contention = 4;
  check_deadlock(report, config);
  EXPECT_TRUE(config.notes.empty());

  report.dependency_cycle = "0->1->2->0";
  report.first_contention = "round 2: link 1->2 carries 4 messages";
  try {
    check_deadlock(report, config);
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(),
                 "--traffic.algorithm: may deadlock: worms can wait for each other along "
                 "0->1->2->0, and round 2: link 1->2 carries 4 messages; run.allow_deadlock = on "
                 "plays it anyway");
  }

  report.link_contention = 1;
  check_deadlock(report, config);
  EXPECT_EQ(config.notes.size(), 1U);

  config.sync = Sync::kDataflow;
  config.topology = std::make_shared<const Topology>(TopologyKind::kRing, std::vector{4U});
  config.routing = std::make_shared<const Routing>(*config.topology, RoutingOrder::kAscending);
  try {
    check_deadlock(report, config);
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(),
                 "--traffic.algorithm: may deadlock: worms can wait for each other along "
                 "0->1->2->0, and rounds overlap; give router.vcs = 2, which cuts the rings at "
                 "datelines, or run.allow_deadlock = on plays it anyway");
  }
}

TEST(Plan, PlaysWhatMayDeadlockWhenToldTo) {
  Config config =
      resolve(hypercube("aas-hc-dex", {{"run.allow_deadlock", "on"}, {"run.stall_cycles", "7"}}));
  EXPECT_TRUE(config.allow_deadlock);
  EXPECT_EQ(config.stall_cycles, 7);
  VerifyReport report;
  report.link_contention = 2;
  report.dependency_cycle = "0-1->1-2->0-1";
  report.first_contention = "round 0: link 1-2 carries 2 messages";
  check_deadlock(report, config);
  ASSERT_EQ(config.notes.size(), 1U);
  EXPECT_EQ(config.notes[0],
            "may deadlock: worms can wait for each other along 0-1->1-2->0-1, and round 0: link "
            "1-2 carries 2 messages; a run that does ends with exit code 3 and says who waits for "
            "whom");
}

class Transposition : public testing::Test {
 protected:
  RawConfig config(const std::string& csv, const Keys& more = {}) {
    Keys keys{{"topology.kind", "hypercube"},
              {"topology.dims", "1"},
              {"traffic.algorithm", "app-transpose"},
              {"traffic.data", folder_.write("m.csv", csv)}};
    keys.insert(keys.end(), more.begin(), more.end());
    return raw_config(keys);
  }
  std::string file() const { return folder_.path("m.csv"); }

 private:
  TempFolder folder_;
};

const char* const kFourByFour = "1,2,3,4\n5,6,7,8\n9,10,11,12\n13,14,15,16\n";

TEST_F(Transposition, DerivesTheMessageSize) {
  const Plan plan(config(kFourByFour));
  EXPECT_EQ(plan.config().message_flits, 4U);
  ASSERT_NE(plan.application(), nullptr);
  EXPECT_EQ(plan.application()->expected().at(2, 1), 7);
  EXPECT_EQ(plan.application()->result().at(2, 1), 7);
}

TEST_F(Transposition, TakesTheRightMessageSizeAndRefusesAnother) {
  EXPECT_EQ(message_of(config(kFourByFour, {{"traffic.message_flits", "4"}})), "");
  EXPECT_EQ(message_of(config(kFourByFour, {{"traffic.message_flits", "3"}})),
            "--traffic.message_flits: 4 rows on 2 nodes make blocks of 2 x 2 = 4 flits, not 3; "
            "leave the key out");
}

TEST_F(Transposition, RefusesMatricesThatDoNotFit) {
  EXPECT_EQ(message_of(config("1,2\n")),
            "--traffic.data: " + file() + " has 1 rows and 2 columns; give a square matrix");
  EXPECT_EQ(message_of(config("1,2,3\n4,5,6\n7,8,9\n")),
            "--traffic.data: " + file() +
                " has 3 rows, which 2 nodes cannot share evenly; give a multiple of 2");
  EXPECT_EQ(message_of(config("1,2\n3,x\n")),
            "--traffic.data: " + file() + ":2: column 2: \"x\" is not a number");
}

TEST_F(Transposition, NeedsAMatrix) {
  EXPECT_EQ(message_of(hypercube("app-transpose")),
            "--traffic.data: is missing; app-transpose needs a CSV file with a matrix");
}

struct Example {
  std::string name;
  Keys keys;
};

void PrintTo(const Example& example, std::ostream* out) {
  *out << example.name;
}

// Reading the effective configuration gives the same effective configuration and the same notes.
class RoundTrip : public testing::TestWithParam<Example> {};

TEST_P(RoundTrip, ResolvedConfigReadsBack) {
  const Plan plan(raw_config(GetParam().keys));
  const std::string first = resolved_ini(plan.config());
  const Plan again(parse_config(first, "resolved.ini"));
  EXPECT_EQ(resolved_ini(again.config()), first);
  EXPECT_EQ(again.config().notes, plan.config().notes);
}

INSTANTIATE_TEST_SUITE_P(Configs, RoundTrip,
                         testing::Values(Example{"plain",
                                                 {{"topology.kind", "hypercube"},
                                                  {"topology.dims", "3"},
                                                  {"traffic.algorithm", "aas-hc-dex"}}},
                                         Example{"limits",
                                                 {{"topology.kind", "hypercube"},
                                                  {"topology.dims", "3"},
                                                  {"traffic.algorithm", "aas-hc-allport-sf"},
                                                  {"clock.period", "0.125"},
                                                  {"run.seed", "9223372036854775807"},
                                                  {"run.max_cycles", "99"}}},
                                         Example{"variant",
                                                 {{"topology.kind", "ring"},
                                                  {"topology.dims", "8"},
                                                  {"traffic.algorithm", "aas-ring-allport"},
                                                  {"traffic.variant", "split"},
                                                  {"traffic.message_flits", "6"},
                                                  {"router.buffer_flits", "64"}}},
                                         Example{"contradictions",
                                                 {{"topology.kind", "hypercube"},
                                                  {"topology.dims", "3"},
                                                  {"traffic.algorithm", "oas-hc-sbt"},
                                                  {"traffic.root", "5"},
                                                  {"router.switching", "wormhole"},
                                                  {"router.ports", "all"},
                                                  {"router.irc", "on"},
                                                  {"router.buffer_flits", "1"},
                                                  {"link.cycles_per_flit", "100"}}},
                                         Example{"outputs",
                                                 {{"topology.kind", "mesh"},
                                                  {"topology.dims", "5x3"},
                                                  {"traffic.algorithm", "oab-mesh-irc-corner"},
                                                  {"traffic.variant", "RC-R"},
                                                  {"router.switching", "cut_through"},
                                                  {"output.json", "a.json"},
                                                  {"output.messages", "b.csv"},
                                                  {"expect.completion_cycles", "12±3"},
                                                  {"expect.rounds", "2"},
                                                  {"expect.excess_cycles", "-1"}}}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace flitcast::test_plan
