#include <gtest/gtest.h>

#include "tb/config/ini/raw_config.h"
#include "tb/config/resolve/resolve.h"
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

}  // namespace
}  // namespace flitcast::test_plan
