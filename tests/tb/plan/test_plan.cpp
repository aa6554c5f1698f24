#include <gtest/gtest.h>

#include "tb/config/ini/raw_config.h"
#include "tb/config/resolve/resolve.h"
#include "tb/plan/load_plan.h"
#include "tb/plan/plan.h"

namespace flitcast::test_plan {
namespace {

using Keys = std::vector<std::pair<const char*, std::string>>;

RawConfig raw_config(const Keys& keys) {
  RawConfig raw;
  for (const auto& [key, value] : keys) {
    give(raw, key, value);
  }
  return raw;
}

RawConfig hypercube(const char* algorithm, const Keys& more = {}) {
  Keys keys{{"topology.kind", "hypercube"},
            {"topology.dims", "4"},
            {"traffic.algorithm", algorithm},
            {"traffic.message_flits", "10"}};
  keys.insert(keys.end(), more.begin(), more.end());
  return raw_config(keys);
}

TEST(Plan, RefusesWhatMayDeadlock) {
  Config config = resolve(hypercube("aas-hc-dex"));
  VerifyReport report;
  report.link_contention = 4;
  check_deadlock(report, config);
  EXPECT_TRUE(config.notes.empty());

  report.dependency_cycle = "0->1->2->0";
  report.first_contention = "round 2: link 1->2 carries 4 messages";
  try {
    check_deadlock(report, config);
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(),
                 "--traffic.algorithm: may deadlock: worms can wait for each other along "
                 "0->1->2->0, and round 2: link 1->2 carries 4 messages; run.allow_deadlock = on "
                 "plays it anyway");
  }

  report.link_contention = 1;
  check_deadlock(report, config);
  EXPECT_EQ(config.notes.size(), 1U);

  config.sync = Sync::kDataflow;
  config.topology = std::make_shared<const Topology>(TopologyKind::kRing, std::vector{4U});
  config.routing = std::make_shared<const Routing>(*config.topology, RoutingOrder::kAscending);
  try {
    check_deadlock(report, config);
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(),
                 "--traffic.algorithm: may deadlock: worms can wait for each other along "
                 "0->1->2->0, and rounds overlap; give router.vcs = 2, which cuts the rings at "
                 "datelines, or run.allow_deadlock = on plays it anyway");
  }
}

TEST(Plan, PlaysWhatMayDeadlockWhenToldTo) {
  Config config =
      resolve(hypercube("aas-hc-dex", {{"run.allow_deadlock", "on"}, {"run.stall_cycles", "7"}}));
  EXPECT_TRUE(config.allow_deadlock);
  EXPECT_EQ(config.stall_cycles, 7);
  VerifyReport report;
  report.link_contention = 2;
  report.dependency_cycle = "0-1->1-2->0-1";
  report.first_contention = "round 0: link 1-2 carries 2 messages";
  check_deadlock(report, config);
  ASSERT_EQ(config.notes.size(), 1U);
  EXPECT_EQ(config.notes[0],
            "may deadlock: worms can wait for each other along 0-1->1-2->0-1, and round 0: link "
            "1-2 carries 2 messages; a run that does ends with exit code 3 and says who waits for "
            "whom");
}

// Largest packet M, sizes multiples of g, longest ring k: k·(M − g) + g.
TEST(Plan, KnowsWhatBubblesKeepRingsGoing) {
  const Keys load{{"topology.kind", "torus"},
                  {"topology.dims", "4x6"},
                  {"load.rate", "0.1"},
                  {"router.switching", "cut_through"},
                  {"router.flow_control", "bubble"}};
  const auto bubble = [&](const char* sizes) {
    Keys keys = load;
    keys.emplace_back("load.sizes", sizes);
    Config config = resolve(raw_config(keys));
    resolve_buffer(packets_of_load(config), config);
    EXPECT_TRUE(keeps_rings_going(config));
    EXPECT_EQ(larger_bubble(config), "");
    EXPECT_EQ(config.network.vcs, 1);
    --config.network.bubble_flits;
    EXPECT_FALSE(keeps_rings_going(config));
    return config.enough_bubble;
  };
  EXPECT_EQ(bubble("5"), 5);
  EXPECT_EQ(bubble("6:1,4:2"), 6 * (6 - 2) + 2);
  EXPECT_EQ(bubble("1:1,5:1"), 6 * (5 - 1) + 1);
}

// Of links with t_d = 3 and t_m = 2, (2·3 − 1)/2 flits come after a stop.
TEST(Plan, KnowsWhenBuffersSayStopAndGo) {
  const Config config = Plan(hypercube("aas-hc-dex", {{"router.flow_control", "on_off"},
                                                      {"link.delay", "3"},
                                                      {"link.cycles_per_flit", "2"},
                                                      {"router.delay", "5"}}))
                            .config();
  EXPECT_EQ(config.network.off_flits, 2);
  EXPECT_EQ(config.network.on_flits, 3);
  EXPECT_EQ(config.network.buffer_flits, 3 + 3);  // 5 cycles in the router are 3 flits
  EXPECT_TRUE(config.notes.empty());
}

}  // namespace
}  // namespace flitcast::test_plan
