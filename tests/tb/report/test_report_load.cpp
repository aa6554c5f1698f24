#include <gtest/gtest.h>

#include "tb/report/load/load_page.h"
#include "tb/report/load/load_results.h"
#include "tb/report/page/choice.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

/// What a page takes of a result on a line of two nodes; one of them gets twice as much through.
Json result(double rate, double latency, int vcs, const char* saturated = "no") {
  Json json = Json::parse(R"({
    "config": {"topology.kind": "line", "topology.dims": "2", "load.pattern": "uniform",
               "load.saturation": 4},
    "verdict": "settled", "accepted": {"mean": 0.15, "half_width": null},
    "latency": {"mean": 0, "half_width": 0.5, "queueing": 1, "p50": 5, "p95": 6, "p99": 7},
    "theory": {"zero_load": 5.0, "estimate": null,
               "bounds": {"channel": 0.5, "bisection": 0.5, "injection": null}},
    "measured_from": 100, "measured_to": 200, "completion_cycles": 250,
    "nodes": [{"sent_packets": 2, "sent_flits": 10, "latency": 20, "received_flits": 20},
              {"sent_packets": 4, "sent_flits": 20, "latency": 60, "received_flits": 10}],
    "channels": [{"from": 0, "to": 1, "kind": "link", "flits": 10, "busy_cycles": 10, "waits": 0},
                 {"from": 1, "to": 0, "kind": "link", "flits": 20, "busy_cycles": 20, "waits": 3}],
    "histogram": [[5, 3], [6, 2], [9, 1]]})");
  json["config"]["load.rate"] = rate;
  json["config"]["router.vcs"] = vcs;
  json["latency"]["mean"] = latency;
  json["saturated"] = saturated;
  return json;
}

std::vector<ReportedCurve> some_curves() {
  return curves_of_results(
      {result(0.4, 30, 1), result(0.1, 6, 1), result(0.2, 8, 1), result(0.1, 7, 2)},
      {"a", "b", "c", "d"});
}

TEST(ReportedCurves, AreResultsThatDifferInTheRateAlone) {
  const std::vector<ReportedCurve> curves = some_curves();
  ASSERT_EQ(curves.size(), 2U);
  EXPECT_EQ(curves[0].name, "a");
  ASSERT_EQ(curves[0].results.size(), 3U);
  EXPECT_EQ(curves[0].rate(0), 0.1);
  EXPECT_EQ(curves[0].rate(2), 0.4);
  EXPECT_EQ(curves[1].name, "d");
  EXPECT_EQ(curves[1].results.size(), 1U);
}

// 30 cycles are more than 4 times 5.
TEST(ReportedCurves, AreSaturatedByTheirVerdictOrTheirLatency) {
  const std::vector<ReportedCurve> curves = some_curves();
  EXPECT_EQ(curves[0].stable_up_to, 0.2);
  EXPECT_EQ(curves[0].saturated_from, 0.4);
  EXPECT_TRUE(curves[1].saturated_from.is_null());
  EXPECT_EQ(curves_of_results({result(0.1, 6, 1, "yes")}, {"a"})[0].saturated_from, 0.1);
}

TEST(ReportedChoice, FiltersEveryLayer) {
  Json spec = Json::parse(R"({"layer": [{"data": {"name": "a"}}, {"transform": [{"b": 1}]}]})");
  add_choice(spec, {"rate", {"1", "2"}, "2"});
  EXPECT_EQ(spec["params"][0]["value"], "2");
  EXPECT_EQ(spec["params"][0]["bind"]["options"], Json::parse(R"(["1", "2"])"));
  const Json filter = Json::parse(R"({"filter": "datum.choice === chosen"})");
  EXPECT_EQ(spec["layer"][0]["transform"][0], filter);
  EXPECT_EQ(spec["layer"][1]["transform"], Json::array({filter, {{"b", 1}}}));
}

// Nodes with 0.1 and 0.2: Jain's index is 0.3² / (2·0.05) = 0.9.
TEST(LoadPage, HasThePointsOfAllCurvesAndTheirFairness) {
  const Page page = load_page(some_curves());
  const Json& data = page.data();
  const Json& points = data["points"];
  EXPECT_EQ(points["curve"], Json::parse(R"(["a", "a", "a", "d"])"));
  EXPECT_EQ(points["rate"], Json::parse("[0.1, 0.2, 0.4, 0.1]"));
  EXPECT_EQ(points["low"][0], 5.5);
  EXPECT_EQ(points["high"][0], 6.5);
  EXPECT_TRUE(points["accepted_low"][0].is_null());
  EXPECT_EQ(points["saturated"], Json::parse(R"(["no", "no", "yes", "no"])"));
  EXPECT_EQ(points["least"][0], 0.1);
  EXPECT_EQ(points["greatest"][0], 0.2);
  EXPECT_EQ(points["fairness"][0], 0.9);
  EXPECT_EQ(data["bounds"]["name"],
            Json({"bound: channel, bisection", "bound: channel, bisection"}));
  EXPECT_EQ(data["0 bars"]["packets"], Json::parse("[3, 2, 1, 3, 2, 1, 3, 2, 1]"));
  EXPECT_EQ(data["0 links"]["choice"].size(), 6U);
  EXPECT_EQ(data["1 by node"]["latency"], Json::parse("[10, 15]"));
}

// Buffers that follow from virtual channels are no key of their own.
TEST(LoadPage, LetsChooseWhatTellsCurvesApart) {
  std::vector<ReportedCurve> curves = some_curves();
  for (ReportedCurve& curve : curves) {
    for (Json& result : curve.results) {
      const int vcs = result["config"]["router.vcs"];
      result["config"].erase("router.vcs");
      result["config"]["router.buffer_flits"] = vcs * 4;
      result["config"]["router.vcs"] = vcs;  // after what follows from it
    }
  }
  const Json script = load_page(curves).script_data();
  const Json& keys = script["selectors"][0]["keys"];
  ASSERT_EQ(keys.size(), 1U);
  EXPECT_EQ(keys[0]["title"], "router.vcs");
  EXPECT_EQ(keys[0]["values"], Json({1, 2}));
  const std::string field = keys[0]["field"];
  EXPECT_EQ(script["data"]["points"][field], Json({1, 1, 1, 2}));
  EXPECT_EQ(script["data"]["percentiles"][field].size(), 12U);
  EXPECT_EQ(script["data"]["bounds"][field], Json({1, 2}));
  EXPECT_EQ(script["parts"].size(), 4U);  // in the head and below it
  curves.pop_back();
  EXPECT_TRUE(load_page(curves).script_data()["selectors"].empty());
}

TEST(LoadPage, HasBoundsWithTheirCurves) {
  std::vector<ReportedCurve> curves = some_curves();
  curves.push_back(curves[1]);
  curves[2].name = "e";
  curves[0].bounds = {{"channel", 0.3}, {"injection", 0.4}};
  curves[1].bounds = {{"channel", 0.2}, {"injection", 0.4}};
  curves[2].bounds = {{"channel", 0.2}, {"injection", 0.4}};
  const Json bounds = load_page(curves).data()["bounds"];
  EXPECT_EQ(bounds["name"],
            Json({"bound: channel (d, e)", "bound: channel (d, e)", "bound: channel",
                  "bound: injection", "bound: injection", "bound: injection"}));
  EXPECT_EQ(bounds["rate"], Json::parse("[0.2, 0.2, 0.3, 0.4, 0.4, 0.4]"));
  EXPECT_EQ(bounds["curve"], Json({"d", "e", "a", "a", "d", "e"}));
}

}  // namespace
}  // namespace flitcast
