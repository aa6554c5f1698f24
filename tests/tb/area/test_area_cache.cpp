#include <set>

#include <gtest/gtest.h>

#include "tb/area/area_cache.h"
#include "tb/area/router_synthesis.h"
#include "tb/area/synthesis_tools.h"
#include "tests/support/temp_folder.h"
#include "tests/tb/area/routers_of.h"

namespace flitcast::area::test_area_cache {
namespace {

constexpr const char* kHash = "0123456789abcdef";

AreaTools some_tools() {
  AreaTools tools;
  tools.yosys = "/nowhere/yosys";
  tools.yosys_version = "Yosys 0.23";
  tools.sta = "/nowhere/sta";
  tools.sta_version = "2.0.17";
  tools.liberty = "/nowhere/cells.lib";
  tools.cells = "library (x) { }";
  return tools;
}

std::string hash_of(const AreaTools& tools, const Keys& keys = {}) {
  return RouterSynthesis(tools, {"/nowhere"}).hash(routers_of("mesh", "3x3", keys)[0].build);
}

TEST(AreaCache, KeepsWhatIsKnownAndWhatIsNot) {
  const TempFolder folder;
  const AreaCache cache(folder.path("a/b"));
  EXPECT_FALSE(cache.find(kHash));
  const RouterArea all{9673, 1375, 2629, 15104.4, 4.858};
  cache.keep(kHash, all);
  EXPECT_EQ(AreaCache(folder.path("a/b")).find(kHash), all);
  const RouterArea some{6415, 1375, 2629, std::nullopt, std::nullopt};
  cache.keep(kHash, some);
  EXPECT_EQ(cache.find(kHash), some);
  EXPECT_FALSE(cache.find("fedcba9876543210"));
}

TEST(AreaCache, WhatCannotBeReadIsNotThere) {
  const TempFolder folder;
  const AreaCache cache(folder.root());
  for (const char* const text : {"", "{", "1 2 3 4", "many 2 3 4 5"}) {
    folder.write(std::string(kHash) + ".txt", text);
    EXPECT_FALSE(cache.find(kHash)) << text;
  }
}

TEST(AreaCache, RoutersAreToldApartByAllThatTheirAreaDependsOn) {
  const AreaTools tools = some_tools();
  std::set<std::string> hashes{hash_of(tools)};
  for (const Keys& keys : {Keys{{"router.buffer_flits", "5"}}, Keys{{"router.vcs", "2"}},
                           Keys{{"router.ports", "2"}}, Keys{{"router.switching", "cut_through"}},
                           Keys{{"router.delay", "1"}}, Keys{{"link.cycles_per_flit", "2"}},
                           Keys{{"router.routing", "source"}}, Keys{{"topology.dims", "9x3"}}}) {
    EXPECT_TRUE(hashes.insert(hash_of(tools, keys)).second) << keys.front().first;
  }
  AreaTools other = tools;
  other.cells += " ";
  EXPECT_TRUE(hashes.insert(hash_of(other)).second);
  other = tools;
  other.yosys_version = "Yosys 0.24";
  EXPECT_TRUE(hashes.insert(hash_of(other)).second);
  other = tools;
  other.sta = other.sta_version = "";
  EXPECT_TRUE(hashes.insert(hash_of(other)).second);
}

TEST(AreaCache, WhatDoesNotChangeTheRouterIsTheSame) {
  AreaTools moved = some_tools();
  moved.liberty = "/elsewhere/cells.lib";
  moved.yosys = "/elsewhere/yosys";
  EXPECT_EQ(hash_of(moved), hash_of(some_tools()));
  EXPECT_EQ(hash_of(moved, {{"ni.startup", "7"}, {"link.delay", "3"}}), hash_of(moved));
  EXPECT_EQ(hash_of(moved, {{"topology.dims", "4x4"}}), hash_of(moved));  // as many bits
}

TEST(RouterSynthesis, WhatIsKeptNeedsNoPrograms) {
  const TempFolder folder;
  const std::vector<RouterKind> kinds = routers_of("mesh", "3x3");
  RouterSynthesis synthesis(some_tools(), {folder.root()});
  std::vector<RouterBuild> builds;
  for (const RouterKind& kind : kinds) {
    AreaCache(folder.root())
        .keep(synthesis.hash(kind.build),
              {static_cast<std::uint64_t>(100 * kind.links), 3, 5, 7.5, 2.25});
    builds.insert(builds.end(), 2, kind.build);
  }
  synthesis.find(builds, [](std::size_t, std::size_t) { ADD_FAILURE(); });
  EXPECT_EQ(synthesis.synthesized(), 0U);
  EXPECT_EQ(synthesis.area(kinds[0].build).cells, 400U);
  EXPECT_EQ(synthesis.area(kinds[2].build).cells, 200U);
}

}  // namespace
}  // namespace flitcast::area::test_area_cache
