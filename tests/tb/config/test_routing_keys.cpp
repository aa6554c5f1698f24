#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/config/keys/config_keys.h"
#include "tb/config/resolve/resolve.h"
#include "tb/plan/plan.h"

namespace flitcast::test_routing_keys {
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
  EXPECT_EQ(shown("router.selection", Plan(raw_of({{"router.routing", "west_first"}}))), "credits");
  EXPECT_FALSE(shown("router.selection", Plan(raw_of({{"router.routing", "o1turn"}}))));
  const Plan fixed(raw_of({{"router.routing", "odd_even"}, {"router.selection", "fixed"}}));
  EXPECT_EQ(shown("router.selection", fixed), "fixed");
  EXPECT_EQ(fixed.routing().selection(), Selection::kFixed);
  const Plan seeded(raw_of({{"router.routing", "valiant"}, {"run.seed", "7"}}));
  EXPECT_EQ(seeded.routing().seed(), 7U);
  EXPECT_FALSE(shown("router.selection", seeded));
}

TEST(RoutingKeys, TakeAnOrderOfDimensions) {
  const Plan plan(
      raw_of({{"router.routing", "dimension_order"}, {"router.dimension_order", "1, 0"}}));
  EXPECT_EQ(shown("router.dimension_order", plan), "1,0");
}

TEST(RoutingKeys, SayWhereTheyDoNotFitOrHaveNoEffect) {
  const Plan plan(raw_of({{"router.selection", "random"}, {"router.dimension_order", "0,1"}}));
  EXPECT_EQ(plan.config().ineffective,
            (std::vector<std::string>{
                "router.selection has no effect with router.routing = ascending",
                "router.dimension_order has no effect with router.routing = ascending"}));
  EXPECT_FALSE(shown("router.dimension_order", plan));
}

// ---- rules of random traffic on tori ----

RawConfig on(const char* kind, const Keys& keys) {
  RawConfig raw;
  give(raw, "topology.kind", kind);
  give(raw, "topology.dims", "8x8");
  for (const auto& [key, value] : keys) {
    give(raw, key, value);
  }
  return raw;
}

std::pair<std::optional<std::string>, std::optional<std::string>> rules(const Config& config) {
  return {find_key("router.ties")->show(config), find_key("router.datelines")->show(config)};
}

TEST(RingKeys, AreThoseOfRandomTrafficWhereThereIsAny) {
  using Rules = std::pair<std::optional<std::string>, std::optional<std::string>>;
  const Rules none;
  EXPECT_EQ(rules(resolve(on("torus", {{"load.rate", "0.1"}}))), Rules("drawn", "entering"));
  EXPECT_EQ(rules(resolve(on("torus", {{"load.rate", "0.1"}, {"router.ties", "up"}}))),
            Rules("up", "entering"));
  EXPECT_EQ(rules(resolve(on("torus", {{"load.rate", "0.1"}, {"router.routing", "adaptive"}}))),
            Rules("drawn", std::nullopt));
  EXPECT_EQ(rules(resolve(on("mesh", {{"load.rate", "0.1"}}))), none);
  EXPECT_EQ(rules(resolve(on("torus", {{"traffic.algorithm", "aas-torus2d-dex"}}))), none);
  EXPECT_EQ(
      rules(resolve(on("torus", {{"traffic.algorithm", "aas-torus2d-dex"}, {"load.rate", "0.1"}}))),
      Rules("drawn", "entering"));
  const Config config = resolve(on("torus", {{"load.rate", "0.1"}}));
  EXPECT_TRUE(config.routing->takes_one());
  EXPECT_EQ(config.network.vcs, 2);
}

TEST(RingKeys, SayWhereTheyHaveNoEffect) {
  const auto ineffective = [](const char* kind, const Keys& keys) {
    return resolve(on(kind, keys)).ineffective;
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(ineffective("mesh", {{"load.rate", "0.1"}, {"router.ties", "up"}}),
            Texts{"router.ties has no effect on a mesh"});
  EXPECT_EQ(ineffective("torus", {{"traffic.algorithm", "aas-torus2d-dex"},
                                  {"router.datelines", "entering"}}),
            Texts{"router.datelines has no effect on schedules, which go up and change their class "
                  "at wrap links"});
  EXPECT_EQ(ineffective("torus", {{"load.rate", "0.1"},
                                  {"router.routing", "adaptive"},
                                  {"router.datelines", "entering"}}),
            Texts{"router.datelines has no effect with router.routing = adaptive"});
}

// Copies are left on the ways of schedules.
TEST(RingKeys, AreThoseOfSchedulesForMulticasts) {
  const Keys multicast{{"load.multicast", "2"}, {"router.irc", "on"}};
  using Rules = std::pair<std::optional<std::string>, std::optional<std::string>>;
  EXPECT_EQ(rules(resolve(on("torus", multicast))), Rules("up", "crossing"));
}

// Worms of the schedule keep their ways and classes; the packets of load have theirs.
TEST(RingKeys, KeepASchedulesWormsFromWaitingInACircleWithPackets) {
  for (const char* vcs : {"2", "3", "4"}) {
    for (const char* pipeline : {"contract", "staged"}) {
      const Plan plan(on("torus", {{"traffic.algorithm", "aas-torus2d-dex"},
                                   {"load.rate", "0.1"},
                                   {"router.pipeline", pipeline},
                                   {"router.vcs", vcs}}));
      EXPECT_EQ(plan.report().dependency_cycle, "");
      EXPECT_EQ(plan.report().lockstep_cycles,
                Plan(on("torus", {{"traffic.algorithm", "aas-torus2d-dex"},
                                  {"router.pipeline", pipeline},
                                  {"router.vcs", vcs}}))
                    .report()
                    .lockstep_cycles);
    }
  }
}

// Worms that go up beyond half of a ring pass the link that class 1 of the packets leaves out.
TEST(RingKeys, SayWhatGoesWithAScheduleThatGoesRoundItsRings) {
  Keys keys{{"traffic.algorithm", "oab-torus2d-irc"},
            {"traffic.variant", "unidirectional"},
            {"traffic.root", "7"},
            {"router.switching", "cut_through"},
            {"load.rate", "0.1"}};
  try {
    const Plan plan(on("torus", keys));
    FAIL() << "accepted";
  } catch (const ConfigError& error) {
    EXPECT_NE(std::string(error.what()).find("give router.datelines = crossing, or "),
              std::string::npos)
        << error.what();
  }
  keys.emplace_back("router.datelines", "crossing");
  EXPECT_EQ(Plan(on("torus", keys)).report().dependency_cycle, "");
}

}  // namespace
}  // namespace flitcast::test_routing_keys
