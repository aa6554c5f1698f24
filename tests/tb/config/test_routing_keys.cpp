#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/config/config_keys.h"
#include "tb/plan/plan.h"

namespace flitcast {
namespace {

using Keys = std::vector<std::pair<const char*, const char*>>;

RawConfig raw_of(const Keys& keys) {
  RawConfig raw;
  give(raw, "topology.kind", "mesh");
  give(raw, "topology.dims", "4x4");
  give(raw, "traffic.algorithm", "aas-mesh-dex");
  for (const auto& [key, value] : keys) {
    give(raw, key, value);
  }
  return raw;
}

std::string objection(const Keys& keys) {
  try {
    const Plan plan(raw_of(keys));
  } catch (const ConfigError& error) {
    return error.what();
  }
  return {};
}

std::optional<std::string> shown(const char* key, const Plan& plan) {
  return find_key(key)->show(plan.config());
}

TEST(RoutingKeys, GiveTheVirtualChannelsThatARoutingNeeds) {
  EXPECT_EQ(Plan(raw_of({})).config().network.vcs, 1);
  const Plan adaptive(raw_of({{"router.routing", "adaptive"}}));
  EXPECT_EQ(adaptive.config().network.vcs, 2);
  EXPECT_TRUE(adaptive.report().has_escape);
  EXPECT_EQ(Plan(raw_of({{"router.routing", "valiant"}})).config().network.vcs, 2);
  EXPECT_EQ(Plan(raw_of({{"router.routing", "odd_even"}})).config().network.vcs, 1);
}

TEST(RoutingKeys, RefuseLessUnlessToldToPlayIt) {
  const std::string text = objection({{"router.routing", "adaptive"}, {"router.vcs", "1"}});
  EXPECT_NE(text.find("may deadlock: worms can wait for each other along "), std::string::npos)
      << text;
  EXPECT_NE(text.find("give router.vcs = 2, which gives every header an escape, or "),
            std::string::npos)
      << text;
  const Plan played(
      raw_of({{"router.routing", "adaptive"}, {"router.vcs", "1"}, {"run.allow_deadlock", "on"}}));
  EXPECT_FALSE(played.report().dependency_cycle.empty());
}

TEST(RoutingKeys, AreShownWhereHeadersHaveAChoice) {
  EXPECT_FALSE(shown("router.selection", Plan(raw_of({}))));
  EXPECT_EQ(shown("router.selection", Plan(raw_of({{"router.routing", "west_first"}}))), "fixed");
  EXPECT_EQ(shown("router.selection", Plan(raw_of({{"router.routing", "o1turn"}}))), "random");
  const Plan credits(raw_of({{"router.routing", "odd_even"}, {"router.selection", "credits"}}));
  EXPECT_EQ(shown("router.selection", credits), "credits");
  EXPECT_EQ(credits.routing().selection(), Selection::kCredits);
  const Plan seeded(raw_of({{"router.routing", "valiant"}, {"run.seed", "7"}}));
  EXPECT_EQ(seeded.routing().seed(), 7U);
  EXPECT_FALSE(shown("router.selection", seeded));
}

TEST(RoutingKeys, TakeAnOrderOfDimensions) {
  const Plan plan(
      raw_of({{"router.routing", "dimension_order"}, {"router.dimension_order", "1, 0"}}));
  EXPECT_EQ(shown("router.dimension_order", plan), "1,0");
  EXPECT_EQ(objection({{"router.routing", "dimension_order"}}),
            "--router.routing: dimension_order needs each of the dimensions 0 to 1 once in "
            "router.dimension_order");
  EXPECT_EQ(objection({{"router.routing", "dimension_order"}, {"router.dimension_order", "0,2"}}),
            "--router.dimension_order: dimension_order needs each of the dimensions 0 to 1 once in "
            "router.dimension_order");
}

TEST(RoutingKeys, SayWhereTheyDoNotFitOrHaveNoEffect) {
  EXPECT_EQ(objection({{"router.routing", "p_cube"}}),
            "--router.routing: p_cube needs a hypercube");
  const Plan plan(raw_of({{"router.selection", "random"}, {"router.dimension_order", "0,1"}}));
  EXPECT_EQ(plan.config().ineffective,
            (std::vector<std::string>{
                "router.selection has no effect with router.routing = ascending",
                "router.dimension_order has no effect with router.routing = ascending"}));
  EXPECT_FALSE(shown("router.dimension_order", plan));
}

}  // namespace
}  // namespace flitcast
