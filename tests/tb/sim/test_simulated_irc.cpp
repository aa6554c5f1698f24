#include "tests/support/rows/simulated_row.h"

namespace flitcast::test_simulated_irc {
namespace {

RawConfig with(const std::vector<std::pair<std::string, std::string>>& keys) {
  RawConfig raw;
  for (const auto& [key, value] : keys) {
    give(raw, key, value);
  }
  return raw;
}

std::vector<std::pair<std::string, std::string>> torus_broadcast(const char* variant) {
  return {{"topology.kind", "torus"},
          {"topology.dims", "5x4"},
          {"traffic.algorithm", "oab-torus2d-irc"},
          {"traffic.variant", variant}};
}

TEST(SimulatedTorusBroadcast, M11TakesThePortsOfItsVariant) {
  EXPECT_EQ(Plan(with(torus_broadcast("allport"))).config().network.ports, 4);
  const Plan one_port(with(torus_broadcast("unidirectional")));
  EXPECT_EQ(one_port.config().network.ports, 1);
  EXPECT_TRUE(one_port.config().notes.empty());
  auto keys = torus_broadcast("unidirectional");
  keys.emplace_back("router.ports", "2");
  const Plan two_ports(with(keys));
  ASSERT_EQ(two_ports.config().notes.size(), 1U);
  EXPECT_EQ(two_ports.config().notes[0], "router.ports = 2: oab-torus2d-irc is made for 1");
}

/// A worm of seven links for one node against one of four links for four.
Cycle simulated_leaders(const char* router_delay, const char* cycles_per_flit) {
  const Plan plan(with({{"topology.kind", "mesh"},
                        {"topology.dims", "8x2"},
                        {"traffic.algorithm", "mc-mesh-irc-leaders"},
                        {"traffic.destinations", "1,2,3,4,5,8,15"},
                        {"traffic.message_flits", "10"},
                        {"router.delay", router_delay},
                        {"link.cycles_per_flit", cycles_per_flit}}));
  const ScheduleRun result =
      simulate(plan.config(), plan.topology(), plan.routing(), plan.schedule(), {});
  EXPECT_EQ(result.completion_cycles, plan.prediction().cycles);
  return result.completion_cycles;
}

TEST(SimulatedLeaders, M6WaitsForTheLongestWormWhereHopsAreDear) {
  EXPECT_EQ(simulated_leaders("3", "1"), 3 * 4 + (2 + 7) * 4 + 3 * 10);
}

TEST(SimulatedLeaders, M6WaitsForTheMostAddressesWhereFlitsAreDear) {
  EXPECT_EQ(simulated_leaders("0", "3"), 3 * 4 + (2 + 4) * 1 + (3 * 10 + 3) * 3);
}

}  // namespace
}  // namespace flitcast::test_simulated_irc
