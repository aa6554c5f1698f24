#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tb/config/config_value.h"
#include "tb/config/ini/raw_config.h"
#include "tb/config/keys/expect_keys.h"
#include "tb/config/resolve/resolve.h"
#include "tb/results/expectations.h"
#include "tb/results/result_json.h"

namespace flitcast::test_expectations {
namespace {

using Json = nlohmann::ordered_json;

Expectation whole(const std::string& text) {
  return parse_expectation(text, NumberKind::kWhole, kCycles);
}

Expectation decimal(const std::string& text) {
  return parse_expectation(text, NumberKind::kDecimal, kNoUnit);
}

/// The whole numbers from -1000 to 1000 that are as expected: first, last and how many.
std::string accepted(const std::string& text) {
  int first = 0;
  int last = 0;
  int count = 0;
  for (int number = -1000; number <= 1000; ++number) {
    if (whole(text).accepts(number)) {
      first = count == 0 ? number : first;
      last = number;
      ++count;
    }
  }
  return count == 0 ? "none" : fmt::format("{} to {}, {} of them", first, last, count);
}

TEST(Expectation, AcceptsWhatItsFormSays) {
  EXPECT_EQ(accepted("5"), "5 to 5, 1 of them");
  EXPECT_EQ(accepted("0"), "0 to 0, 1 of them");
  EXPECT_EQ(accepted("-5"), "-5 to -5, 1 of them");
  EXPECT_EQ(accepted("5 +- 0"), "5 to 5, 1 of them");
  EXPECT_EQ(accepted("5 +- 1"), "4 to 6, 3 of them");
  EXPECT_EQ(accepted("-5±2"), "-7 to -3, 5 of them");
  EXPECT_EQ(accepted("200 +- 1 %"), "198 to 202, 5 of them");
  EXPECT_EQ(accepted("15 cycles ± 10 %"), "14 to 16, 3 of them");
  EXPECT_EQ(accepted("-200 +- 0.5%"), "-201 to -199, 3 of them");
  EXPECT_EQ(accepted("0 +- 50 %"), "0 to 0, 1 of them");
  EXPECT_EQ(accepted(">= 998"), "998 to 1000, 3 of them");
  EXPECT_EQ(accepted("<=-999 cycles"), "-1000 to -999, 2 of them");
  EXPECT_EQ(accepted("-1 .. 1"), "-1 to 1, 3 of them");
  EXPECT_EQ(accepted("7..7"), "7 to 7, 1 of them");
  EXPECT_EQ(accepted(">= 1001"), "none");
}

TEST(Expectation, TellsLargeNumbersApart) {
  EXPECT_TRUE(whole("1000000000000000").accepts(1e15));
  EXPECT_FALSE(whole("1000000000000000").accepts(1e15 - 1));
  EXPECT_FALSE(whole("999999999999998 +- 1").accepts(1e15));
  EXPECT_TRUE(whole("999999999999998 +- 2").accepts(1e15));
  EXPECT_EQ(to_string(whole("1000000000000000")), "1000000000000000");
}

// A decimal is met by the number of which a result prints the same text, and by no neighbour of it.
TEST(Expectation, OfADecimalIsWhatAResultPrints) {
  for (const double number : {0.1, 1.0 / 3, 34.095238095238095, 0.07374301675977654, 1e-5, 40.0}) {
    const Expectation expectation = decimal(Json(number).dump());
    EXPECT_TRUE(expectation.accepts(number)) << number;
    EXPECT_FALSE(expectation.accepts(std::nextafter(number, 1e9))) << number;
    EXPECT_EQ(decimal(to_string(expectation)).value, number);
  }
  EXPECT_TRUE(decimal("0.7 +- 0.1").accepts(0.8));  // 0.8 - 0.7 is a little more than 0.1
  EXPECT_TRUE(decimal("0.3 +- 0.1").accepts(0.2));
  EXPECT_FALSE(decimal("0.7 +- 0.1").accepts(0.8000001));
  EXPECT_FALSE(decimal("<= 0.1").accepts(0.1000000001));
}

TEST(Expectation, IsWrittenAsItIsRead) {
  for (const char* text : {"5", "-5", "5 +- 2", "5 +- 2.5 %", ">= 5", "<= -5", "-5 .. 5"}) {
    EXPECT_EQ(to_string(whole(text)), text);
  }
  EXPECT_EQ(to_string(whole("5±2cycles")), "5 +- 2");
  EXPECT_EQ(to_string(decimal("0.5 .. 0.75")), "0.5 .. 0.75");
}

TEST(Expectation, TellsTheDifferenceToItsValueOrBound) {
  EXPECT_EQ(whole("5").difference(7), 2);
  EXPECT_EQ(whole("5 +- 1").difference(3), -2);
  EXPECT_EQ(whole("100 +- 1 %").difference(102), 2);
  EXPECT_EQ(whole(">= 5").difference(3), -2);
  EXPECT_EQ(whole(">= 5").difference(9), 0);
  EXPECT_EQ(whole("<= 5").difference(9), 4);
  EXPECT_EQ(whole("5 .. 8").difference(9), 1);
  EXPECT_EQ(whole("5 .. 8").difference(1), -4);
  EXPECT_EQ(whole("5 .. 8").difference(6), 0);
}

std::string moved(const std::string& text, double measured) {
  const Expectation was = decimal(text);
  const Expectation is = was.moved_to(measured);
  EXPECT_TRUE(is.accepts(measured)) << text;
  EXPECT_EQ(is.form, was.form);
  return rewritten(text, was, is);
}

TEST(Expectation, IsMovedToAMeasuredNumberInItsOwnForm) {
  EXPECT_EQ(moved("5", 7), "7");
  EXPECT_EQ(moved("5", 5), "5");
  EXPECT_EQ(moved("5.0", 5), "5.0");
  EXPECT_EQ(moved("5  +-  1", 7), "7  +-  1");
  EXPECT_EQ(moved("5 ± 1", 6), "5 ± 1");
  EXPECT_EQ(moved(" -5±1.5 % ", 7.25), " 7.25±1.5 % ");
  EXPECT_EQ(moved(">=5", 4), ">=4");
  EXPECT_EQ(moved("<= 1e-5", 2e-5), "<= 2e-05");
  EXPECT_EQ(moved("5 .. 8", 9), "5 .. 9");
  EXPECT_EQ(moved("5..8", 4), "4..8");
  EXPECT_EQ(moved(".5...75", 0.875), ".5..0.875");
  EXPECT_EQ(moved("5 .. 5", 4), "4 .. 5");
  const Expectation was = whole("2148 cycles +- 3 cycles");
  EXPECT_EQ(rewritten("2148 cycles +- 3 cycles", was, was.moved_to(2160)),
            "2160 cycles +- 3 cycles");
}

// Four digits, where these are within what is expected; else as many as it takes.
TEST(Expectation, IsMovedToAsFewDigitsAsItTakes) {
  const double mean = 10.452855468095796;
  EXPECT_EQ(moved("12 +- 1 %", mean), "10.45 +- 1 %");
  EXPECT_EQ(moved("12 +- 0.1", mean), "10.45 +- 0.1");
  EXPECT_EQ(moved("12 +- 0.001", mean), "10.453 +- 0.001");
  EXPECT_EQ(moved("12", mean), "10.452855468095796");
  EXPECT_EQ(moved(">= 12", mean), ">= 10.45");
  EXPECT_EQ(moved("<= 9", mean), "<= 10.453");
  EXPECT_EQ(moved("8 .. 9", mean), "8 .. 10.453");
  EXPECT_EQ(moved("20 .. 30", mean), "10.45 .. 30");
  EXPECT_EQ(moved("0.5 +- 1 %", 0.29411764705882354), "0.2941 +- 1 %");
  EXPECT_EQ(moved("5 +- 1 %", 123456.75), "123457 +- 1 %");
  EXPECT_EQ(moved("-5 +- 1 %", -123456.75), "-123457 +- 1 %");
  EXPECT_EQ(moved("5 +- 1 %", 0), "0 +- 1 %");
  const Expectation was = whole("5 +- 1 %");
  EXPECT_EQ(to_string(was.moved_to(123'456'789)), "123456789 +- 1 %");
}

TEST(Expectation, TellsWhatWasMeasuredInAsFewDigitsAsItTakes) {
  EXPECT_EQ(told_measure("latency.mean", "12", 10.452855468095796), "10.45");
  EXPECT_EQ(told_measure("latency.mean", "10.45", 10.452855468095796), "10.453");
  EXPECT_EQ(told_measure("latency.mean", "10.4528554", 10.452855468095796), "10.453");
  EXPECT_EQ(told_measure("latency.mean", ">= 10.453", 10.452855468095796), "10.45");
  EXPECT_EQ(told_measure("completion_cycles", "5", 123'456), "123456");
  EXPECT_EQ(told_measure("latency.mean", "12", {}), "nothing");
  EXPECT_EQ(told_measure("deadlock", "none", "max_cycles"), "max_cycles");
}

Config expecting(const std::string& lines) {
  return resolve(parse_config(
      "[topology]\nkind = hypercube\ndims = 3\n[traffic]\nalgorithm = aas-hc-dex\n[expect]\n" +
          lines,
      "x.ini"));
}

Config loaded(const std::string& lines) {
  return resolve(parse_config(
      "[topology]\nkind = mesh\ndims = 4x4\n[load]\npattern = uniform\n[expect]\n" + lines,
      "x.ini"));
}

ScheduleRun some_result() {
  ScheduleRun result;
  result.completion_cycles = 130;
  result.prediction.cycles = 120;
  result.rounds = 7;
  result.latency.mean = 34.5;
  result.links.max_utilization = 0.25;
  result.data_check = DataCheck::kPassed;
  return result;
}

Json judged(const Config& config, const RunResult& run) {
  return result_json(config, run)["expectations"];
}

std::vector<std::string> unmet(const Config& config, const RunResult& run) {
  return judged_result(config, run).unmet;
}

TEST(Judgements, AreInTheOrderOfTheKeys) {
  const auto judgements =
      judged(expecting("data_check = passed\nlatency.mean = 30 .. 34\nrounds = 7\nexit_code = 0\n"
                       "error = x\n"),
             some_result());
  ASSERT_EQ(judgements.size(), 3U);
  EXPECT_EQ(judgements[0]["key"], "rounds");
  EXPECT_EQ(judgements[0]["expected"], "7");
  EXPECT_EQ(judgements[0]["measured"], 7);
  EXPECT_EQ(judgements[0]["met"], true);
  EXPECT_EQ(judgements[1]["key"], "latency.mean");
  EXPECT_EQ(judgements[1]["measured"], 34.5);
  EXPECT_EQ(judgements[1]["met"], false);
  EXPECT_EQ(judgements[2]["met"], true);
}

TEST(Judgements, SayByHowMuchAnExpectationIsNotMet) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(unmet(expecting("completion_cycles = 123 +- 4\nexcess_cycles = >= 12\n"
                            "links.max_utilization = 0.5 +- 10 %\n"
                            "messages_hash = 0123456789abcdef\n"
                            "deadlock = max_cycles\n"),
                  some_result()),
            (Lines{"expect.completion_cycles: expected 123 +- 4, got 130 (3 too many)",
                   "expect.excess_cycles: expected >= 12, got 10 (2 too few)",
                   "expect.links.max_utilization: expected 0.5 +- 10 %, got 0.25 (0.2 too little)",
                   "expect.deadlock: expected max_cycles, got none",
                   "expect.messages_hash: expected 0123456789abcdef, got nothing"}));
  EXPECT_EQ(unmet(expecting("rounds = 9\nlatency.mean = 36.0471\n"), some_result()),
            (Lines{"expect.rounds: expected 9, got 7 (2 less)",
                   "expect.latency.mean: expected 36.0471, got 34.5 (1.55 less)"}));
  EXPECT_EQ(unmet(expecting("rounds = 7\nlatency.mean = 34.5\n"), some_result()), Lines{});
}

TEST(Judgements, OfARunThatGaveUpHaveItsReasonAndNoExcess) {
  ScheduleRun result = some_result();
  result.stuck = StuckReport{};
  const auto judgements = judged(expecting("deadlock = no_progress\nexcess_cycles = 0\n"), result);
  EXPECT_TRUE(judgements[0]["measured"].is_null());
  EXPECT_EQ(judgements[0]["met"], false);
  EXPECT_EQ(judgements[1]["measured"], "no_progress");
  EXPECT_EQ(judgements[1]["met"], true);
}

TEST(Judgements, OfLoadAreOfTheMembersOfItsResult) {
  const Config config = loaded(
      "saturated = yes\nlatency.mean = 24 +- 1\naccepted.mean = 0.25\nrounds = 1\n"
      "deadlock = none\ntheory.bound = >= 2\n");
  LoadRun run;
  run.load.verdict = LoadVerdict::kStalled;
  run.load.latency.mean = 26.5;
  run.load.accepted.mean = 0.25;
  run.prediction.bounds = {1, 0, 0, 1, 2, 3, 4};
  EXPECT_EQ(unmet(config, run),
            (std::vector<std::string>{"expect.rounds: expected 1, got nothing",
                                      "expect.latency.mean: expected 24 +- 1, got 26.5 (1.5 too "
                                      "much)",
                                      "expect.theory.bound: expected >= 2, got 1 (1 too little)"}));
}

// What can be expected is what a result has under the same name.
TEST(Measures, AreNamedByTheirPathInTheResult) {
  ScheduleRun run = some_result();
  run.background.emplace();
  const Json of_schedule = result_json(expecting("rounds = 7\n"), run);
  const Json of_load = result_json(loaded("latency.mean = 7\n"), LoadRun{});
  for (const Measure& measure : measures()) {
    std::string path = "/" + std::string(measure.path());
    std::replace(path.begin(), path.end(), '.', '/');
    const Json::json_pointer pointer(path);
    EXPECT_EQ(of_schedule.contains(pointer) || of_load.contains(pointer), measure.in_result)
        << path;
  }
}

}  // namespace
}  // namespace flitcast::test_expectations
