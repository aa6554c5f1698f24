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
  situation["regions"] = {region("", "oab-a", "", end(1, 10), end(7, 70)),
                          region("", "oab-b", "ports", end(8, 72), end(64, 90))};
  Json other{{"network", "ring 4"}, {"hardware", "1 port"}};
  other["regions"] = {region("others", "oab-a", "", end(1, 10), end(63, 70)),
                      region("multiples of 2", "oab-b", "", end(2, 9), end(64, 60))};
  return {{"operation", "broadcast"},
          {"algorithms", {"oab-a", "oab-b"}},
          {"simulated", true},
          {"message_flits", {1, 64}},
          {"situations", {situation, other}}};
}

TEST(ChoosePage, DrawsRegionsBetweenTheirBorders) {
  const Page page = choose_page(answer());
  const Json& data = page.data().at("regions");
  EXPECT_EQ(data.at("situation"),
            (Json{"line 4 · 1 port", "line 4 · 1 port", "ring 4 · 1 port · others",
                  "ring 4 · 1 port · multiples of 2"}));
  EXPECT_EQ(data.at("algorithm"), (Json{"oab-a", "oab-b", "oab-a", "oab-b"}));
  EXPECT_EQ(data.at("label"), (Json{"oab-a", "oab-b *", "oab-a", "oab-b"}));
  EXPECT_NEAR(data.at("to").at(0).get<double>(), std::sqrt(7 * 8), 1e-4);
  EXPECT_EQ(data.at("to").at(0), data.at("from").at(1));
  EXPECT_LT(data.at("from").at(0), 1);
  for (const std::size_t last : {1U, 2U, 3U}) {
    EXPECT_GT(data.at("to").at(last), 64);
  }
  EXPECT_EQ(data.at("flits"), (Json{"1 … 7", "8 … 64", "1 … 63", "2 … 64"}));
  EXPECT_EQ(data.at("runner_up_cycles").at(0), "11 … 71");
}

TEST(ChoosePage, NeedsWhatEveryAnswerHas) {
  Json lacking = answer();
  lacking["situations"][0]["regions"][0].erase("winners");
  EXPECT_THROW(choose_page(lacking), Json::exception);
}

}  // namespace
}  // namespace flitcast
