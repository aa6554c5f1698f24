#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tb/show/schedule_json.h"

namespace flitcast::test_schedule_json {
namespace {

using Json = nlohmann::json;

std::string text_of(const std::string& config, const ScheduleLimits& limits = {}) {
  const Draft draft(parse_config(config, "x.ini"));
  std::string text;
  write_schedule_json(draft, limits, [&](const std::string& piece) { text += piece; });
  return text;
}

Json json_of(const std::string& config, const ScheduleLimits& limits = {}) {
  return Json::parse(text_of(config, limits));
}

std::string config_of(const std::string& kind, const std::string& dims,
                      const std::string& algorithm, const std::string& more = "") {
  return "[topology]\nkind = " + kind + "\ndims = " + dims +
         "\n[traffic]\nalgorithm = " + algorithm + "\n" + more;
}

TEST(ScheduleJson, ExchangeOfTwoNodes) {
  EXPECT_EQ(json_of(config_of("hypercube", "1", "aas-hc-dex", "message_flits = 3\n")),
            Json::parse(R"({
    "schema": "flitcast.schedule/1", "operation": "all-to-all scatter",
    "algorithm": "aas-hc-dex", "variant": null, "topology": {"kind": "hypercube", "dims": [1]},
    "nodes": 2, "root": null, "message_flits": 3, "parts": 1, "round_count": 1,
    "model": {"router.switching": "wormhole", "router.ports": 1, "router.vcs": 1,
              "router.routing": "ascending", "link.duplex": "full"},
    "rounds": [[
      {"id": 0, "src": 0, "dst": [1], "path": [0, 1], "blocks": [[0, 1]], "flits": 3},
      {"id": 1, "src": 1, "dst": [0], "path": [1, 0], "blocks": [[1, 0]], "flits": 3}]]})"));
}

// Everybody sends its neighbour all that it has for the others; the neighbour sends on what is not
// its own.
TEST(ScheduleJson, PipelineOnARingOfThree) {
  const Json json = json_of(config_of("ring", "3", "aas-ring-1port", "message_flits = 2\n"));
  EXPECT_EQ(json["root"], nullptr);
  EXPECT_EQ(json["rounds"], Json::parse(R"([
    [{"id": 0, "src": 0, "dst": [1], "path": [0, 1], "blocks": [[0, 1], [0, 2]], "flits": 4},
     {"id": 1, "src": 1, "dst": [2], "path": [1, 2], "blocks": [[1, 2], [1, 0]], "flits": 4},
     {"id": 2, "src": 2, "dst": [0], "path": [2, 0], "blocks": [[2, 0], [2, 1]], "flits": 4}],
    [{"id": 3, "src": 0, "dst": [1], "path": [0, 1], "blocks": [[2, 1]], "flits": 2},
     {"id": 4, "src": 1, "dst": [2], "path": [1, 2], "blocks": [[0, 2]], "flits": 2},
     {"id": 5, "src": 2, "dst": [0], "path": [2, 0], "blocks": [[1, 0]], "flits": 2}]])"));
}

TEST(ScheduleJson, MulticastsAndShiftsSayWhereTo) {
  const Json multicast = json_of(config_of("line", "4", "mc-mesh-chain", "destinations = 3,1\n"));
  EXPECT_EQ(multicast["destinations"], Json::parse("[1, 3]"));
  EXPECT_FALSE(multicast.contains("shift"));
  const Json shift = json_of(config_of("hypercube", "1", "cshift-hc-ecube", "shift = 1\n"));
  EXPECT_EQ(shift["shift"], 1);
  EXPECT_EQ(shift["rounds"], Json::parse(R"([[
    {"id": 0, "src": 0, "dst": [1], "path": [0, 1], "blocks": [[0, 1]], "flits": 1},
    {"id": 1, "src": 1, "dst": [0], "path": [1, 0], "blocks": [[1, 0]], "flits": 1}]])"));
}

TEST(ScheduleJson, ReductionsSayThatTheirSumsMoveAndAreAdded) {
  const Json json = json_of(config_of("hypercube", "1", "aor-hc"));
  EXPECT_EQ(json["rounds"], Json::parse(R"([[
    {"id": 0, "src": 1, "dst": [0], "path": [1, 0], "blocks": [[0, null]], "flits": 1,
     "transfer": "move and add"}]])"));
}

// t_r is paid for half of the blocks in every phase of the standard exchange.
TEST(ScheduleJson, RoundsSayWhatIsRearrangedAfterThem) {
  const Json json = json_of(config_of("hypercube", "2", "aas-hc-sex", "message_flits = 3\n"));
  EXPECT_EQ(json["copy_flits"], Json::parse("[12, 12]"));
  EXPECT_FALSE(json_of(config_of("hypercube", "2", "aas-hc-dex")).contains("copy_flits"));
}

TEST(ScheduleJson, RingsOfAShiftAndColumnsOfAProductAreThere) {
  const Json gray = json_of(config_of("hypercube", "2", "cshift-hc-gray", "shift = 1\n"));
  EXPECT_EQ(gray["ring"], Json::parse("[0, 1, 3, 2]"));
}

