#include <cmath>

#include <gtest/gtest.h>

#include "tb/config/config.h"
#include "tb/report/sweep/axes.h"
#include "tb/report/sweep/crossovers.h"
#include "tb/report/sweep/encodings.h"
#include "tb/report/sweep/gallery_page.h"
#include "tb/report/sweep/series.h"
#include "tb/report/sweep/sweep_view.h"
#include "tests/support/report_points.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr LogAxes kBothLog{true, true};

TEST(Crossovers, AreWhereStraightLogarithmicLinesMeet) {
  // y = 2 and y = x meet at 2.
  const auto found =
      find_crossovers({{"flat", {{1, 2}, {4, 2}}}, {"steep", {{1, 1}, {4, 4}}}}, kBothLog);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_DOUBLE_EQ(found[0].x, 2);
  EXPECT_DOUBLE_EQ(found[0].y, 2);
  EXPECT_EQ(found[0].lower_before, "steep");
  EXPECT_EQ(found[0].lower_behind, "flat");
}

TEST(Crossovers, AreOnPlainLinesWhereLogarithmsAreNot) {
  // y = 3 and y = x from -1 to 7, at x = 0 to 8: they meet at x = 4.
  const auto found =
      find_crossovers({{"a", {{0, 3}, {8, 3}}}, {"b", {{0, -1}, {8, 7}}}}, {false, false});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_DOUBLE_EQ(found[0].x, 4);
  EXPECT_DOUBLE_EQ(found[0].y, 3);
}

TEST(Crossovers, AreOnPlainLinesWhereTheAxesArePlain) {
  // y = 10 and y = 4 + x meet at x = 6; drawn with logarithms the lines would meet elsewhere.
  const std::vector<Series> series{{"a", {{1, 10}, {16, 10}}}, {"b", {{1, 5}, {16, 20}}}};
  EXPECT_DOUBLE_EQ(find_crossovers(series, {false, false})[0].x, 6);
  // Halfway up in logarithms from 5 to 20 is 10: x = √16 there, or the middle of 1 and 16.
  EXPECT_DOUBLE_EQ(find_crossovers(series, {true, true})[0].x, 4);
  EXPECT_DOUBLE_EQ(find_crossovers(series, {false, true})[0].x, 8.5);
  // A third of the way up from 5 to 20 is 10: x = ∛16 there.
  EXPECT_DOUBLE_EQ(find_crossovers(series, {true, false})[0].x, std::cbrt(16));
}

TEST(Crossovers, AreAllFoundFromLeftToRight) {
  const Series flat{"flat", {{1, 10}, {2, 10}, {4, 10}, {8, 10}}};
  const Series bent{"bent", {{1, 5}, {2, 20}, {4, 20}, {8, 5}}};
  const Series low{"low", {{1, 1}, {2, 1}, {4, 1}, {8, 1}}};
  const auto found = find_crossovers({flat, bent, low}, kBothLog);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].lower_before, "bent");
  EXPECT_EQ(found[1].lower_before, "flat");
  EXPECT_LT(found[0].x, found[1].x);
}

TEST(Crossovers, NeedAChangeOfOrder) {
  const Series a{"a", {{1, 4}, {2, 4}, {4, 4}}};
  EXPECT_TRUE(find_crossovers({a, {"touches", {{1, 5}, {2, 4}, {4, 5}}}}, kBothLog).empty());
  EXPECT_TRUE(find_crossovers({a, {"same", a.points}}, kBothLog).empty());
  EXPECT_TRUE(find_crossovers({a, {"begins equal", {{1, 4}, {2, 5}, {4, 5}}}}, kBothLog).empty());
  EXPECT_TRUE(find_crossovers({a, {"elsewhere", {{3, 1}, {5, 9}}}}, kBothLog).empty());
  EXPECT_TRUE(find_crossovers({a}, kBothLog).empty());
  EXPECT_TRUE(find_crossovers({}, kBothLog).empty());
}

TEST(Crossovers, AreWhereSeriesFirstAreEqual) {
  const auto found = find_crossovers(
      {{"a", {{1, 4}, {2, 4}, {3, 4}, {4, 4}}}, {"b", {{1, 3}, {2, 4}, {3, 4}, {4, 5}}}}, kBothLog);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].x, 2);
  EXPECT_EQ(found[0].y, 4);
}

TEST(Crossovers, UseTheSizesThatBothSeriesHave) {
  const auto found = find_crossovers(
      {{"a", {{1, 2}, {3, 100}, {4, 2}}}, {"b", {{1, 1}, {2, 50}, {4, 4}, {9, 1}}}}, kBothLog);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_DOUBLE_EQ(found[0].x, 2);
}

