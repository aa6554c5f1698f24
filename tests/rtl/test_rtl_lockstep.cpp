#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/rtl/checked_network.h"
#include "tests/support/reference/compared_network.h"

namespace flitcast::cosim::test_rtl_lockstep {
namespace {

class RtlLockstep : public testing::TestWithParam<std::size_t> {
 protected:
  const RtlSet& set() const { return rtl_sets()[GetParam()]; }
};

// All routers are checked, or some.
TEST_P(RtlLockstep, FindsDrawnNetworksEqual) {
  const std::uint64_t networks = from_environment("FLITCAST_RTL_NETWORKS", 20);
  const FlitcastRtlRouter& library = set().library();
  std::uint64_t router_cycles = 0;
  std::uint64_t seed = from_environment("FLITCAST_RTL_SEED", 1);
  for (std::uint64_t compared = 0; compared < networks; ++seed) {
    const DrawnNetwork network = NetworkDrawer(set().kind, seed).draw();
    const Topology topology = network.topology();
    if (!set().fits(network, topology)) {
      continue;
    }
    ++compared;
    Draw draw(seed);
    const auto share = draw.between<std::uint64_t>(1, 3);
    std::vector<bool> nodes;
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      nodes.push_back(draw.one_in(share));
    }
    CheckedNetworkRun run(network, set().parameters, library, nodes);
    ASSERT_EQ(run.run(), "") << "seed " << seed << ": " << describe(network);
    router_cycles += run.check().router_cycles();
  }
  EXPECT_GT(router_cycles, 200 * networks);
}

INSTANTIATE_TEST_SUITE_P(Sets, RtlLockstep, testing::Range<std::size_t>(0, rtl_sets().size()),
                         [](const auto& set) { return rtl_sets()[set.param].name; });

}  // namespace
}  // namespace flitcast::cosim::test_rtl_lockstep
