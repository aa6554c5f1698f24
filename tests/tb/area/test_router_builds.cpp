#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/area/router_modules.h"
#include "tb/area/synthesis_tools.h"
#include "tests/tb/area/routers_of.h"

namespace flitcast::area::test_router_builds {
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
  EXPECT_EQ(
      refusal("mesh", "3x3", {{"router.routing", "west_first"}}),
      "router.routing = west_first: it is none of ascending, descending and source; the router "
      "in SystemVerilog does not cover that; the nearest that it does: the same with "
      "--router.routing=ascending");
}

/// The keys of "… the same with --a.b=c --d.e=f".
Keys keys_told(const std::string& text) {
  Keys keys;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (word.rfind("--", 0) == 0) {
      const std::size_t equals = word.find('=');
      keys.emplace_back(word.substr(2, equals - 2), word.substr(equals + 1));
    }
  }
  return keys;
}

TEST(RouterBuilds, WhatIsNotCoveredIsToldWithTheNearestThatIs) {
  struct Case {
    const char* kind;
    Keys keys;
  };
  const std::vector<Case> all{
      {"mesh", {{"router.pipeline", "staged"}, {"router.speculation", "on"}}},
      {"mesh",
       {{"router.pipeline", "staged"}, {"router.routing", "odd_even"}, {"router.vcs", "4"}}},
      {"mesh", {{"router.routing", "o1turn"}}},
      {"mesh", {{"router.routing", "odd_even"}}},
      {"mesh", {{"router.routing", "ugal"}}},
      {"mesh", {{"router.routing", "adaptive"}, {"router.selection", "random"}}},
      {"mesh", {{"link.duplex", "half"}}},
      {"torus", {{"router.ties", "drawn"}, {"router.datelines", "entering"}}}};
  for (const auto& [kind, keys] : all) {
    const std::string told = refusal(kind, "4x4", keys);
    Keys nearest = keys;
    for (const auto& [key, value] : keys_told(told)) {
      nearest.emplace_back(key, value);
    }
    EXPECT_GT(nearest.size(), keys.size()) << told;
    EXPECT_EQ(refusal(kind, "4x4", nearest), "") << told;
  }
}

// Its header passes it in as many cycles: one each for route, VC, switch and traversal.
TEST(RouterBuilds, TheNearestOfAStagedRouterIsAsSlow) {
  const std::string told = refusal("mesh", "3x3", {{"router.pipeline", "staged"}});
  EXPECT_NE(told.find("the same with --router.pipeline=contract --router.delay=4"),
            std::string::npos)
      << told;
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

// The others are found by the names of their modules, with the parameters that they are used with.
TEST(SynthesisScripts, OfSomebodysRouterOnlyTheFirstModulesAreRead) {
  RouterBuild build = routers_of("mesh", "4x4")[0].build;
  build.wrapper = "there/theirs.sv";
  const std::string script =
      router_script(build, read_first({{"any.sv", ""}}, build.wrapper), {"/x/", "/x/0-"}, false);
  EXPECT_NE(script.find("read_verilog -sv -defer /x/flitcast_router.sv /x/observed_router.sv "
                        "/x/user_router.sv\n"),
            std::string::npos)
      << script;
  EXPECT_NE(
      script.find("hierarchy -check -libdir /x/ -top flitcast_router -chparam NETWORK_PORTS 4"),
      std::string::npos)
      << script;
  EXPECT_EQ(script.find("any.sv"), std::string::npos);
}

TEST(SynthesisScripts, WhatYosysSaysIsToldInTheUsersWords) {
  const std::vector<cosim::RtlSource> sources{{"ours.sv", ""}, {"fifo.sv", "", "there/fifo.sv"}};
  EXPECT_EQ(in_users_words("/tmp/x/fifo.sv:3: ERROR: syntax error", "/tmp/x/", sources),
            "there/fifo.sv:3: ERROR: syntax error");
  EXPECT_EQ(in_users_words("/tmp/x/ours.sv:3: ERROR", "/tmp/x/", sources),
            "/tmp/x/ours.sv:3: ERROR");
  EXPECT_EQ(in_users_words("ERROR: Resizing cell port $paramod$c1\\observed_router.router."
                           "strap_address from 8 bits to 32 bits.",
                           "/tmp/x/", sources),
            "pin strap_address of user_router has 32 bits, that of the contract 8; declare the "
            "parameter that it goes by, like WORD or INTERVAL_BITS");
}

TEST(SynthesisScripts, PortsWithLinksStay) {
  const RouterKind kind = routers_of("ring", "4")[0];
  EXPECT_EQ(router_script(kind.build, {"a.sv"}, {"/x/", "/x/0-"}, true).find("splitnets"),
            std::string::npos);
}

}  // namespace
}  // namespace flitcast::area::test_router_builds