TEST(Crossovers, AreAtWholeNumbersWhereXIsWhole) {
  // y = 3x and y = x + 5 meet at 2.5; from 3 on the second is lower, at 8.
  const std::vector<Series> series{{"steep", {{1, 3}, {5, 15}}}, {"flat", {{1, 6}, {5, 10}}}};
  const auto between = find_crossovers(series, {false, false, true});
  ASSERT_EQ(between.size(), 1U);
  EXPECT_EQ(between[0].x, 3);
  EXPECT_DOUBLE_EQ(between[0].y, 8);
  // y = 2 and y = x meet at 2 itself, on logarithmic axes too, where 2 is not exact.
  const auto at = find_crossovers({{"flat", {{1, 2}, {6, 2}}}, {"steep", {{1, 1}, {6, 6}}}},
                                  {true, true, true});
  ASSERT_EQ(at.size(), 1U);
  EXPECT_EQ(at[0].x, 2);
  EXPECT_DOUBLE_EQ(at[0].y, 2);
}

TEST(CrossoverLabels, ShareATextWhereTheyAreNear) {
  const std::vector<Crossover> found{{13.3862, 2765, "a", "b"},
                                     {13.6204, 2778, "c", "b"},
                                     {13.6211, 2779, "d", "b"},
                                     {13.7, 9, "e", "b"},
                                     {30.98, 3858, "f", "b"}};
  EXPECT_EQ(crossover_labels(found, 256, 100),
            (std::vector<std::string>{"13.4, 13.6", "", "", "13.7", "31"}));
  EXPECT_EQ(crossover_labels(found, 0, 0),
            (std::vector<std::string>{"13.4", "13.6", "13.6", "13.7", "31"}));
}

TEST(SweepView, FindsCrossoversWithinWhatElseIsEqual) {
  PointTable table;
  const auto add = [&](const char* algorithm, int delay, int flits, int cycles) {
    table.add("p", result({{"traffic.algorithm", algorithm},
                           {"router.delay", delay},
                           {"traffic.message_flits", flits}},
                          cycles));
  };
  for (const int delay : {0, 1}) {
    add("a", delay, 1, 20);
    add("a", delay, 4, 20);
    add("b", delay, 1, delay == 0 ? 10 : 30);
    add("b", delay, 4, 40);
  }
  table.finish();
  const Axes axes = choose_axes(table, {"message_flits", {}, "algorithm", "router.delay"});
  const SweepView view(table, axes);
  EXPECT_TRUE(crossovers(view, Json(1)).empty());
  const auto found = crossovers(view, Json(0));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_DOUBLE_EQ(found[0].at.x, 2);
  EXPECT_DOUBLE_EQ(found[0].at.y, 20);
  EXPECT_EQ(found[0].at.lower_before, "b");
}

TEST(SweepView, NamesSeriesOfCrossoversInFull) {
  PointTable table;
  for (const int delay : {0, 1}) {
    for (const auto& [algorithm, flits, cycles] :
         {std::tuple("a", 1, 20), {"a", 4, 20}, {"b", 1, 10}, {"b", 4, 40}}) {
      table.add("p", result({{"traffic.algorithm", algorithm},
                             {"router.delay", delay},
                             {"traffic.message_flits", flits}},
                            cycles));
    }
  }
  table.finish();
  Axes axes = choose_axes(table, {"message_flits", {}, "algorithm", {}});
  ASSERT_TRUE(axes.facet);  // the delay, without one both are in one picture
  axes.rest.push_back(*axes.facet);
  axes.facet.reset();
  const SweepView view(table, axes);
  const auto found = crossovers(view, std::nullopt);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].at.lower_before, "b (delay = 0)");
  EXPECT_EQ(found[1].at.lower_behind, "a (delay = 1)");
  // The delay changes nothing: two pairs of lines are one on the other.
  EXPECT_EQ(coinciding(view, axes.y, std::nullopt),
            (std::vector<std::vector<std::string>>{{"b (delay = 0)", "b (delay = 1)"},
                                                   {"a (delay = 0)", "a (delay = 1)"}}));
}

