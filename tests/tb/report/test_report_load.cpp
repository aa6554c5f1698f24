#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tb/config/config.h"
#include "tb/report/load/load_inputs.h"
#include "tests/support/report/report_points.h"

namespace flitcast::report::test_report_load {
namespace {

using Json = nlohmann::ordered_json;

/// What a page takes of a result on a line of two nodes.
Json load_result(double rate, int vcs) {
  Json json = Json::parse(R"({
    "schema": "flitcast.load/1", "host": {"seconds": 1},
    "config": {"topology.kind": "line", "topology.dims": "2", "load.pattern": "uniform"},
    "verdict": "settled", "saturated": "no", "accepted": {}, "latency": {}, "theory": {},
    "measured_from": 100, "measured_to": 200, "completion_cycles": 250,
    "nodes": [{"sent_flits": 10}, {"sent_flits": 20}], "channels": [], "histogram": []})");
  json["config"]["load.rate"] = rate;
  json["config"]["router.vcs"] = vcs;
  return json;
}

LoadFiles some_files() {
  LoadFiles files;
  files.names = {"a.json", "b.json", "c.json"};
  files.results = {load_result(0.1, 1), load_result(0.2, 1), load_result(0.1, 2)};
  return files;
}

TEST(LoadInputs, HaveResultsAndTheirNetworkOnce) {
  const Json inputs = load_inputs(some_files(), std::nullopt);
  EXPECT_EQ(inputs["kind"], "load");
  ASSERT_EQ(inputs["networks"].size(), 1U);
  EXPECT_EQ(inputs["networks"][0]["title"], "line 2");
  ASSERT_EQ(inputs["results"].size(), 3U);
  const Json& first = inputs["results"][0];
  EXPECT_EQ(first["name"], "a.json");
  EXPECT_EQ(first["network"], 0);
  EXPECT_EQ(first["result"]["nodes"], Json::parse(R"({"columns": {"sent_flits": [10, 20]}})"));
  EXPECT_FALSE(first["result"].contains("host"));
}

TEST(LoadInputs, AreThoseThatHaveWhatIsAskedFor) {
  const Json inputs = load_inputs(some_files(), "vcs=1, load.rate=0.2");
  ASSERT_EQ(inputs["results"].size(), 1U);
  EXPECT_EQ(inputs["results"][0]["name"], "b.json");
  EXPECT_EQ(refusal([] { load_inputs(some_files(), "vcs=3"); }),
            "--where: no result has router.vcs = 3; there are 1, 2");
}

TEST(LoadInputs, NeedWhatThePageShows) {
  LoadFiles files = some_files();
  files.results[1].erase("theory");
  EXPECT_THROW(load_inputs(files, std::nullopt), Json::exception);
  files = some_files();
  files.results[1]["nodes"] = Json::array();
  EXPECT_THROW(load_inputs(files, std::nullopt), std::invalid_argument);
}

}  // namespace
}  // namespace flitcast::report::test_report_load
