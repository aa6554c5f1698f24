#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tb/report/sweep/sweep_inputs.h"
#include "tests/support/report/report_points.h"

namespace flitcast::report::test_report_points {
namespace {

using Json = nlohmann::ordered_json;

using Values = std::vector<ResultValue>;

TEST(PointTable, HasAColumnForEverythingThatAnyPointHas) {
  PointTable table;
  add("first", result({{"traffic.shift", 3}}, 10), table);
  add("second", result({{"traffic.radix", 2}}, 20), table);
  table.finish();
  EXPECT_EQ(table.points(), 2U);
  EXPECT_EQ(table.column(0).values, (Values{"first", "second"}));
  EXPECT_EQ(table.column(*table.find("traffic.shift")).values, (Values{3, {}}));
  EXPECT_EQ(table.column(*table.find("traffic.radix")).values, (Values{{}, 2}));
  EXPECT_TRUE(table.column(*table.find("traffic.shift")).parameter);
  EXPECT_FALSE(table.column(*table.find("latency.p95")).parameter);
  EXPECT_EQ(table.column(*table.find("latency.p95")).values, (Values{5, 10}));
  EXPECT_EQ(ordered_values(table.column(*table.find("topology.kind"))).size(), 1U);
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
  add("p", stuck, table);
  table.finish();
  EXPECT_EQ(table.stuck(), 1U);
  EXPECT_TRUE(table.column(*table.find("completion_cycles")).values[0].is_null());
  for (const char* const name : {"latency.p95", "rounds", "messages", "flits", "flit_hops"}) {
    EXPECT_TRUE(table.column(*table.find(name)).values[0].is_null()) << name;
  }
  EXPECT_EQ(table.column(*table.find("predicted_cycles")).values[0], 9);
  EXPECT_EQ(table.column(*table.find("deadlock")).values[0], "no_progress");
  EXPECT_EQ(refusal([&] { axis_names(table, {}); }),
            "no result has completion_cycles: all got stuck; give a measure that they have, like "
            "--y predicted_cycles");
}

TEST(PointTable, NamesPointsInTextThatAPageCanHold) {
  PointTable table;
  add("caf\xe9", result(Json::object(), 10), table);
  add("caf\xc3\xa9", result(Json::object(), 10), table);
  table.finish();
  EXPECT_EQ(table.column(0).values, (Values{"caf\xef\xbf\xbd", "caf\xc3\xa9"}));
}

TEST(PointTable, RefusesAResultWithoutItsMeasures) {
  const auto refused = [](const Json& given) -> std::string {
    PointTable table;
    try {
      add("p", given, table);
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
            (Values{"4x4", "4x10", "8x8", "16x2"}));
  EXPECT_EQ(ordered_values(table.column(*table.find("router.delay"))), (Values{9, 10}));
}

TEST(PointTable, IsReadByTheViewerAsColumns) {
  const Json table = table_json(table_of(crossed({{"traffic.message_flits", {1, 4}}})));
  EXPECT_EQ(table["points"], 2);
  EXPECT_EQ(table["stuck"], 0);
  EXPECT_EQ(table["columns"][0], Json::parse(R"({"name": "point", "values": ["p0", "p1"]})"));
  const auto column = [&](const char* name) {
    for (const Json& each : table["columns"]) {
      if (each["name"] == name) {
        return each;
      }
    }
    return Json();
  };
  EXPECT_EQ(column("topology.kind"),
            Json::parse(R"({"name": "topology.kind", "parameter": true, "value": "mesh"})"));
  EXPECT_EQ(column("traffic.message_flits")["values"], Json({1, 4}));
  EXPECT_FALSE(column("completion_cycles").contains("parameter"));
}

PointTable sizes_and_delays() {
  return table_of(crossed({{"traffic.algorithm", {"a", "b"}},
                           {"traffic.message_flits", {1, 2, 4}},
                           {"router.delay", {0, 1}}}));
}

TEST(Axes, AreTakenByName) {
  const PointTable table = sizes_and_delays();
  EXPECT_EQ(axis_names(table, {"router.delay", "p95", "message_flits", "algorithm"}),
            Json::parse(R"({"x": "router.delay", "color": ["traffic.message_flits"],
                            "facet": ["traffic.algorithm"], "y": "latency.p95"})"));
  EXPECT_EQ(axis_names(table, {{}, "waits.credit", {}, {}}),
            Json::parse(R"({"y": "links.waits.credit"})"));
  EXPECT_EQ(axis_names(table, {{}, {}, "algorithm, delay", {}})["color"],
            Json({"traffic.algorithm", "router.delay"}));
}

TEST(Axes, SayWhatIsWrong) {
  const PointTable table = sizes_and_delays();
  const auto refused = [&](const AxisRequest& request) {
    return refusal([&] { axis_names(table, request); });
  };
  EXPECT_EQ(refused({"mesage_flits", {}, {}, {}}),
            "--x: no result has \"mesage_flits\"; the nearest is message_flits");
  EXPECT_EQ(refused({{}, "credit", {}, {}}),
            "--y: \"credit\" may be links.waits.credit or excess_split.credit; give one of these");
  EXPECT_EQ(refused({{}, "topology.kind", {}, {}}),
            "--y: topology.kind is no number in these results");
  EXPECT_EQ(refused({{}, {}, {}, "delay, delay"}), "--facet: names router.delay twice");
  EXPECT_EQ(refused({{}, {}, {}, "delay, dely"}),
            "--facet: no result has \"dely\"; the nearest is delay");
  EXPECT_EQ(refused({{}, {}, {}, "delay,,algorithm"}).substr(0, 54),
            "--facet: \"delay,,algorithm\" has an empty place between");
}

TEST(Axes, RefuseMorePicturesThanAnyoneLooksAt) {
  Json values = Json::array();
  for (int i = 0; i <= static_cast<int>(kMaxFacets); ++i) {
    values.push_back(i);
  }
  const PointTable table = table_of(crossed({{"router.delay", values}}));
  EXPECT_EQ(refusal([&] {
              axis_names(table, {{}, {}, {}, "router.delay"});
            }),
            "--facet: router.delay takes 25 values, which would be as many pictures; 24 is the "
            "limit");
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

TEST(Gallery, HasALimit) {
  PointTable table;
  for (std::size_t point = 0; point <= kMaxCards; ++point) {
    add("p", result({{"run.seed", point}}, 10), table);
  }
  table.finish();
  EXPECT_EQ(refusal([&] { gallery_inputs(table, {}, {}, {}); }),
            "--gallery: 5001 results are too many, 5000 is the limit; keep some with "
            "--where=KEY=VALUE");
}

}  // namespace
}  // namespace flitcast::report::test_report_points
