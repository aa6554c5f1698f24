#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "tests/rtl/rtl_sets.h"
#include "tests/support/compared_network.h"

namespace flitcast {
namespace {

class RtlNetworks : public testing::TestWithParam<std::size_t> {
 protected:
  const RtlSet& set() const { return rtl_sets()[GetParam()]; }
};

// Of the nodes some have routers in SystemVerilog, or all.
TEST_P(RtlNetworks, AreEqualToTheReferenceModel) {
  const std::uint64_t networks = from_environment("FLITCAST_RTL_NETWORKS", 20);
  const FlitcastRtlRouter& library = set().library();
  Cycle waited = 0;
  std::uint64_t seed = from_environment("FLITCAST_RTL_SEED", 1);
  for (std::uint64_t compared = 0; compared < networks; ++seed) {
    const DrawnNetwork network = NetworkDrawer(set().kind, seed).draw();
    if (!set().fits(network, network.topology())) {
      continue;
    }
    ++compared;
    Draw draw(seed);
    const auto share = draw.between<std::uint64_t>(1, 3);
    const MakeRouterCore make_core = [&](const RouterSite& site) -> std::unique_ptr<RouterCore> {
      if (draw.one_in(share)) {
        return std::make_unique<RtlCore>(site, set().parameters, library);
      }
      return make_router_core(site);
    };
    ComparedNetwork compare(network, make_core);
    compare.run();
    const std::string difference = compare.difference();
    ASSERT_TRUE(difference.empty()) << difference << "\nseed " << seed << ": " << describe(network);
    waited += compare.waited();
  }
  EXPECT_GT(waited, static_cast<Cycle>(100 * networks)) << "the traffic hardly collides";
}

INSTANTIATE_TEST_SUITE_P(Sets, RtlNetworks, testing::Range<std::size_t>(0, rtl_sets().size()),
                         [](const auto& set) { return rtl_sets()[set.param].name; });

}  // namespace
}  // namespace flitcast
