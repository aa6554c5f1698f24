#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tb/config/ini/raw_config.h"
#include "tb/config/resolve/resolve.h"
#include "tb/results/result_file.h"
#include "tb/results/result_json.h"
#include "tb/system/files/input_file.h"

namespace flitcast::test_load_json {
namespace {

using Json = nlohmann::ordered_json;

Config some_config() {
  Config config = resolve(parse_config(
      "[topology]\nkind = mesh\ndims = 3x2\n[load]\npattern = uniform\nrate = 0.25\n", "x.ini"));
  config.network.buffer_flits = 8;
  return config;
}

LoadRun some_run() {
  LoadRun run;
  run.load.verdict = LoadVerdict::kSettled;
  run.load.packets = 100;
  run.load.latency = {20.5, 0.125};
  run.load.accepted = {0.25, std::numeric_limits<double>::infinity()};
  run.load.classes.push_back({LoadClass::Kind::kPacket, 5, 1, 100, 2050, 50, 44});
  run.load.nodes.resize(6);
  run.load.batches.push_back({10, 20, 3, 60, 15, 4, 20});
  run.prediction.estimate = std::numeric_limits<double>::infinity();
  run.prediction.bounds = {0.5, 1, 0, 2, 1, 1, std::numeric_limits<double>::infinity()};
  run.histogram = {{12, 30}, {20, 70}};
  run.network_histogram = {{10, 100}};
  run.channels.push_back({0, 1, false, 50, 50, {}});
  run.latency = {12, 20.5, 20, 40, 42, 44};
  return run;
}

std::string refusal(const Json& result) {
  try {
    require_checksum(result, "r.json");
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(LoadJson, HasNullForWhatIsNotKnownOrNotLimited) {
  const Json json = result_json(some_config(), some_run());
  EXPECT_TRUE(json["accepted"]["half_width"].is_null());
  EXPECT_TRUE(json["theory"]["estimate"].is_null());
  EXPECT_TRUE(json["theory"]["bounds"]["bisection"].is_null());
  EXPECT_EQ(json["theory"]["bound"], 1.0);
  EXPECT_EQ(json["theory"]["gamma_from"], 1);
  EXPECT_TRUE(Json::accept(json.dump()));
}

TEST(LoadJson, HasTheRightChecksumUntilItIsChanged) {
  const Json json = Json::parse(judged_result(some_config(), some_run()).json);
  EXPECT_EQ(refusal(json), "");
  Json changed = json;
  changed["latency"]["mean"] = 19.5;
  EXPECT_EQ(refusal(changed),
            "r.json: its checksum is wrong: it is damaged, or was changed by hand");
  changed = json;
  changed.erase("batches");
  EXPECT_NE(refusal(changed), "");
}

// Every member has its line in the reference.
TEST(LoadJson, IsDescribedInTheReference) {
  const std::string reference = read_text_file(FLITCAST_ROOT "/tb/RESULTS.md", 1 << 20);
  const Json json = result_json(some_config(), some_run());
  const auto expect_described = [&](const Json& object) {
    for (const auto& item : object.items()) {
      EXPECT_NE(reference.find(item.key() + "`"), std::string::npos) << item.key();
    }
  };
  for (const char* part : {"accepted", "latency", "theory", "account"}) {
    expect_described(json[part]);
  }
  expect_described(json["theory"]["bounds"]);
  for (const char* list : {"classes", "nodes", "channels", "batches"}) {
    expect_described(json[list][0]);
  }
  Json top = json;
  top.erase("schema");
  expect_described(top);
}

// ---- a schedule under load ----

Config config_under_load() {
  Config config = resolve(parse_config(
      "[topology]\nkind = mesh\ndims = 3x2\n[traffic]\nalgorithm = oab-mesh\n[load]\nrate = 0.25\n",
      "x.ini"));
  config.network.buffer_flits = 8;
  return config;
}

ScheduleRun run_under_load() {
  ScheduleRun run;
  run.completion_cycles = 150;
  run.excess_split.emplace();
  run.excess_split->waits[WaitCause::kPort] = 60;
  run.excess_split->slack = 4;
  BackgroundResult& background = run.background.emplace();
  background.quiet_cycles = 100;
  background.quiet_split.emplace();
  background.quiet_split->waits[WaitCause::kPort] = 6;
  background.traffic_from = 101;
  background.schedule_from = 400;
  background.load.verdict = LoadVerdict::kSettled;
  background.load.offered = std::numeric_limits<double>::quiet_NaN();
  return run;
}

TEST(BackgroundJson, SaysHowMuchLongerAndWhy) {
  const Config config = config_under_load();
  EXPECT_TRUE(config.background);
  const Json json = result_json(config, run_under_load());
  EXPECT_EQ(json["config"]["load.rate"], 0.25);
  EXPECT_EQ(json["config"]["traffic.algorithm"], "oab-mesh");
  const Json& background = json["background"];
  EXPECT_EQ(background["quiet"]["completion_cycles"], 100);
  EXPECT_EQ(background["slowdown"], 1.5);
  EXPECT_EQ(background["added_cycles"], 50);
  EXPECT_EQ(background["added"]["port"], 54);
  EXPECT_EQ(background["added"]["slack"], 4);
  EXPECT_EQ(background["schedule_from"], 400);
  EXPECT_TRUE(background["offered"].is_null());
  EXPECT_TRUE(background["latency"]["p99"].is_null()) << "no packet arrived";
  EXPECT_EQ(background["traffic_from"], 101);
  EXPECT_EQ(refusal(json), "");
}

TEST(BackgroundJson, OfARunThatGaveUpHasNullForWhatDidNotBegin) {
  const Config config = config_under_load();
  ScheduleRun stuck = run_under_load();
  stuck.stuck.emplace();
  stuck.background->schedule_from = -1;
  stuck.background->traffic_from = -1;
  const Json json = result_json(config, stuck);
  EXPECT_TRUE(json["background"]["slowdown"].is_null());
  EXPECT_TRUE(json["background"]["verdict"].is_null());
  EXPECT_EQ(refusal(json), "");
}

TEST(BackgroundJson, IsNoPartOfASchedulesResultWithoutLoad) {
  Config config = resolve(parse_config(
      "[topology]\nkind = mesh\ndims = 3x2\n[traffic]\nalgorithm = oab-mesh\n", "x.ini"));
  EXPECT_FALSE(config.background);
  EXPECT_FALSE(result_json(config, ScheduleRun{}).contains("background"));
}

}  // namespace
}  // namespace flitcast::test_load_json
