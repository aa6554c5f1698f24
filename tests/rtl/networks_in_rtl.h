#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "tests/rtl/rtl_sets.h"
#include "tests/support/reference/compared_network.h"

namespace flitcast::cosim {

/// Drawn networks of a set, of whose nodes some have routers of `library`, or all, are equal to the
/// reference model, and their traffic collides.
inline void expect_equal_networks(const RtlSet& set, const FlitcastRtlRouter& library) {
  const std::uint64_t networks = from_environment("FLITCAST_RTL_NETWORKS", 20);
  Cycle waited = 0;
  std::uint64_t seed = from_environment("FLITCAST_RTL_SEED", 1);
  for (std::uint64_t compared = 0; compared < networks; ++seed) {
    const DrawnNetwork network = NetworkDrawer(set.kind, seed).draw();
    if (!set.fits(network, network.topology())) {
      continue;
    }
    ++compared;
    Draw draw(seed);
    const auto share = draw.between<std::uint64_t>(1, 3);
    const MakeRouterCore make_core = [&](const RouterSite& site) -> std::unique_ptr<RouterCore> {
      if (draw.one_in(share)) {
        return std::make_unique<RtlCore>(site, set.parameters, library);
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

}  // namespace flitcast::cosim