TEST(SweepView, HasNoLinesAndNoCrossoversAcrossNames) {
  const PointTable table = table_of(
      crossed({{"topology.dims", {"4x4", "8x4", "8x8"}}, {"traffic.algorithm", {"a", "b"}}}));
  const Axes axes = choose_axes(table, {"dims", {}, "algorithm", {}});
  const SweepView view(table, axes);
  EXPECT_EQ(view.alone(std::nullopt)["c0"].size(), 6U);
  EXPECT_TRUE(crossovers(view, std::nullopt).empty());
}

TEST(Encodings, AreLogarithmicWhereValuesSpread) {
  const PointTable table = table_of(crossed({{"traffic.message_flits", {1, 4, 64}},
                                             {"router.delay", {0, 5, 100}},
                                             {"link.delay", {2, 3, 8}},
                                             {"ni.startup", {3, 30, 300}}}));
  const auto scale = [&](const char* name) {
    return x_encoding(table, *table.find(name))["scale"];
  };
  EXPECT_EQ(scale("traffic.message_flits")["type"], "log");
  EXPECT_EQ(scale("traffic.message_flits")["base"], 2);
  EXPECT_EQ(scale("ni.startup")["base"], 10);
  EXPECT_FALSE(scale("router.delay").contains("type"));  // has a zero
  EXPECT_FALSE(scale("link.delay").contains("type"));    // only four times as large
  EXPECT_EQ(scale("link.delay")["domain"], Json({2, 8}));
  EXPECT_EQ(x_encoding(table, *table.find("topology.kind"))["type"], "ordinal");
}

// Both axes are plain: neither 8 to 31 nor 60 to 90 spreads. 70 and 60 + 30·(x - 8)/23 meet
// at 15.67.
PointTable crossing_between(const char* key, const Json& left, const Json& right) {
  PointTable table;
  const auto add = [&](const char* algorithm, const Json& x, int cycles) {
    table.add("p", result({{"traffic.algorithm", algorithm}, {key, x}}, cycles));
  };
  add("a", left, 70);
  add("a", right, 70);
  add("b", left, 60);
  add("b", right, 90);
  table.finish();
  return table;
}

TEST(SweepView, MarksCrossoversWhereTheDrawnLinesMeet) {
  const PointTable table = crossing_between("clock.period", 8.0, 31.0);
  const Axes axes = choose_axes(table, {});
  const auto found = crossovers(SweepView(table, axes), std::nullopt);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_DOUBLE_EQ(found[0].at.x, 8 + 23 / 3.0);
}

// a is lower from the 16 flits on that are the first beyond 15.67; its line is at 70 there.
TEST(SweepView, HasNoCrossoverAtAFractionOfAWholeNumber) {
  const PointTable table = crossing_between("traffic.message_flits", 8, 31);
  const Axes axes = choose_axes(table, {});
  const auto found = crossovers(SweepView(table, axes), std::nullopt);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].at.x, 16);
  EXPECT_DOUBLE_EQ(found[0].at.y, 70);
  EXPECT_EQ(found[0].at.lower_behind, "a");
}

TEST(SweepView, SaysWhatPointsLack) {
  const PointTable table = table_of({{{"traffic.radix", 2}, {"traffic.variant", "descending"}},
                                     {{"traffic.radix", 8}},
                                     {{"traffic.variant", "descending"}}});
  const std::size_t radix = *table.find("traffic.radix");
  const std::size_t variant = *table.find("traffic.variant");
  const Axes axes = choose_axes(table, {"radix", {}, "variant", {}});
  const SweepView view(table, axes);
  EXPECT_EQ(view.range(radix), "2 … 8 (2 values and none)");
  EXPECT_EQ(view.range(variant), "descending, none");
  EXPECT_EQ(view.not_drawn(radix), 1U);
  EXPECT_EQ(view.not_drawn(axes.y), 0U);
  const Json points = view.points();
  EXPECT_EQ(points[field_of(variant)], Json({"descending", "none", "descending"}));
  EXPECT_EQ(points[field_of(radix)], Json({2, 8, nullptr}));
  EXPECT_EQ(color_encoding(table, variant)["scale"]["domain"], Json({"descending", "none"}));
}

TEST(SweepView, KnowsTheColoursOfAFacet) {
  const PointTable table = table_of({{{"topology.dims", "4"}, {"traffic.algorithm", "bruck"}},
                                     {{"topology.dims", "4"}, {"traffic.algorithm", "dex"}},
                                     {{"topology.dims", "6"}, {"traffic.algorithm", "sex"}},
                                     {{"topology.dims", "6"}, {"traffic.algorithm", "dex"}}});
  const Axes axes = choose_axes(table, {{}, {}, "algorithm", "dims"});
  const SweepView view(table, axes);
  EXPECT_EQ(view.colors_in(4), Json({"bruck", "dex"}));
  EXPECT_EQ(view.colors_in(6), Json({"dex", "sex"}));
}