TEST(ScheduleJson, TheModelIsThatOfTheConfiguration) {
  const Json model =
      json_of(config_of("ring", "4", "aas-ring-allport", "message_flits = 4\nsync = dataflow\n") +
              "[router]\nrouting = source\n")["model"];
  EXPECT_EQ(model, Json::parse(R"({"router.switching": "store_and_forward", "router.ports": 2,
                                   "router.vcs": 2, "link.duplex": "full"})"));
}

// One worm up the column of the root, then one along every row; data for everyone.
TEST(ScheduleJson, WormsOfABroadcastHaveSeveralDestinations) {
  const Json json = json_of(config_of("mesh", "3x3", "oab-mesh-irc-corner", "message_flits = 5\n"));
  EXPECT_EQ(json["operation"], "broadcast");
  EXPECT_EQ(json["variant"], "C-R");
  EXPECT_EQ(json["root"], 0);
  EXPECT_EQ(json["rounds"], Json::parse(R"([
    [{"id": 0, "src": 0, "dst": [3, 6], "path": [0, 3, 6], "blocks": [[0, null]], "flits": 5}],
    [{"id": 1, "src": 0, "dst": [1, 2], "path": [0, 1, 2], "blocks": [[0, null]], "flits": 5},
     {"id": 2, "src": 3, "dst": [4, 5], "path": [3, 4, 5], "blocks": [[0, null]], "flits": 5},
     {"id": 3, "src": 6, "dst": [7, 8], "path": [6, 7, 8], "blocks": [[0, null]], "flits": 5}]])"));
}

// The halves of a packet for the opposite node go round both ways; all others travel whole.
TEST(ScheduleJson, DividedBlocksShowTheirParts) {
  const Json json =
      json_of(config_of("ring", "4", "aas-ring-allport", "message_flits = 4\nvariant = split\n"));
  EXPECT_EQ(json["variant"], "split");
  EXPECT_EQ(json["parts"], 2);
  ASSERT_EQ(json["rounds"].size(), 2U);
  EXPECT_EQ(json["rounds"][0][0]["blocks"], Json::parse("[[0, 1, 0], [0, 1, 1], [0, 2, 0]]"));
  EXPECT_EQ(json["rounds"][0][0]["flits"], 6);
  EXPECT_EQ(json["rounds"][0][4]["blocks"], Json::parse("[[0, 3, 0], [0, 3, 1], [0, 2, 1]]"));
  EXPECT_EQ(json["rounds"][1][0]["blocks"], Json::parse("[[3, 1, 0]]"));
  EXPECT_EQ(json["rounds"][1][0]["flits"], 2);
}

/// A round of a limited view.
Json numbered(int round, const Json::array_t& messages) {
  Json json;
  json["round"] = round;
  json["messages"] = messages;
  return json;
}

TEST(ScheduleJson, RoundsOutsideTheLimitsKeepTheirNumbersAndIds) {
  const std::string config = config_of("mesh", "3x3", "oab-mesh-irc-corner");
  const Json whole = json_of(config);
  Json limited = json_of(config, {1, std::nullopt});
  EXPECT_EQ(limited["limited_to"], Json::parse(R"({"round": 1, "node": null})"));
  EXPECT_EQ(limited["rounds"], Json::array({numbered(1, whole["rounds"][1])}));
  EXPECT_EQ(limited["round_count"], 2);
  EXPECT_EQ(limited["schema"], "flitcast.excerpt/1");
  limited.erase("limited_to");
  limited["schema"] = whole["schema"];
  limited["rounds"] = whole["rounds"];
  EXPECT_EQ(limited, whole);
}

TEST(ScheduleJson, OneNodeSendsAndReceives) {
  const std::string config = config_of("mesh", "3x3", "oab-mesh-irc-corner");
  const Json rounds = json_of(config)["rounds"];
  // Node 3 absorbs from the worm that passes it, then sends along its row.
  const Json limited = json_of(config, {std::nullopt, 3});
  EXPECT_EQ(limited["limited_to"], Json::parse(R"({"round": null, "node": 3})"));
  EXPECT_EQ(limited["rounds"],
            Json::array({numbered(0, {rounds[0][0]}), numbered(1, {rounds[1][1]})}));
  // Node 8 takes no part in round 0: left out, unless that is the round asked for.
  EXPECT_EQ(json_of(config, {std::nullopt, 8})["rounds"],
            Json::array({numbered(1, {rounds[1][2]})}));
  EXPECT_EQ(json_of(config, {0, 8})["rounds"], Json::array({numbered(0, {})}));
}

TEST(ScheduleJson, LongSchedulesComeInPieces) {
  const Draft draft(parse_config(config_of("hypercube", "7", "aas-hc-dex"), "x.ini"));
  std::size_t longest = 0;
  std::string text;
  write_schedule_json(draft, {}, [&](const std::string& piece) {
    longest = std::max(longest, piece.size());
    text += piece;
  });
  EXPECT_GT(text.size(), 1U << 20);
  EXPECT_LT(longest, 1U << 17);
  const Json json = Json::parse(text);
  ASSERT_EQ(json["rounds"].size(), 127U);
  EXPECT_EQ(json["rounds"][126][127]["id"], 127 * 128 - 1);
}

}  // namespace
}  // namespace flitcast::test_schedule_json
