#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tb/area/network_area.h"
#include "tests/tb/area/routers_of.h"

namespace flitcast::area::test_network_area {
namespace {

/// A 3x3 mesh: a router with 4 links, four with 3, four with 2.
NetworkArea some_network() {
  NetworkArea network;
  for (RouterKind& kind : routers_of("mesh", "3x3")) {
    const auto links = static_cast<std::uint64_t>(kind.links);
    kind.area = {1000 * links, 100 * links, 300 * links, 500.5 * static_cast<double>(links),
                 1.25 * static_cast<double>(links)};
    network.kinds.push_back(std::move(kind));
  }
  return network;
}

TEST(NetworkArea, IsThatOfAllRouters) {
  const RouterArea all = some_network().all();
  EXPECT_EQ(all.cells, 24'000U);  // 24 ends of links
  EXPECT_EQ(all.flip_flops, 2400U);
  EXPECT_EQ(all.lut4, 7200U);
  EXPECT_DOUBLE_EQ(all.gates.value(), 24 * 500.5);
  EXPECT_EQ(some_network().routers(), 9U);
}

TEST(NetworkArea, ClockIsThatOfTheSlowestRouter) {
  EXPECT_DOUBLE_EQ(some_network().all().period_ns.value(), 5);
}

TEST(NetworkArea, WhatIsNotKnownOfARouterIsNotKnownOfAll) {
  NetworkArea network = some_network();
  network.kinds[1].area.period_ns.reset();
  EXPECT_FALSE(network.all().period_ns);
  EXPECT_TRUE(network.all().gates);
}

AreaTools some_tools() {
  AreaTools tools;
  tools.yosys_version = "Yosys 0.23 (git sha1 7ce5011c24b)";
  tools.liberty = "/cells/some.lib";
  tools.sta = "/bin/sta";
  tools.sta_version = "2.0.17";
  return tools;
}

TEST(AreaReport, CaveatAndToolsStandBesideTheNumbers) {
  const std::string text = area_text("routers\n\n", some_network(), some_tools(), 1);
  EXPECT_NE(text.find("4000 of some.lib\n"), std::string::npos) << text;
  EXPECT_NE(text.find("5.000 ns at least, 200 MHz\n"), std::string::npos) << text;
  EXPECT_NE(text.find("Yosys 0.23, OpenSTA 2.0.17, some.lib\n"), std::string::npos) << text;
  EXPECT_NE(text.find(kAreaCaveat), std::string::npos) << text;
}

TEST(AreaReport, AClockThatIsTooFastIsTold) {
  const std::string too_fast = "these routers do not reach clock.period = ";
  const auto text = [](double clock_ns) {
    return area_text("routers\n\n", some_network(), some_tools(), clock_ns);
  };
  EXPECT_NE(text(4.5).find(too_fast + "4.5 ns; nanoseconds of a run are theirs with "
                                      "--clock.period=5\n"),
            std::string::npos)
      << text(4.5);
  EXPECT_EQ(text(5).find(too_fast), std::string::npos);
}

TEST(AreaReport, SomebodysRoutersAreToldFromOurs) {
  NetworkArea network = some_network();
  EXPECT_EQ(area_text("", network, some_tools(), 1).find("from"), std::string::npos);
  network.kinds[0].build.wrapper = "there/theirs.sv";
  const std::string text = area_text("", network, some_tools(), 1);
  EXPECT_NE(text.find("period  from\n"), std::string::npos) << text;
  EXPECT_NE(text.find("5.000  theirs.sv\n"), std::string::npos) << text;
  EXPECT_NE(text.find("3.750  flitcast\n"), std::string::npos) << text;
  const auto json =
      nlohmann::json::parse(area_report_json(configured("mesh", "3x3"), network, some_tools()));
  EXPECT_EQ(json["routers"][0]["wrapper"], "there/theirs.sv");
  EXPECT_TRUE(json["routers"][1]["wrapper"].is_null());
}

TEST(AreaReport, MissingProgramsAreTold) {
  AreaTools tools = some_tools();
  tools.missing = {"no period without OpenSTA"};
  NetworkArea network = some_network();
  for (RouterKind& each : network.kinds) {
    each.area.period_ns.reset();
  }
  const std::string text = area_text("routers\n\n", network, tools, 1);
  EXPECT_NE(text.find("no period without OpenSTA\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("MHz"), std::string::npos) << text;
}

TEST(AreaReport, JsonHasAllNumbersAndTheCaveat) {
  const auto json = nlohmann::json::parse(
      area_report_json(configured("mesh", "3x3"), some_network(), some_tools()));
  EXPECT_EQ(json["schema"], "flitcast.area/1");
  EXPECT_EQ(json["caveat"], kAreaCaveat);
  EXPECT_EQ(json["router"]["cells"], 4000);
  EXPECT_EQ(json["parameters"]["NETWORK_PORTS"], 4);
  EXPECT_EQ(json["routers"][1]["count"], 4);
  EXPECT_EQ(json["routers"][1]["links"], 3);
  EXPECT_EQ(json["network"]["gates"], 24 * 500.5);
  EXPECT_EQ(json["network"]["period_ns"], 5);
  EXPECT_EQ(json["tools"]["liberty"], "some.lib");
}

}  // namespace
}  // namespace flitcast::area::test_network_area
