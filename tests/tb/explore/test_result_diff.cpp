#include <cstdint>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tb/explore/diff/result_diff.h"

namespace flitcast::explore::test_result_diff {
namespace {

using Json = nlohmann::ordered_json;

Json some_result() {
  return Json::parse(R"({
    "schema": "flitcast.result/1",
    "config": {"router.delay": 1, "traffic.algorithm": "aas-hc-dex"},
    "completion_cycles": 200,
    "excess_cycles": 0,
    "excess_split": null,
    "per_round": [{"start": 0, "end": 90, "waits": {"port": 0}},
                  {"start": 90, "end": 200, "waits": {"port": 0}}],
    "latency": {"mean": 30.5},
    "deadlock": null,
    "notes": ["first", "second"],
    "host": {"wall_seconds": 0.5}})");
}

TEST(ResultDiff, TellsWhatChangedByHowMuchAndWhere) {
  Json after = some_result();
  after["config"] = {{"router.delay", 2}, {"traffic.algorithm", "aas-hc-dex"}, {"router.vcs", 2}};
  after["completion_cycles"] = 250;
  after["excess_cycles"] = 7;
  after["latency"]["mean"] = 61.0;
  after["per_round"][1]["waits"]["port"] = 3;
  after["notes"] = {"second", "third"};
  EXPECT_EQ(diff_text(diff_results(some_result(), after), "a.json", "b.json"),
            "a.json -> b.json\n"
            "\nconfiguration\n"
            "  router.delay  1 -> 2\n"
            "  router.vcs    – -> 2\n"
            "\nresult\n"
            "  completion_cycles   200 -> 250  +50 (+25 %)\n"
            "  excess_cycles         0 -> 7    +7\n"
            "  latency.mean       30.5 -> 61   +30.5 (+100 %)\n"
            "\nrounds: 1 of 2 differ, first round 1\n"
            "  waits.port  0 -> 3  +3\n"
            "\nnotes of a.json only\n  first\n"
            "\nnotes of b.json only\n  third\n");
}

TEST(ResultDiff, SaysWhenTheSameConfigurationGaveAnotherResult) {
  Json after = some_result();
  after["completion_cycles"] = 199;
  EXPECT_EQ(diff_text(diff_results(some_result(), after), "a", "b"),
            "a -> b\n\nthe configuration is the same\n\nresult\n"
            "  completion_cycles  200 -> 199  -1 (-0.5 %)\n");
}

TEST(ResultDiff, ComparesResultsOfUnequalLengthAndStuckOnes) {
  Json stuck = some_result();
  stuck["per_round"].erase(1);
  stuck["excess_cycles"] = nullptr;
  stuck["deadlock"] = {{"reason", "no_progress"}, {"round", 1}};
  const ResultDiff diff = diff_results(some_result(), stuck);
  EXPECT_EQ(diff.rounds_before, 2U);
  EXPECT_EQ(diff.rounds_after, 1U);
  EXPECT_EQ(diff.rounds_differing, 0U);
  EXPECT_FALSE(diff.deadlock_report);
  ASSERT_EQ(diff.measures.size(), 2U);
  EXPECT_EQ(diff.measures[0].name, "excess_cycles");
  EXPECT_TRUE(diff.measures[0].after.is_null());
  EXPECT_EQ(diff.measures[1].name, "deadlock");

  Json otherwise = stuck;
  otherwise["deadlock"]["round"] = 0;
  const ResultDiff stuck_diff = diff_results(stuck, otherwise);
  EXPECT_TRUE(stuck_diff.deadlock_report);
  EXPECT_FALSE(stuck_diff.empty());
}

TEST(ResultDiff, TakesNoNoticeOfAHashThatOnlyOneRunWasAskedFor) {
  Json asked = some_result();
  asked["messages_hash"] = "0123456789abcdef";
  Json unasked = some_result();
  unasked["messages_hash"] = nullptr;
  for (const Json& other : {some_result(), unasked}) {
    EXPECT_TRUE(diff_results(asked, other).empty());
    EXPECT_TRUE(diff_results(other, asked).empty());
  }
  Json otherwise = asked;
  otherwise["messages_hash"] = "0123456789abcdee";
  EXPECT_EQ(diff_results(asked, otherwise).measures.size(), 1U);
}

TEST(ResultDiff, TellsThatOneHasFewerRounds) {
  Json after = some_result();
  after["per_round"].erase(1);
  const ResultDiff diff = diff_results(some_result(), after);
  EXPECT_EQ(diff_text(diff, "a", "b"),
            "a -> b\n\nthe configuration is the same\n\nrounds: 2 -> 1\n");
  const Json json = Json::parse(diff_json(diff, "a", "b"));
  EXPECT_EQ(json["rounds_before"], 2);
  EXPECT_EQ(json["rounds_after"], 1);
}

TEST(ResultDiff, ShowsNamesValuesAndNotesInALineEach) {
  Json before = some_result();
  before["config"]["traffic.data"] = "a\n\nb.csv";
  Json after = some_result();
  after["no\nsuch"] = 1;
  after["notes"] = {"first", "second", "third\nthe configuration is the same"};
  EXPECT_EQ(diff_text(diff_results(before, after), "a", "b"),
            "a -> b\n"
            "\n"
            "configuration\n"
            "  traffic.data  a??b.csv -> –\n"
            "\n"
            "result\n"
            "  no?such  – -> 1\n"
            "\n"
            "notes of b only\n"
            "  third?the configuration is the same\n");
}

TEST(ResultDiff, SubtractsNumbersOfAnySize) {
  const auto line = [](const Json& from, const Json& to) {
    Json before = some_result();
    Json after = some_result();
    before["completion_cycles"] = from;
    after["completion_cycles"] = to;
    const std::string text = diff_text(diff_results(before, after), "a", "b");
    return text.substr(text.find("  completion_cycles  ") + 21);
  };
  EXPECT_EQ(line(18446744073709551615U, 68), "18446744073709551615 -> 68  -1.84467e+19 (-100 %)\n");
  EXPECT_EQ(line(INT64_MIN, INT64_MAX),
            "-9223372036854775808 -> 9223372036854775807  +1.84467e+19 (+200 %)\n");
  EXPECT_EQ(line(9007199254740993, 9007199254740992),
            "9007199254740993 -> 9007199254740992  -1 (-1.11e-14 %)\n");
  EXPECT_EQ(line(-4, -2), "-4 -> -2  +2 (+50 %)\n");
  EXPECT_EQ(line(2, 50), "2 -> 50  +48 (+2400 %)\n");
}

}  // namespace
}  // namespace flitcast::explore::test_result_diff
