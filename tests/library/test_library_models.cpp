// What the library says without a run: checks, schedules, networks, traffic.

#include <bitset>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <flitcast/check.h>
#include <flitcast/schedule.h>
#include <flitcast/topology.h>
#include <flitcast/traffic.h>
#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"

namespace flitcast::test_library_models {
namespace {

Settings network(const std::string& kind, const std::string& dims) {
  Settings settings;
  settings.set("topology.kind", kind).set("topology.dims", dims);
  return settings;
}

std::string json_of(const Settings& settings) {
  RunOptions options;
  options.host = false;
  return run(settings, options).json();
}

TEST(Checks, PredictWhatARunMeasures) {
  Settings settings = Settings::example("aas-hc-dex");
  settings.set("dims", 6).set("message_flits", 4);
  const Check found = check(settings);
  EXPECT_EQ(found["predicted_cycles"].whole(), 63 * 4 + 192 + 63 * 4);
  EXPECT_EQ(found["predicted_terms.t_s"].whole(), 63);
  EXPECT_NE(found.report.find("aas-hc-dex: all-to-all scatter"), std::string::npos);
  EXPECT_TRUE(found.notes.empty());
  EXPECT_THROW(found["completion_cycles"], std::out_of_range);
  EXPECT_TRUE(json_of(Settings::parse(found.settings)) == json_of(settings));
}

TEST(Checks, ProveTheRoutingOfTraffic) {
  Settings settings = network("mesh", "4x4");
  settings.set("load.rate", 0.1);
  EXPECT_EQ(check(settings)["theory.hops"].number(), 2.5);  // 1.25 in each dimension
  settings.set("topology.kind", "torus").set("router.vcs", 1);
  EXPECT_THROW(check(settings), InputError);
  Watch watch;
  watch.stop = [] { return true; };
  EXPECT_THROW(check(network("mesh", "4x4").set("load.rate", 0.1), watch), Interrupted);
}

TEST(Schedules, AreToldMessageByMessageAndPlayed) {
  const TempFolder folder;
  ScheduleBuilder ring("all-to-all broadcast", 3);
  ring.name("ring-all-gather").message_flits(4);
  ring.round().send(0, 1, {{0}}).send(1, 2, {{1}}).send(2, 0, {{2}});
  ring.round().send(0, 1, {{2}}).send(1, 2, {{0}}).send(2, 0, {{1}});
  ring.save(folder.path("ring.json"));
  EXPECT_EQ(folder.read("ring.json"), ring.json());
  Settings settings = network("ring", "3");
  settings.set("traffic.schedule", folder.path("ring.json"));
  const Result result = run(settings);
  EXPECT_EQ(result["completion_cycles"].whole(), 2 * (4 + 1 + 4));  // two rounds of one hop
  EXPECT_EQ(result["data_check"].text, "passed");
  EXPECT_EQ(result["rounds"].whole(), 2);

  ScheduleBuilder short_of_one("all-to-all broadcast", 3);
  short_of_one.send(0, 1, {{0}}).send(1, 2, {{1}}).send(2, 0, {{2}}).save(folder.path("half.json"));
  settings.set("traffic.schedule", folder.path("half.json"));
  EXPECT_THROW(run(settings), InputError);
  EXPECT_THROW(ring.save(folder.path("none/") + std::string(300, 'x')), InputError);
}

TEST(Schedules, HaveRootsPartsPathsAndTransfers) {
  const TempFolder folder;
  ScheduleBuilder tree("reduction", 4);
  tree.root(0).message_flits(2).parts(2).model("router.ports", "1");
  tree.round();
  for (const std::uint32_t part : {0U, 1U}) {
    tree.send(3, {2}, {{0, std::nullopt, part}}, {{3, 1, 0, 2}, "add"});
    tree.round();
  }
  const std::string json = tree.json();
  EXPECT_NE(json.find(R"({"src":3,"dst":[2],"path":[3,1,0,2],"transfer":"add",)"
                      R"("blocks":[[0,null,1]]})"),
            std::string::npos)
      << json;
  EXPECT_NE(json.find(R"("root":0,"message_flits":2,"parts":2,"model":{"router.ports":1})"),
            std::string::npos)
      << json;
}

TEST(Schedules, OfTheCatalogueComeBackFromTheirFile) {
  const TempFolder folder;
  const Settings row = Settings::example("aab-hc");
  folder.write("row.json", schedule_json(row));
  Settings settings = network("hypercube", *row.given("topology.dims"));
  settings.set("traffic.schedule", folder.path("row.json"));
  const Result again = run(settings);
  EXPECT_EQ(again["completion_cycles"].text, run(row)["completion_cycles"].text);
  EXPECT_EQ(again["messages"].text, run(row)["messages"].text);
}

TEST(Networks, AreGraphsWithRoutes) {
  const NetworkMap cube(network("hypercube", "4"));
  EXPECT_EQ(cube.name(), "hypercube 4");
  EXPECT_EQ(cube.nodes(), 16U);
  EXPECT_EQ(cube.links().size(), 16U * 4);
  for (std::uint32_t from = 0; from < 16; ++from) {
    for (std::uint32_t to = 0; to < 16; ++to) {
      const std::uint32_t bits = static_cast<std::uint32_t>(std::bitset<4>(from ^ to).count());
      EXPECT_EQ(cube.distance(from, to), bits);
      EXPECT_EQ(cube.route(from, to).size(), bits + 1);
    }
  }
  EXPECT_EQ(cube.route(0, 5), (std::vector<std::uint32_t>{0, 1, 5}));  // ascending
  EXPECT_EQ(cube.neighbours(0), (std::vector<std::uint32_t>{1, 2, 4, 8}));
  EXPECT_THROW(cube.neighbours(16), std::out_of_range);
  EXPECT_THROW(cube.distance(0, 16), std::out_of_range);
  EXPECT_THROW(cube.route(16, 0), std::out_of_range);
}

TEST(Networks, HaveEdgesSwitchesAndSharedRouters) {
  const NetworkMap mesh(network("mesh", "3x2"));
  EXPECT_EQ(mesh.links().size(), 2U * (2 * 2 + 3));
  EXPECT_EQ(mesh.route(0, 5), (std::vector<std::uint32_t>{0, 1, 2, 5}));
  const NetworkMap tree(network("tree", "2"));
  EXPECT_EQ(tree.processors(), 4U);
  EXPECT_EQ(tree.nodes(), 7U);
  EXPECT_EQ(tree.route(0, 3), (std::vector<std::uint32_t>{0, 4, 6, 5, 3}));
  EXPECT_THROW(tree.route(0, 4), std::out_of_range);  // a switch
  const NetworkMap shared(network("cmesh", "2x2x2"));
  EXPECT_EQ(shared.processors(), 8U);
  EXPECT_EQ(shared.router_of(1), 8U);
  EXPECT_EQ(shared.distance(0, 1), 0U);
  EXPECT_EQ(shared.route(0, 7), (std::vector<std::uint32_t>{8, 9, 11}));
  const NetworkMap ring(network("torus", "2"));
  EXPECT_EQ(ring.links().size(), 2U);
}

TEST(Traffic, GoesWhereItsPatternSays) {
  Settings settings = network("mesh", "4x4");
  settings.set("load.pattern", "uniform");
  std::map<std::uint32_t, double> shares;
  for (const TrafficShare& each : traffic_from(settings, 5)) {
    shares[each.destination] = each.probability;
  }
  EXPECT_EQ(shares.size(), 16U);  // itself included
  for (const auto& [destination, share] : shares) {
    EXPECT_NEAR(share, 1.0 / 16, 1e-12) << destination;
  }
  settings.set("load.pattern", "transpose");
  ASSERT_EQ(traffic_from(settings, 1).size(), 1U);
  EXPECT_EQ(traffic_from(settings, 1).front().destination, 4U);
  EXPECT_THROW(traffic_from(settings, 16), std::out_of_range);
  EXPECT_THROW(traffic_from(network("mesh", "4x4"), 0), InputError);
}

}  // namespace
}  // namespace flitcast::test_library_models
