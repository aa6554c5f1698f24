#include <gtest/gtest.h>

#include "tb/area/synthesis_scripts.h"
#include "tests/tb/area/routers_of.h"

namespace flitcast {
namespace {

struct Links {
  int links;
  std::uint64_t routers;
  std::vector<int> unconnected;
};

void expect_links(const std::vector<RouterKind>& kinds, const std::vector<Links>& expected) {
  ASSERT_EQ(kinds.size(), expected.size());
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    EXPECT_EQ(kinds[i].links, expected[i].links);
    EXPECT_EQ(kinds[i].routers, expected[i].routers);
    EXPECT_EQ(kinds[i].build.unconnected, expected[i].unconnected);
  }
}

std::string refusal(const std::string& kind, const std::string& dims, const Keys& keys,
                    int word_bits = 64) {
  try {
    router_builds(configured(kind, dims, keys), word_bits);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

// Ports 2d lead up dimension d, 2d + 1 down: node 0 has none down, node 1 of the first line none
// down the second dimension.
TEST(RouterBuilds, MeshHasRoutersInsideAtTheEdgesAndInTheCorners) {
  expect_links(routers_of("mesh", "4x5"), {{4, 6, {}}, {3, 10, {3}}, {2, 4, {1, 3}}});
  expect_links(routers_of("mesh", "2x2"), {{2, 4, {1, 3}}});
  expect_links(routers_of("line", "2"), {{1, 2, {1}}});
}

TEST(RouterBuilds, CubesToriAndRingsHaveOneKind) {
  expect_links(routers_of("hypercube", "3"), {{3, 8, {}}});
  expect_links(routers_of("torus", "4x4"), {{4, 16, {}}});
  expect_links(routers_of("ring", "5"), {{2, 5, {}}});
}

TEST(RouterBuilds, SwitchesHaveNoInterface) {
  const std::vector<RouterKind> kinds = routers_of("tree", "2");
  ASSERT_EQ(kinds.size(), 3U);  // two switches with 3 links, the root with 2, four leaves with 1
  EXPECT_EQ(kinds[0].links, 3);
  EXPECT_EQ(kinds[0].routers, 2U);
  EXPECT_FALSE(kinds[0].build.has_interface);
  EXPECT_EQ(kinds[1].links, 2);
  EXPECT_FALSE(kinds[1].build.has_interface);
  EXPECT_EQ(kinds[2].links, 1);
  EXPECT_EQ(kinds[2].routers, 4U);
  EXPECT_TRUE(kinds[2].build.has_interface);
}

TEST(RouterBuilds, ParametersAreAsLargeAsTheyHaveToBe) {
  const RouterKind kind = routers_of("mesh", "3x5",
                                     {{"router.buffer_flits", "5"},
                                      {"router.delay", "2"},
                                      {"router.vcs", "3"},
                                      {"router.ports", "2"},
                                      {"link.cycles_per_flit", "4"}})[0];
  EXPECT_EQ(parameter(kind, "NETWORK_PORTS"), 4);
  EXPECT_EQ(parameter(kind, "LOCAL_PORTS"), 2);
  EXPECT_EQ(parameter(kind, "VCS"), 3);
  EXPECT_EQ(parameter(kind, "DEPTH"), 5);
  EXPECT_EQ(parameter(kind, "MAX_DELAY"), 2);
  EXPECT_EQ(parameter(kind, "SWITCHING"), 0);
  EXPECT_EQ(parameter(kind, "COPIES"), 0);
  EXPECT_EQ(parameter(kind, "WORD"), 64);
  EXPECT_EQ(parameter(kind, "INTERVAL_BITS"), 3);    // 4 = 100
  EXPECT_EQ(parameter(kind, "COORDINATE_BITS"), 3);  // 0 … 4
  EXPECT_EQ(parameter(kind, "ROUTE_HOPS"), 0);
}

TEST(RouterBuilds, TablesHaveARowForEveryNode) {
  EXPECT_EQ(parameter(routers_of("tree", "2")[0], "NODES"), 7);
}

TEST(RouterBuilds, HeadersBringRoutesAsLongAsTheLongest) {
  EXPECT_EQ(parameter(routers_of("mesh", "3x5", {{"router.routing", "source"}})[0], "ROUTE_HOPS"),
            2 + 4);
  EXPECT_EQ(parameter(routers_of("ring", "5", {{"router.routing", "source"}})[0], "ROUTE_HOPS"), 2);
}

TEST(RouterBuilds, WhatTheHardwareDoesNotHaveIsRefusedByItsKey) {
  EXPECT_EQ(refusal("mesh", "3x3", {{"link.duplex", "half"}}).rfind("link.duplex = half: ", 0), 0U);
  EXPECT_EQ(
      refusal("mesh", "3x3", {{"router.pipeline", "staged"}}).rfind("router.pipeline = staged", 0),
      0U);
  EXPECT_EQ(refusal("mesh", "3x3", {{"router.routing", "west_first"}}).rfind("router.routing", 0),
            0U);
}

TEST(RouterBuilds, HalfOfAWordHoldsAnAddress) {
  EXPECT_EQ(refusal("hypercube", "5", {}, 8),
            "--word-bits: half of 8 bits do not hold an address; give 10 or more");
  EXPECT_EQ(refusal("hypercube", "4", {}, 8), "");
}

TEST(SynthesisScripts, PortsWithoutALinkAreTiedOff) {
  const RouterKind end = routers_of("line", "2")[0];
  const std::string script = router_script(end.build, {"a.sv", "b.sv"}, {"/x/", "/x/0-"}, false);
  EXPECT_NE(script.find("read_verilog -sv -DSYNTHESIS /x/a.sv /x/b.sv\n"), std::string::npos);
  EXPECT_NE(script.find("delete -input w:in_valid_1_ w:out_credit_1_\n"), std::string::npos);
  EXPECT_NE(script.find("connect -nounset -set in_valid_1_ 1'b0\n"), std::string::npos);
  EXPECT_NE(script.find(" w:out_word_64_ "), std::string::npos);
  EXPECT_NE(script.find(" w:out_word_127_ "), std::string::npos);
  EXPECT_EQ(script.find("out_word_63_"), std::string::npos);
  EXPECT_EQ(script.find("out_word_128_"), std::string::npos);
  EXPECT_EQ(script.find("liberty"), std::string::npos);
}

TEST(SynthesisScripts, PortsWithLinksStay) {
  const RouterKind kind = routers_of("ring", "4")[0];
  EXPECT_EQ(router_script(kind.build, {"a.sv"}, {"/x/", "/x/0-"}, true).find("splitnets"),
            std::string::npos);
}

}  // namespace
}  // namespace flitcast
