#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tb/results/plain_result.h"
#include "tb/results/result_file.h"

namespace flitcast::test_result_file {
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

TEST(ResultColumns, AreEveryPlainValueByItsPath) {
  std::string text;
  for (const auto& [name, value] : result_columns(some_result())) {
    text += name + "=" + value.text + "\n";
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
}  // namespace flitcast::test_result_file