TEST(Encodings, HaveAllValuesInTheirDomain) {
  const PointTable table = table_of(
      crossed({{"traffic.algorithm", {"b", "a"}}, {"clock.period", {1.0 / 3, 2, nullptr}}}));
  const std::size_t names = *table.find("traffic.algorithm");
  EXPECT_EQ(color_encoding(table, names)["scale"]["domain"], Json({"a", "b"}));
  EXPECT_EQ(shape_encoding(table, names)["scale"]["domain"], Json({"a", "b"}));
  // As the points of the page have them.
  EXPECT_EQ(color_encoding(table, *table.find("clock.period"))["scale"]["domain"],
            Json({0.3333333, 2, nullptr}));
}

TEST(Encodings, LabelAnAxisOfNothingButZeroWithZero) {
  const PointTable table = table_of(crossed({{"traffic.message_flits", {1, 2}}}));
  EXPECT_EQ(y_encoding(table, *table.find("links.waits.credit"))["axis"]["format"], "~g");
  EXPECT_FALSE(y_encoding(table, *table.find("completion_cycles")).contains("axis"));
}

TEST(Encodings, GiveEveryValueAColour) {
  const PointTable table =
      table_of(crossed({{"traffic.algorithm", {"a", "b", "c"}}, {"router.delay", {0, 1, 2, 3}}}));
  const Json names = color_encoding(table, *table.find("traffic.algorithm"));
  EXPECT_EQ(names["sort"], Json({"a", "b", "c"}));
  EXPECT_EQ(names["type"], "nominal");
  const Json numbers = color_encoding(table, *table.find("router.delay"));
  EXPECT_EQ(numbers["scale"]["range"], Json({"#440154", "#355f8d", "#22a884", "#bddf26"}));
  EXPECT_FALSE(shape_encoding(table, *table.find("router.delay")).contains("field"));
}

Json round(int start, int end, int waits) {
  return {{"start", start}, {"end", end}, {"waits", {{"contention", waits}, {"credit", 0}}}};
}

TEST(GalleryRounds, AreABarEach) {
  EXPECT_EQ(gallery_rounds({{"per_round", {round(0, 10, 0), round(10, 30, 5)}}}),
            Json::parse(R"({"first": [0, 1], "last": [0, 1], "start": [0, 10], "end": [10, 30],
                            "waited": [0, 0.25]})"));
  EXPECT_EQ(gallery_rounds({{"per_round", Json::array()}})["first"].size(), 0U);
}

TEST(GalleryRounds, ShareBarsWhereTheyAreMany) {
  Json rounds = Json::array();
  for (int i = 0; i < 97; ++i) {  // three a bar, one in the last
    rounds.push_back(round(10 * i, 10 * i + 10, i % 3));
  }
  const Json bars = gallery_rounds({{"per_round", rounds}});
  EXPECT_EQ(bars["first"].size(), 33U);
  EXPECT_EQ(bars["last"][0], 2);
  EXPECT_EQ(bars["end"][0], 30);
  EXPECT_EQ(bars["waited"][0], 0.2);  // of the round that waited most
  EXPECT_EQ(bars["last"][32], 96);
}

TEST(Gallery, HasACardForEveryPoint) {
  const PointTable table =
      table_of(crossed({{"traffic.algorithm", {"a", "b"}}, {"traffic.message_flits", {1, 4, 16}}}));
  const Page page =
      gallery_page(table, choose_axes(table, {}), {},
                   std::vector<Json>(6, gallery_rounds({{"per_round", {round(0, 9, 0)}}})));
  EXPECT_EQ(page.data()["points"]["c0"].size(), 6U);
  EXPECT_EQ(page.data()["rounds 5"]["end"], Json({9}));
}

TEST(Gallery, HasALimit) {
  PointTable table;
  for (std::size_t point = 0; point <= kMaxCards; ++point) {
    table.add("p", result({{"run.seed", point}}, 10));
  }
  table.finish();
  const std::vector<Json> rounds(table.points(), Json::object());
  try {
    gallery_page(table, choose_axes(table, {}), {}, rounds);
    FAIL() << "no limit";
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(),
                 "--gallery: 5001 results are too many, 5000 is the limit; keep some with "
                 "--where=KEY=VALUE");
  }
}

}  // namespace
}  // namespace flitcast
