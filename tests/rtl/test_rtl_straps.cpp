#include <vector>

#include <gtest/gtest.h>

#include "hw/rtl_router/rtl_pins.h"
#include "tests/support/reference/drawn_network.h"

namespace flitcast::cosim::test_rtl_straps {
namespace {

// Two processors at each of two switches: 0 and 1 at 4, 2 and 3 at 5.
Topology two_switches() {
  const char* const graph =
      "processors 4\n"
      "switches 2\n"
      "link 0 4\nlink 1 4\nlink 2 5\nlink 3 5\nlink 4 5\n";
  return Topology(family_of(TopologyKind::kGraph), {{}, "two switches", graph});
}

TEST(RtlStraps, ATableHasTheWaysToProcessorsAlone) {
  const Topology topology = two_switches();
  const Routing routing(topology, RoutingOrder::kAscending);
  const NetworkConfig config;
  const RtlParameters parameters = rtl_parameters(config, routing);
  ASSERT_EQ(parameters.routing, RtlRouting::kTable);
  const RtlStraps straps(parameters, config, routing, 4);
  const FlitcastRtlStraps& pins = straps.pins();
  ASSERT_EQ(pins.table_nodes, 4U);
  for (NodeId to = 0; to < 4; ++to) {
    EXPECT_EQ(topology.neighbour(4, pins.table[to]), to < 2 ? to : 5) << "to " << to;
  }
}

}  // namespace
}  // namespace flitcast::cosim::test_rtl_straps
