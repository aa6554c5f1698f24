#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tb/config/ini/raw_config.h"
#include "tb/config/resolve/resolve.h"
#include "tb/results/result_file.h"
#include "tb/results/result_json.h"
#include "tb/system/files/input_file.h"
#include "tb/system/program.h"

namespace flitcast::test_result_json {
namespace {

using Json = nlohmann::ordered_json;

Config some_config() {
  return resolve(parse_config(
      "[topology]\nkind = mesh\ndims = 4x2\n[clock]\nperiod = 2.5\n[router]\nbuffer_flits = 3\n"
      "[traffic]\nalgorithm = oab-mesh-irc-corner\nmessage_flits = 8\n[output]\njson = a.json\n"
      "[expect]\nrounds = 2 +- 1\n",
      "x.ini"));
}

Waits waits(Cycle contention, Cycle credit, Cycle port, Cycle serialisation) {
  Waits waits;
  waits[WaitCause::kContention] = contention;
  waits[WaitCause::kCredit] = credit;
  waits[WaitCause::kPort] = port;
  waits[WaitCause::kSerialisation] = serialisation;
  return waits;
}

ScheduleRun some_result() {
  ScheduleRun result;
  result.model = {24, 2, 1};
  result.rounds = 2;
  result.completion_cycles = 100;
  result.prediction.cycles = 90;
  result.prediction.terms = Coefficients{2, 4, {3, 2}, 5, 6, {1, 2}};
  result.per_round = {{0, 40, 1, 1, 8, 40, {}, 0}, {40, 100, 2, 3, 8, 50, waits(7, 2, 4, 0), 3}};
  result.excess_split = ExcessSplit{waits(7, 2, 4, 0), 3};
  result.latency = {10, 12.5, 12, 14, 15, 16};
  result.links = {0.5, 0.25, waits(4, 2, 0, 1)};
  result.data_check = DataCheck::kPassed;
  return result;
}

std::vector<std::string> members(const Json& json) {
  std::vector<std::string> names;
  for (const auto& item : json.items()) {
    names.push_back(item.key());
  }
  return names;
}

TEST(ResultJson, HasTheSameChecksumFromEveryVersion) {
  Json json = result_json(some_config(), some_result());
  json["version"] = "0.0.1";
  EXPECT_EQ(result_checksum(json), json["checksum"]);
  json["node_count"] = 9;
  EXPECT_NE(result_checksum(json), json["checksum"]);
}

TEST(ResultJson, ExcessMayBeNegativeAndTermsFractional) {
  ScheduleRun result = some_result();
  result.completion_cycles = 80;
  const Json json = result_json(some_config(), result);
  EXPECT_EQ(json["excess_cycles"], -10);
  EXPECT_EQ(json["predicted_terms"]["mu_t_m"], 1.5);
  EXPECT_EQ(json["predicted_terms"]["mu_t_r"], 6);
  EXPECT_EQ(json["predicted_terms"]["mu_t_op"], 0.5);
}

TEST(ResultJson, SplitsTheExcessByCause) {
  const Json json = result_json(some_config(), some_result());
  const Json causes{{"contention", 7}, {"credit", 2}, {"port", 4}, {"serialisation", 0}};
  EXPECT_EQ(json["per_round"][1]["waits"], causes);
  EXPECT_EQ(json["per_round"][1]["slack"], 3);
  EXPECT_EQ(json["excess_split"]["slack"], 3);
  EXPECT_EQ(json["excess_split"]["contention"], 7);
  EXPECT_EQ(json["links"]["blocked_cycles"], 7);
  EXPECT_EQ(json["links"]["waits"]["serialisation"], 1);
  ScheduleRun overlapping = some_result();
  overlapping.excess_split.reset();
  EXPECT_TRUE(result_json(some_config(), overlapping)["excess_split"].is_null());
}

TEST(ResultJson, DeadlockIsNullOrTheReport) {
  ScheduleRun result = some_result();
  EXPECT_TRUE(result_json(some_config(), result)["deadlock"].is_null());

  StuckWorm worm;
  worm.message = 5;
  worm.source = 2;
  worm.destinations = {3, 1};
  worm.flits = 9;
  worm.router = 3;
  worm.holds = {{2, 3, 1}};
  worm.wanted = 3;
  worm.reason = WaitReason::kReceivePort;
  worm.waits_for = 8;
  StuckReport report;
  result.rounds = 4;
  report.last_progress = 70;
  report.verdict = 1070;
  report.worms = {worm};
  report.cycle = {5, 8};
  report.routers = {{3,
                     {{2, 1, 1, VcState::kBlockedOnPort, 5, 3, 2},
                      {3, 4, 0, VcState::kBlockedOnCredit, 6, 0, 7},
                      {2, 1, 0, VcState::kRouting, 7, kNoNode, 1}}}};
  result.stuck = report;
  EXPECT_EQ(result_json(some_config(), result)["deadlock"], Json::parse(R"({
    "reason": "no_progress", "round": 4, "last_progress": 70, "verdict": 1070, "cycle": [5, 8],
    "worms": [{"message": 5, "src": 2, "dst": [3, 1], "flits": 9, "router": 3,
               "holds": [{"from": 2, "to": 3, "vc": 1}], "wants": {"receive": 3},
               "reason": "receive_port_held", "waits_for": 8}],
    "routers": [{"node": 3, "inputs": [
      {"port": 1, "from": 2, "vc": 1, "state": "blocked_on_port", "message": 5,
       "wants": {"receive": 3}, "flits": 2},
      {"port": 4, "from": null, "vc": 0, "state": "blocked_on_credit", "message": 6,
       "wants": {"from": 3, "to": 0}, "flits": 7},
      {"port": 1, "from": 2, "vc": 0, "state": "routing", "message": 7, "wants": null,
       "flits": 1}]}]})"));
}

TEST(ResultJson, RunningOutOfCyclesIsNoDeadlock) {
  ScheduleRun result = some_result();
  result.stuck = StuckReport{};
  result.stuck->reason = StuckReport::Reason::kMaxCycles;
  result.rounds = 1;
  result.stuck->last_progress = 99;
  result.stuck->verdict = 100;
  const Json json = result_json(some_config(), result);
  EXPECT_EQ(json["deadlock"], Json::parse(R"({"reason": "max_cycles", "round": 1,
                                              "last_progress": 99, "verdict": 100})"));
  EXPECT_TRUE(json["excess_cycles"].is_null());
}

TEST(ResultJson, SurvivesTextThatIsNotUtf8) {
  Config config = some_config();
  config.notes = {"\xFF\xFE"};
  EXPECT_TRUE(Json::accept(judged_result(config, some_result()).json));
}

// Every member has its line in the reference.
TEST(ResultJson, IsDescribedInTheReference) {
  const std::string reference = read_text_file(FLITCAST_ROOT "/tb/RESULTS.md", 1 << 20);
  const Json json = result_json(some_config(), some_result());
  const auto expect_described = [&](const Json& object) {
    for (const std::string& name : members(object)) {
      EXPECT_NE(reference.find(name + "`"), std::string::npos) << name;
    }
  };
  for (const char* part :
       {"model", "predicted_terms", "excess_split", "latency", "links", "host"}) {
    expect_described(json[part]);
  }
  expect_described(json["per_round"][1]);
  Json top = json;
  top.erase("schema");
  expect_described(top);
}

}  // namespace
}  // namespace flitcast::test_result_json
