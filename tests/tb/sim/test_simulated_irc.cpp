#include "tests/support/rows/simulated_row.h"

namespace flitcast::test_simulated_irc {
namespace {

const SimulatedRun kRuns[] = {
    // M1: (R, longest ways, R); descending unless told otherwise
    {"mc-hc-chain", "hypercube", "4", "traffic.destinations=1,4,7,10,11,12", 3, 6, 3},
    {"mc-hc-chain", "hypercube", "4", "traffic.destinations=1,8 traffic.variant=floor", 2, 3, 2},
    {"mc-hc-chain", "hypercube", "5", "traffic.destinations=all traffic.root=19", 5, 5, 5},
    {"mc-hc-chain", "hypercube", "3",
     "traffic.destinations=7 traffic.root=2 router.routing=ascending", 1, 2, 1},
    // M4, and in store-and-forward as many μ as links
    {"mc-mesh-chain", "mesh", "4x4", "traffic.destinations=5,11,12 traffic.root=2", 2, 5, 2},
    {"mc-mesh-chain", "mesh", "4x4",
     "traffic.destinations=5,11,12 traffic.root=2 router.switching=store_and_forward", 2, 5, 5},
    {"mc-mesh-chain", "mesh", "4x4",
     "traffic.destinations=1,5,9,11,12,14 traffic.root=2 traffic.variant=ceil", 3, 10, 3},
    {"mc-mesh-chain", "mesh", "4x4",
     "traffic.destinations=1,5,9,11,12,14 traffic.root=2 traffic.variant=floor", 3, 8, 3},
    {"mc-mesh-chain", "line", "9", "traffic.destinations=all traffic.root=4", 4, 5, 4},
    // M6
    {"mc-mesh-irc-leaders", "mesh", "4x4", "traffic.destinations=1,3,5,6,7,13", 3, 6, 3, 1},
    {"mc-mesh-irc-leaders", "mesh", "4x4", "traffic.destinations=9,10", 2, 4, 2},
    {"mc-mesh-irc-leaders", "mesh", "4x4",
     "traffic.destinations=all traffic.root=6 router.switching=cut_through", 4, 11, 4, 2},
    // M8: c links to the corner and the worms from there
    {"oab-mesh-irc-3round", "mesh", "5x5", "traffic.root=12", 3, 12, 3, 6},
    {"oab-mesh-irc-3round", "mesh", "4x5", "traffic.root=4", 3, 8, 3, 4},
    {"oab-mesh-irc-3round", "mesh", "2x5", "traffic.root=2 traffic.variant=RC-C", 3, 10, 3, 6},
    {"oab-mesh-irc-3round", "mesh", "5x4", "traffic.root=8 traffic.variant=RC-R", 3, 13, 3, 9},
    {"oab-mesh-irc-3round", "mesh", "4x3", "traffic.root=11 traffic.variant=RC-C", 2, 7, 2, 5},
    // M9
    {"oab-mesh-irc-2round", "mesh", "4x4", "traffic.root=5", 2, 9, 2, 7},
    {"oab-mesh-irc-2round", "mesh", "5x5", "traffic.root=12 router.switching=cut_through", 2, 12, 2,
     10},
    {"oab-mesh-irc-2round", "mesh", "5x3", "", 2, 6, 2, 4},
    {"oab-mesh-irc-2round", "mesh", "1x7", "traffic.root=2", 2, 6, 2, 4},
    // M10: to the corner and Σ(z−1)
    {"oab-mesh-nd-irc", "mesh", "3x3x3", "traffic.root=13", 4, 9, 4, 3},
    {"oab-mesh-nd-irc", "mesh", "2x3x4", "traffic.root=23", 3, 6, 3, 3},
    {"oab-mesh-nd-irc", "mesh", "4x5", "traffic.root=4 router.routing=descending", 3, 8, 3, 4},
    {"oab-mesh-nd-irc", "line", "7", "traffic.root=3", 2, 9, 2, 4},
    // M11: ⌊a/2⌋+⌊b/2⌋, or a+b−2 over one port
    {"oab-torus2d-irc", "torus", "4x4", "traffic.root=5", 2, 4, 2, 2},
    {"oab-torus2d-irc", "torus", "5x6", "traffic.root=29 traffic.variant=allport", 2, 5, 2, 3},
    {"oab-torus2d-irc", "torus", "4x4", "traffic.variant=unidirectional", 2, 6, 2, 4},
    {"oab-torus2d-irc", "torus", "5x2",
     "traffic.variant=unidirectional traffic.root=7 router.switching=cut_through", 2, 5, 2, 3},
    {"oab-torus2d-irc", "torus", "3x7", "traffic.variant=unidirectional router.vcs=2", 2, 8, 2, 6},
    // M19
    {"oab-mesh-irc-allport", "mesh", "5x3", "traffic.root=7", 2, 3, 2, 1},
    {"oab-mesh-irc-allport", "mesh", "4x6", "traffic.root=0", 2, 10, 2, 8},
    {"oab-mesh-irc-allport", "mesh", "1x6", "traffic.root=2", 1, 3, 1, 2},
};

INSTANTIATE_TEST_SUITE_P(Multicast, SimulatedRow,
                         testing::Combine(testing::ValuesIn(kRuns),
                                          testing::ValuesIn(kSimulatedHardware)),
                         name_of_case);

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
  const RunResult result =
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
