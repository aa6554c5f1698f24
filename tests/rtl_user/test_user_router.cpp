#include <cstdint>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "hw/rtl_router/user_core.h"
#include "tests/rtl/rtl_sets.h"
#include "tests/support/reference/compared_network.h"

namespace flitcast::cosim::test_user_router {
namespace {

/// Our routers, of which nothing is known but their pins.
class UserRouters : public testing::TestWithParam<std::size_t> {
 protected:
  const RtlSet& set() const { return rtl_sets()[GetParam()]; }

  /// When every message was where, with the routers that `make_core` makes.
  static std::string times(const DrawnNetwork& network, const MakeRouterCore& make_core) {
    CoreNetwork cores(network.topology(), network.config, network.config.order,
                      CoreNetwork::Worms::kMayPassWhole, make_core);
    for (const PostedMessage& message : network.messages) {
      cores.add(message);
    }
    cores.run(network.visits);
    std::string text;
    for (std::size_t i = 0; i < network.messages.size(); ++i) {
      text += show(cores.times(i)) + "\n";
    }
    return text;
  }
};

// Of the nodes some have them, or all.
TEST_P(UserRouters, GiveTheTimesOfTheModel) {
  const std::uint64_t networks = from_environment("FLITCAST_RTL_NETWORKS", 8);
  const FlitcastRtlRouter& library = set().library();
  std::uint64_t seed = from_environment("FLITCAST_RTL_SEED", 1000);
  for (std::uint64_t compared = 0; compared < networks; ++seed) {
    const DrawnNetwork network = NetworkDrawer(set().kind, seed).draw();
    if (!set().fits(network, network.topology())) {
      continue;
    }
    ++compared;
    Draw draw(seed);
    const auto share = draw.between<std::uint64_t>(1, 2);
    const bool has_busy = draw.one_in(2);
    const MakeRouterCore make_core = [&](const RouterSite& site) -> std::unique_ptr<RouterCore> {
      if (draw.one_in(share)) {
        return std::make_unique<UserCore>(site, set().parameters, library, has_busy);
      }
      return make_router_core(site);
    };
    ASSERT_EQ(times(network, make_core), times(network, make_router_core))
        << "seed " << seed << ": " << describe(network);
  }
}

/// Our routers, which say in every cycle that they are busy.
const FlitcastRtlRouter& always_busy(const RtlSet& set) {
  static const FlitcastRtlRouter* ours;
  static FlitcastRtlRouter stuck;
  ours = &set.library();
  stuck = *ours;
  stuck.clock = [](void* router, const FlitcastRtlInputs* in, FlitcastRtlOutputs* out) {
    const char* const why = ours->clock(router, in, out);
    out->busy = 1;
    return why;
  };
  return stuck;
}

// A run of a worm, after which nothing is on the pins for ever.
TEST(BusyRouters, AreNotClockedForEver) {
  const RtlSet& set = rtl_sets().front();
  const FlitcastRtlRouter& library = always_busy(set);
  const std::vector<MakeRouterCore> both{
      [&](const RouterSite& site) {
        return std::make_unique<UserCore>(site, set.parameters, library, true);
      },
      [&](const RouterSite& site) {
        return std::make_unique<RtlCore>(site, set.parameters, library);
      }};
  for (const MakeRouterCore& make_core : both) {
    CoreNetwork cores(Topology(TopologyKind::kMesh, {3, 3}), NetworkConfig(),
                      RoutingOrder::kAscending, CoreNetwork::Worms::kMayPassWhole, make_core);
    PostedMessage message;
    message.source = 0;
    message.destinations = {8};
    message.payload_flits = 5;
    cores.add(message);
    EXPECT_NO_THROW(cores.run(CoreNetwork::Order::kForward, 1000));
    EXPECT_TRUE(cores.complete());
  }
}

INSTANTIATE_TEST_SUITE_P(Sets, UserRouters, testing::Range<std::size_t>(0, rtl_sets().size()),
                         [](const auto& set) { return rtl_sets()[set.param].name; });

}  // namespace
}  // namespace flitcast::cosim::test_user_router
