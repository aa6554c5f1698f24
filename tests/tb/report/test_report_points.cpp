#include <gtest/gtest.h>

#include "tb/report/sweep/axes.h"
#include "tests/support/report_points.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

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

}  // namespace
}  // namespace flitcast
