#include <cmath>

#include <gtest/gtest.h>

#include "tb/config.h"
#include "tb/report/axes.h"
#include "tb/report/crossovers.h"
#include "tb/report/encodings.h"
#include "tb/report/report_inputs.h"
#include "tb/report/sweep_view.h"
#include "tests/temp_folder.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

template <typename Act>
std::string refusal(Act&& act) {
  try {
    act();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

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

/// A result with a configuration and a few measures.
Json result(const Json& config, int cycles) {
  Json json{{"config", {{"topology.kind", "mesh"}, {"traffic.algorithm", "aas-mesh-dex"}}}};
  json["config"].update(config);
  json["completion_cycles"] = cycles;
  json["predicted_cycles"] = cycles - 1;
  json["lower_bound_cycles"] = 1;
  json["latency"] = {{"p95", cycles / 2}, {"max", cycles}};
  json["links"] = {{"waits", {{"credit", 0}}}};
  json["excess_split"] = {{"credit", 0}};
  json["deadlock"] = nullptr;
  return json;
}

PointTable table_of(const std::vector<Json>& configs) {
  PointTable table;
  int cycles = 100;
  for (const Json& config : configs) {
    const std::string name = "p" + std::to_string(table.points());
    table.add(name, result(config, cycles++));
  }
  table.finish();
  return table;
}

/// Names of the axes: "x y color facet rest…".
std::string axes_of(const PointTable& table, const AxisRequest& request = {}) {
  const Axes axes = choose_axes(table, request);
  const auto name = [&](std::size_t column) { return table.column(column).name; };
  std::string text = name(axes.x) + " " + name(axes.y) + " " + name(axes.color) + " " +
                     (axes.facet ? name(*axes.facet) : "-");
  for (const std::size_t column : axes.rest) {
    text += " " + name(column);
  }
  return text;
}

/// Every combination of the values of some keys.
std::vector<Json> crossed(const std::vector<std::pair<std::string, Json>>& lists) {
  std::vector<Json> configs{Json::object()};
  for (const auto& [key, values] : lists) {
    std::vector<Json> more;
    for (const Json& config : configs) {
      for (const Json& value : values) {
        more.push_back(config);
        more.back()[key] = value;
      }
    }
    configs = more;
  }
  return configs;
}

TEST(PointTable, HasAColumnForEverythingThatAnyPointHas) {
  PointTable table;
  table.add("first", result({{"traffic.shift", 3}}, 10));
  table.add("second", result({{"traffic.radix", 2}}, 20));
  table.finish();
  EXPECT_EQ(table.points(), 2U);
  EXPECT_EQ(table.column(0).values, (std::vector<Json>{"first", "second"}));
  EXPECT_EQ(table.column(*table.find("traffic.shift")).values, (std::vector<Json>{3, nullptr}));
  EXPECT_EQ(table.column(*table.find("traffic.radix")).values, (std::vector<Json>{nullptr, 2}));
  EXPECT_TRUE(table.column(*table.find("traffic.shift")).parameter);
  EXPECT_FALSE(table.column(*table.find("latency.p95")).parameter);
  EXPECT_EQ(table.column(*table.find("latency.p95")).values, (std::vector<Json>{5, 10}));
  EXPECT_EQ(table.column(*table.find("topology.kind")).distinct, 1U);
  EXPECT_FALSE(table.find("no.such"));
}

TEST(PointTable, TakesWholeNumbersInTextsForNumbers) {
  const PointTable numbers = table_of(crossed({{"topology.dims", {"4", "10"}}}));
  EXPECT_TRUE(numbers.column(*numbers.find("topology.dims")).numeric);
  const PointTable shapes = table_of(crossed({{"topology.dims", {"4x4", "10"}}}));
  EXPECT_FALSE(shapes.column(*shapes.find("topology.dims")).numeric);
}

TEST(PointTable, ForgetsWhatAStuckRunMeasured) {
  PointTable table;
  Json stuck = result(Json::object(), 10);
  stuck["deadlock"] = {{"reason", "no_progress"}};
  stuck.update({{"rounds", 5}, {"messages", 40}, {"flits", 640}, {"flit_hops", 2438}});
  table.add("p", stuck);
  table.finish();
  EXPECT_EQ(table.stuck(), 1U);
  EXPECT_TRUE(table.column(*table.find("completion_cycles")).values[0].is_null());
  for (const char* const name : {"latency.p95", "rounds", "messages", "flits", "flit_hops"}) {
    EXPECT_TRUE(table.column(*table.find(name)).values[0].is_null()) << name;
  }
  EXPECT_EQ(table.column(*table.find("predicted_cycles")).values[0], 9);
  EXPECT_EQ(table.column(*table.find("deadlock")).values[0], "no_progress");
  EXPECT_EQ(refusal([&] { choose_axes(table, {}); }),
            "no result has completion_cycles: all got stuck; give a measure that they have, like "
            "--y predicted_cycles");
}

TEST(PointTable, NamesPointsInTextThatAPageCanHold) {
  PointTable table;
  table.add("caf\xe9", result(Json::object(), 10));
  table.add("caf\xc3\xa9", result(Json::object(), 10));
  table.finish();
  EXPECT_EQ(table.column(0).values, (std::vector<Json>{"caf\xef\xbf\xbd", "caf\xc3\xa9"}));
}

TEST(PointTable, RefusesAResultWithoutItsMeasures) {
  const auto refused = [](const Json& given) -> std::string {
    PointTable table;
    try {
      table.add("p", given);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  Json given = result(Json::object(), 10);
  EXPECT_EQ(refused(given), "");
  given["completion_cycles"] = "x";
  EXPECT_EQ(refused(given),
            "has no number of completion_cycles; give results of flitcast run or flitcast sweep");
  given = result(Json::object(), 10);
  given["predicted_cycles"] = nullptr;
  EXPECT_EQ(refused(given),
            "has no number of predicted_cycles; give results of flitcast run or flitcast sweep");
  given["deadlock"] = {{"reason", "no_progress"}};
  EXPECT_EQ(refused(given), "");
}

TEST(OrderedValues, CountAsPeopleDo) {
  const PointTable table = table_of(
      crossed({{"topology.dims", {"16x2", "4x10", "4x4", "8x8"}}, {"router.delay", {10, 9}}}));
  EXPECT_EQ(ordered_values(table.column(*table.find("topology.dims"))),
            (std::vector<Json>{"4x4", "4x10", "8x8", "16x2"}));
  EXPECT_EQ(ordered_values(table.column(*table.find("router.delay"))), (std::vector<Json>{9, 10}));
}

TEST(Axes, AreChosenFromWhatVaries) {
  EXPECT_EQ(axes_of(table_of(crossed(
                {{"traffic.algorithm", {"a", "b"}}, {"traffic.message_flits", {1, 2, 4}}}))),
            "traffic.message_flits completion_cycles traffic.algorithm -");
  EXPECT_EQ(axes_of(table_of(crossed({{"router.delay", {0, 1, 2}},
                                      {"traffic.message_flits", {1, 2}},
                                      {"traffic.algorithm", {"a", "b"}},
                                      {"link.duplex", {"full", "half"}}}))),
            "router.delay completion_cycles traffic.algorithm traffic.message_flits link.duplex");
  EXPECT_EQ(axes_of(table_of(
                crossed({{"topology.dims", {"4x4", "8x8"}}, {"traffic.algorithm", {"a", "b"}}}))),
            "topology.dims completion_cycles traffic.algorithm -");
  EXPECT_EQ(axes_of(table_of(crossed({{"traffic.algorithm", {"a", "b"}}}))),
            "traffic.algorithm completion_cycles traffic.algorithm -");
  EXPECT_EQ(axes_of(table_of({Json::object()})), "point completion_cycles traffic.algorithm -");
}

TEST(Axes, AreNoParametersThatFollowFromOthers) {
  // Buffers follow from algorithm and size; dims go with sizes.
  std::vector<Json> configs;
  for (const int flits : {1, 2, 3}) {
    for (const char* const algorithm : {"a", "b"}) {
      configs.push_back({{"traffic.message_flits", flits},
                         {"topology.dims", std::to_string(2 * flits)},
                         {"router.buffer_flits", 10 * flits + (algorithm[0] == 'a' ? 1 : 0)},
                         {"router.switching", algorithm[0] == 'a' ? "wormhole" : "cut_through"},
                         {"traffic.algorithm", algorithm}});
    }
  }
  const PointTable table = table_of(configs);
  EXPECT_EQ(axes_of(table), "traffic.message_flits completion_cycles traffic.algorithm -");
  AxisRequest request;
  request.x = "dims";
  EXPECT_EQ(axes_of(table, request), "topology.dims completion_cycles traffic.algorithm -");
}

TEST(Axes, TakeASeedLast) {
  EXPECT_EQ(axes_of(table_of(crossed({{"run.seed", {1, 2, 3, 4}}, {"router.delay", {0, 1}}}))),
            "router.delay completion_cycles run.seed -");
  EXPECT_EQ(axes_of(table_of(crossed({{"run.seed", {1, 2, 3, 4}}}))),
            "run.seed completion_cycles traffic.algorithm -");
}

TEST(Axes, AreTakenByName) {
  const PointTable table = table_of(crossed({{"traffic.algorithm", {"a", "b"}},
                                             {"traffic.message_flits", {1, 2, 4}},
                                             {"router.delay", {0, 1}}}));
  EXPECT_EQ(axes_of(table, {"router.delay", "p95", "message_flits", "algorithm"}),
            "router.delay latency.p95 traffic.message_flits traffic.algorithm");
  EXPECT_EQ(axes_of(table, {{}, "waits.credit", {}, {}}),
            "traffic.message_flits links.waits.credit traffic.algorithm router.delay");
  EXPECT_EQ(refusal([&] {
              choose_axes(table, {"mesage_flits", {}, {}, {}});
            }),
            "--x: no result has \"mesage_flits\"; the nearest is message_flits");
  EXPECT_EQ(refusal([&] {
              choose_axes(table, {{}, "credit", {}, {}});
            }),
            "--y: \"credit\" may be links.waits.credit or excess_split.credit; give one of these");
  EXPECT_EQ(refusal([&] {
              choose_axes(table, {{}, "topology.kind", {}, {}});
            }),
            "--y: topology.kind is no number in these results");
}

TEST(Axes, RefuseMorePicturesThanAnyoneLooksAt) {
  Json values = Json::array();
  for (int i = 0; i <= static_cast<int>(kMaxFacets); ++i) {
    values.push_back(i);
  }
  const PointTable table = table_of(crossed({{"router.delay", values}}));
  EXPECT_EQ(refusal([&] {
              choose_axes(table, {{}, {}, {}, "router.delay"});
            }),
            "--facet: router.delay takes 25 values, which would be as many pictures; 24 is the "
            "limit");
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
  EXPECT_TRUE(view.crossovers(Json(1)).empty());
  const auto found = view.crossovers(Json(0));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_DOUBLE_EQ(found[0].x, 2);
  EXPECT_DOUBLE_EQ(found[0].y, 20);
  EXPECT_EQ(found[0].lower_before, "b");
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

TEST(SweepView, MarksCrossoversWhereTheDrawnLinesMeet) {
  // Both axes are plain: neither 8 to 31 nor 60 to 90 spreads. 70 and 60 + 30·(x - 8)/23 meet.
  PointTable table;
  const auto add = [&](const char* algorithm, int flits, int cycles) {
    table.add("p",
              result({{"traffic.algorithm", algorithm}, {"traffic.message_flits", flits}}, cycles));
  };
  add("a", 8, 70);
  add("a", 31, 70);
  add("b", 8, 60);
  add("b", 31, 90);
  table.finish();
  const Axes axes = choose_axes(table, {});
  const auto found = SweepView(table, axes).crossovers(std::nullopt);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_DOUBLE_EQ(found[0].x, 8 + 23 / 3.0);
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

TEST(CsvColumn, IsReadAsTheStandardSaysIt) {
  EXPECT_EQ(csv_column("point,note\na,1\nb,2\n", "point", "s.csv"),
            (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(csv_column("note,point\r\n\"x, \"\"y\"\"\nz\",a\r\n,b", "point", "s.csv"),
            (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(csv_column("point\n", "point", "s.csv").empty());
  EXPECT_EQ(refusal([] { csv_column("", "point", "s.csv"); }),
            "s.csv:1: has no column point; give a table of flitcast sweep");
  EXPECT_EQ(refusal([] { csv_column("point,x\na,1\nb\n", "point", "s.csv"); }),
            "s.csv: row 2 has 1 values, not 2");
}

class GatheredResults : public testing::Test {
 protected:
  /// Makes the file of a point.
  void result_of(const std::string& point) const {
    std::filesystem::create_directories(folder_.path("results"));
    folder_.write("results/" + point + ".json", "{}");
  }
  std::vector<std::string> names(const ReportInputs& inputs) const {
    std::vector<std::string> list;
    for (const std::string& file : inputs.files) {
      list.push_back(std::filesystem::path(file).filename().string());
    }
    return list;
  }

  TempFolder folder_;
};

TEST_F(GatheredResults, OfASweepAreInItsOrder) {
  for (const char* const point : {"c", "a", "unrelated"}) {
    result_of(point);
  }
  folder_.write("sweep.csv", "point,status\nc,done\nb,failed\na,done\n");
  const ReportInputs inputs = gather_results({folder_.root()});
  EXPECT_EQ(names(inputs), (std::vector<std::string>{"c.json", "a.json"}));
  EXPECT_EQ(inputs.without_result, 1U);
  EXPECT_TRUE(inputs.sweep);
}

TEST_F(GatheredResults, WithoutATableAreAllThereAre) {
  result_of("b");
  result_of("a");
  folder_.write("results/note.txt", "");
  EXPECT_EQ(names(gather_results({folder_.root()})),
            (std::vector<std::string>{"a.json", "b.json"}));
}

TEST_F(GatheredResults, AreASweepWhereThereAreSeveral) {
  EXPECT_FALSE(gather_results({"a.json"}).sweep);
  EXPECT_TRUE(gather_results({"a.json", "b.json"}).sweep);
}

TEST_F(GatheredResults, AreMissed) {
  EXPECT_EQ(refusal([&] { gather_results({folder_.root()}); }),
            folder_.root() +
                ": is no folder of a sweep; give one that flitcast sweep wrote, or "
                "files with results");
  folder_.write("sweep.csv", "point\na\n");
  EXPECT_EQ(refusal([&] { gather_results({folder_.root()}); }),
            folder_.root() + ": has no results yet");
}

}  // namespace
}  // namespace flitcast
