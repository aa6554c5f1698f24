#include <gtest/gtest.h>

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
            "r.json: is no JSON: it ends at line 1, column 24; give a result of flitcast run");
  EXPECT_EQ(refusal("{}"),
            "r.json: is no result of flitcast; those have a schema, flitcast.result/1 or "
            "flitcast.load/1");
  EXPECT_EQ(refusal("[]"),
            "r.json: is no result of flitcast; those have a schema, flitcast.result/1 or "
            "flitcast.load/1");
  EXPECT_EQ(refusal(R"({"schema": "flitcast.result/2"})"),
            "r.json: has the schema \"flitcast.result/2\"; this program reads flitcast.result/1 "
            "and flitcast.load/1");
  EXPECT_EQ(refusal("{\"schema\":\n \"μ\", x}"),
            "r.json: is no JSON: line 2, column 7; give a result of flitcast run");
  EXPECT_EQ(refusal(R"({"schema": "flitcast.result/1"})"),
            "r.json: has no config; give a result of flitcast run");
}

// What belongs elsewhere is sent there.
TEST(ResultFile, IsRefusedWhenItIsAnotherFileOfThisProgram) {
  const auto of = [](const std::string& schema) {
    return refusal("{\"schema\": \"flitcast." + schema + "/1\"}");
  };
  EXPECT_EQ(of("schedule"), "r.json: is a schedule; give --traffic.schedule=r.json");
  EXPECT_EQ(of("curves"), "r.json: has the curves of flitcast load; flitcast report . shows them");
  EXPECT_EQ(of("choose"), "r.json: has an answer of flitcast choose; flitcast report . shows it");
  for (const char* command : {"area", "crossover", "diff"}) {
    EXPECT_NE(of(command).find(std::string("has what flitcast ") + command + " says; give "),
              std::string::npos);
  }
  EXPECT_NE(of("catalogue").find("has what flitcast list says; give "), std::string::npos);
}

std::string nested(const std::string& open, const std::string& close, std::size_t levels) {
  std::string text;
  for (std::size_t i = 0; i < levels; ++i) {
    text += open;
  }
  text += "1";
  for (std::size_t i = 0; i < levels; ++i) {
    text += close;
  }
  return text;
}

TEST(ResultFile, IsRefusedWhenItIsNestedTooDeep) {
  const std::string start = R"({"schema": "flitcast.result/1", "config": {}, "x": )";
  const std::string message = "r.json: is nested too deep; give a result of flitcast run";
  EXPECT_EQ(refusal(start + nested("[", "]", 63) + "}"), "");
  EXPECT_EQ(refusal(start + nested("[", "]", 64) + "}"), message);
  EXPECT_EQ(refusal(start + nested("{\"a\": ", "}", 63) + "}"), "");
  EXPECT_EQ(refusal(start + nested("{\"a\": ", "}", 1'000'000) + "}"), message);
  EXPECT_EQ(refusal("{\"schema\": " + nested("[", "]", 2'000'000) + "}"), message);
  // Brackets in strings, behind quotes in them, and side by side are not nested.
  EXPECT_EQ(refusal(start + "\"\\\\\\\"" + std::string(100, '[') + "\"}"), "");
  EXPECT_EQ(refusal(start + "\"\\\\\", \"y\": " + nested("[", "]", 64) + "}"), message);
  std::string list = "[0";
  for (int i = 0; i < 100; ++i) {
    list += ", [{}]";
  }
  EXPECT_EQ(refusal(start + list + "]}"), "");
}

TEST(ResultFile, IsRefusedWhenAMemberIsOfAnotherKind) {
  const auto with = [](const std::string& members) {
    return refusal(R"({"schema": "flitcast.result/1", "config": {}, )" + members + "}");
  };
  const std::string advice = "; give a result of flitcast run";
  for (const char* value : {"1", "\"x\"", "{\"a\": 1}", "true", "null"}) {
    EXPECT_EQ(with(std::string("\"per_round\": ") + value),
              "r.json: per_round is no list" + advice);
    EXPECT_EQ(with(std::string("\"notes\": ") + value), "r.json: notes is no list" + advice);
  }
  for (const char* value : {"1", "\"x\"", "[]", "true"}) {
    EXPECT_EQ(with(std::string("\"deadlock\": ") + value),
              "r.json: deadlock is neither null nor an object" + advice);
  }
  EXPECT_EQ(with(R"("per_round": [], "notes": [], "deadlock": null)"), "");
  EXPECT_EQ(refusal(R"({"schema": "flitcast.result/1", "config": []})"),
            "r.json: config is no object" + advice);
  EXPECT_EQ(refusal(R"({"schema": ["flitcast.result/1"]})"),
            "r.json: is no result of flitcast; those have a schema, flitcast.result/1 or "
            "flitcast.load/1");
}

TEST(ResultFile, MayBeginWithAByteOrderMark) {
  const std::string text = "\xEF\xBB\xBF" + some_result().dump();
  EXPECT_TRUE(looks_like_json(text, "/dev/stdin"));
  EXPECT_EQ(parse_result(text, "r.json"), some_result());
  EXPECT_FALSE(looks_like_json("\xEF\xBB\xBF[expect]", "x.ini"));
  EXPECT_FALSE(looks_like_json("\xEF\xBB\xBF", "x.ini"));
  EXPECT_TRUE(looks_like_json("[1,2", "x.json"));
}

TEST(ResultFile, IsAConfiguration) {
  const RawConfig config = config_of_result(some_result(), "r.json");
  EXPECT_EQ(config.texts,
            (std::map<std::string, std::string, std::less<>>{
                {"topology.kind", "mesh"}, {"topology.dims", "4x2"}, {"router.ports", "2"}}));
  EXPECT_EQ(config.places.of("router.ports"), "r.json: router.ports");
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
}  // namespace flitcast::test_result_file
