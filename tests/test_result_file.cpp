#include <gtest/gtest.h>

#include "tb/result_file.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

Json some_result() {
  return Json::parse(R"({
    "schema": "flitcast.result/1",
    "config": {"topology.kind": "mesh", "topology.dims": "4x2", "router.ports": 2},
    "completion_cycles": 92,
    "excess_split": null,
    "per_round": [{"start": 0}],
    "latency": {"mean": 30.5, "p95": 38},
    "links": {"waits": {"credit": 7}},
    "deadlock": null,
    "host": {"wall_seconds": 0.5}})");
}

std::string refusal(const std::string& text) {
  try {
    parse_result(text, "r.json");
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(ResultFile, IsRefusedWhenItIsNoneOrOfAnotherSchema) {
  EXPECT_EQ(refusal("{\"schema\": \"flitcast.re"),
            "r.json: is not whole JSON; give a result of flitcast run");
  EXPECT_EQ(refusal("{}"),
            "r.json: has the schema of nothing known; this program reads flitcast.result/1");
  EXPECT_EQ(refusal("[]"),
            "r.json: has the schema of nothing known; this program reads flitcast.result/1");
  EXPECT_EQ(refusal(R"({"schema": "flitcast.result/2"})"),
            "r.json: has the schema \"flitcast.result/2\"; this program reads flitcast.result/1");
  EXPECT_EQ(refusal(R"({"schema": "flitcast.result/1"})"),
            "r.json: has no config; give a result of flitcast run");
}

TEST(ResultFile, IsAConfiguration) {
  const RawConfig config = config_of_result(some_result(), "r.json");
  EXPECT_EQ(config.topology_kind, TopologyKind::kMesh);
  EXPECT_EQ(config.topology_dims, (std::vector<std::uint32_t>{4, 2}));
  EXPECT_EQ(config.ports, 2);
  EXPECT_EQ(config.places.size(), 3U);
}

TEST(ResultFile, BlamesAKeyByFileAndName) {
  Json result = some_result();
  result["config"] = {{"router.prots", 2}};
  try {
    config_of_result(result, "r.json");
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(),
                 "r.json: router.prots: unknown key \"router.prots\"; the nearest is router.ports");
  }
}

TEST(ResultColumns, AreEveryPlainValueByItsPath) {
  std::string text;
  for (const auto& [name, value] : result_columns(some_result())) {
    text += name + "=" + plain_text(value) + "\n";
  }
  EXPECT_EQ(text,
            "topology.kind=mesh\ntopology.dims=4x2\nrouter.ports=2\ncompletion_cycles=92\n"
            "excess_split=\nlatency.mean=30.5\nlatency.p95=38\nlinks.waits.credit=7\n"
            "deadlock=none\n");
}

TEST(ResultColumns, NameTheReasonOfADeadlock) {
  Json result = some_result();
  result["deadlock"] = {{"reason", "no_progress"}, {"round", 3}};
  EXPECT_EQ(result_columns(result).back().value, "no_progress");
}

}  // namespace
}  // namespace flitcast
