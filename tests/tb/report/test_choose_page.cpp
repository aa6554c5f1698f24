#include <cmath>

#include <gtest/gtest.h>

#include "tb/report/choose/choose_page.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

Json end(int flits, int cycles) {
  return {{"message_flits", flits},  {"cycles", cycles},         {"simulated", true},
          {"lower_bound_cycles", 5}, {"runner_up", "oab-other"}, {"runner_up_cycles", cycles + 1}};
}

Json region(const char* sizes, const char* id, const char* outside, const Json& first,
            const Json& last) {
  return {{"sizes", sizes},
          {"winners",
           {{{"name", id}, {"outside_model", outside}, {"keys", {{"traffic.algorithm", id}}}}}},
          {"first", first},
          {"last", last}};
}

Json answer() {
  Json situation{{"network", "line 4"}, {"hardware", "1 port"}};
  situation["keys"] = {{"topology.kind", "line"}, {"router.ports", "1"}, {"ni.startup", "0"}};
  situation["regions"] = {region("", "oab-a", "", end(1, 10), end(7, 70)),
                          region("", "oab-b", "ports", end(8, 72), end(64, 90))};
  Json other{{"network", "ring 4"}, {"hardware", "1 port"}};
  other["keys"] = {{"topology.kind", "ring"}, {"router.ports", "1"}, {"ni.startup", "9"}};
  other["regions"] = {region("others", "oab-a", "", end(1, 10), end(63, 70)),
                      region("multiples of 2", "oab-b", "", end(8, 9), end(64, 60))};
  return {{"operation", "broadcast"}, {"algorithms", {"oab-a", "oab-b"}},
          {"simulated", true},        {"notes", {"a note"}},
          {"message_flits", {1, 64}}, {"situations", {situation, other}}};
}

TEST(ChoosePage, DrawsRegionsBetweenTheirBorders) {
  const Page page = choose_page(answer());
  const Json& data = page.data().at("regions");
  EXPECT_EQ(data.at("situation"),
            (Json{"line 4 · 1 port", "line 4 · 1 port", "ring 4 · 1 port · others",
                  "ring 4 · 1 port · multiples of 2"}));
  EXPECT_EQ(data.at("algorithm"), (Json{"oab-a", "oab-b", "oab-a", "oab-b"}));
  EXPECT_EQ(data.at("label"), (Json{"oab-a", "oab-b *", "oab-a", "oab-b"}));
  EXPECT_EQ(data.at("fastest").at(1), "oab-b *ports");
  EXPECT_NEAR(data.at("to").at(0).get<double>(), std::sqrt(7 * 8), 1e-4);
  EXPECT_EQ(data.at("to").at(0), data.at("from").at(1));
  EXPECT_LT(data.at("from").at(0), 1);
  EXPECT_GT(data.at("from").at(3), 4);  // not where it cannot be played
  EXPECT_LT(data.at("from").at(3), 8);
  for (const std::size_t last : {1U, 2U, 3U}) {
    EXPECT_GT(data.at("to").at(last), 64);
  }
  EXPECT_EQ(data.at("flits"), (Json{"1 … 7", "8 … 64", "1 … 63", "8 … 64"}));
  EXPECT_EQ(data.at("runner_up_cycles").at(0), "11 … 71");
}

// Of the shares of 1 to 64: ln(√56 / 0.85) / ln(64·1.18 / 0.85).
TEST(ChoosePage, KnowsHowWideABarIs) {
  const Page page = choose_page(answer());
  EXPECT_NEAR(page.data().at("regions").at("share").at(0).get<double>(),
              std::log(std::sqrt(56) / 0.85) / std::log(64 * 1.18 / 0.85), 1e-5);
}

// Of the networks one more has both start-up times; duplex is another word for the network.
TEST(ChoosePage, LetsChooseWhatVaries) {
  Json three = answer();
  Json more = three["situations"][0];
  more["keys"]["ni.startup"] = "9";
  three["situations"].push_back(more);
  for (Json& situation : three["situations"]) {
    situation["keys"]["link.duplex"] = situation["network"] == "line 4" ? "full" : "half";
  }
  const Json script = choose_page(three).script_data();
  const Json& keys = script.at("selectors").at(0).at("keys");
  ASSERT_EQ(keys.size(), 2U);  // one number of ports
  EXPECT_EQ(keys[0]["title"], "network");
  EXPECT_EQ(keys[1]["title"], "ni.startup");
  EXPECT_EQ(keys[1]["values"], (Json{"0", "9"}));
  const std::string startup = keys[1]["field"];
  EXPECT_EQ(script.at("data").at("regions").at(startup), (Json{"0", "0", "9", "9", "9", "9"}));
  EXPECT_EQ(script.at("data").at("situations").at(startup), (Json{"0", "9", "9", "9"}));
}

TEST(ChoosePage, NamesTies) {
  Json tied = answer();
  Json& winners = tied["situations"][0]["regions"][0]["winners"];
  winners.push_back(
      {{"name", "oab-b, raw"}, {"outside_model", ""}, {"keys", {{"traffic.algorithm", "oab-b"}}}});
  const Page page = choose_page(tied);
  EXPECT_EQ(page.data().at("regions").at("label").at(0), "oab-a = …");
  EXPECT_EQ(page.data().at("regions").at("fastest").at(0), "oab-a = oab-b, raw");
}

TEST(ChoosePage, NeedsWhatEveryAnswerHas) {
  Json lacking = answer();
  lacking["situations"][0]["regions"][0].erase("winners");
  EXPECT_THROW(choose_page(lacking), Json::exception);
}

}  // namespace
}  // namespace flitcast
