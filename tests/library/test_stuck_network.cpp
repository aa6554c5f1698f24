#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <flitcast/network.h>
#include <gtest/gtest.h>

#include "tests/support/library/line_networks.h"

namespace flitcast::test_stuck_network {
namespace {

// ---- what cannot go on ----

Settings ring_without_datelines() {
  return Settings::parse(
      "[topology]\nkind = ring\ndims = 4\n[router]\nvcs = 1\nports = all\nties = up\n"
      "[run]\nallow_deadlock = on\nstall_cycles = 70\n",
      "ring.ini");
}

void block(Network& network) {
  for (std::uint32_t node = 0; node < 4; ++node) {
    ASSERT_TRUE(network.post({node, (node + 2) % 4, 40, 0, nullptr}));
  }
}

TEST(StuckNetwork, IsToldWithTheReportOfARun) {
  Network network(ring_without_datelines());
  block(network);
  network.run_until(60);
  const std::string report = network.stuck();
  EXPECT_EQ(report.rfind("deadlock: nothing has moved since cycle ", 0), 0U) << report;
  EXPECT_NE(report.find("with 4 of 4 packets under way with 4 worms in the network"),
            std::string::npos)
      << report;
  EXPECT_NE(report.find("wait in a circle: message 0 at"), std::string::npos) << report;
  const Network::Cycle verdict = network.next_event();
  EXPECT_GT(verdict, 60);
  EXPECT_LT(verdict, 60 + 70);
  network.run_until(verdict - 1);
  EXPECT_EQ(thrown_by([&] { network.step(); }), report);
  EXPECT_EQ(network.now(), verdict);
  EXPECT_THROW(network.step(), Network::Stuck);  // again and again
  EXPECT_EQ(network.in_flight(), 4U);
}

TEST(StuckNetwork, HasNotMovedSinceBeforeWhatIsPostedInVain) {
  Network network(ring_without_datelines());
  const auto since = [&] {
    const std::string report = thrown_by([&] { network.run_until(100'000); });
    return report.substr(0, report.find(','));
  };
  for (int i = 0; i < 4; ++i) {  // more than interfaces begin to send
    block(network);
  }
  const std::string before = since();
  EXPECT_EQ(before.rfind("deadlock: nothing has moved since cycle ", 0), 0U) << before;
  network.post({0, 2, 40, 0, nullptr});
  EXPECT_EQ(since(), before);
}

TEST(StuckNetwork, IsToldAtTheSameCycleWhateverThePace) {
  std::vector<Network::Cycle> verdicts;
  const std::function<void(Network&)> paces[] = {
      [](Network& network) {
        for (int cycle = 0; cycle < 5000; ++cycle) {
          network.step();
        }
      },
      [](Network& network) { network.run_until(5000); },
      [](Network& network) { network.run_to_next_event(); }};
  for (const auto& go_on : paces) {
    Network network(ring_without_datelines());
    block(network);
    EXPECT_THROW(go_on(network), Network::Stuck);
    verdicts.push_back(network.now());
  }
  EXPECT_EQ(verdicts[0], verdicts[1]);
  EXPECT_EQ(verdicts[0], verdicts[2]);
}

TEST(StuckNetwork, MayDeadlockOnlyWhereThatIsAllowed) {
  EXPECT_EQ(thrown_by([] {
              Network(Settings::parse("[topology]\nkind = ring\ndims = 4\n[router]\nvcs = 1\n",
                                      "ring.ini"));
            }).rfind("ring.ini: router.routing: may deadlock: packets can wait for each other", 0),
            0U);
}

TEST(StuckNetwork, WhatMovesIsNot) {
  Network network(line_network(3));
  EXPECT_EQ(network.stuck(), "");
  ASSERT_TRUE(network.post({0, 2, 5, 0, nullptr}));
  network.step();
  EXPECT_EQ(network.stuck(), "");
}

}  // namespace
}  // namespace flitcast::test_stuck_network
