// The router of configs/rtl, brought as a user's.

#include <algorithm>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "hw/rtl_router/user_router.h"
#include "tb/gauge/router_gauge.h"
#include "tb/rtl/user_router.h"
#include "tests/rtl/rtl_sets.h"
#include "tests/rtl_user/said_by.h"
#include "tests/support/core_network.h"

namespace flitcast {
namespace {

const std::string kFolder = std::string(FLITCAST_ROOT) + "/configs/rtl";
const NetworkKind kMeshes{TopologyKind::kMesh, Switching::kWormhole, Duplex::kFull,
                          WormStyle::kOneVc};

/// Those of configs/rtl/handshake.ini, so that one library does for both.
RtlParameters parameters() {
  RtlParameters parameters =
      rtl_set_parameters(4, 1, 1, Switching::kWormhole, false, RtlRouting::kMesh);
  parameters.depth = 8;
  parameters.max_delay = 3;
  parameters.coordinate_bits = 2;
  return parameters;
}

MakeRouterCore make_handshake_routers() {
  const UserRouter user = read_user_router(kFolder + "/handshake_wrapper.sv");
  const FlitcastRtlRouter& library = rtl_library(parameters(), rtl_test_cache(), user.sources);
  return [&library, has_busy = user.has_busy](const RouterSite& site) {
    return std::make_unique<UserCore>(site, parameters(), library, has_busy);
  };
}

/// It knows XY routes and no others.
bool fits(const DrawnNetwork& network) {
  return std::all_of(network.dims.begin(), network.dims.end(),
                     [](std::uint32_t side) { return side <= 4; }) &&
         network.config.router_delay <= parameters().max_delay &&
         network.topology().network_ports() == 4 && network.config.ports == 1 &&
         network.config.vcs == 1 && network.config.buffer_flits <= parameters().depth &&
         network.config.order == RoutingOrder::kAscending &&
         std::all_of(network.messages.begin(), network.messages.end(),
                     [](const PostedMessage& message) { return message.route.empty(); });
}

TEST(HandshakeRouter, DeliversEveryMessageInWholeNetworksOfIt) {
  const MakeRouterCore make_core = make_handshake_routers();
  std::uint64_t seed = 1;
  for (int compared = 0; compared < 10; ++seed) {
    const DrawnNetwork network = NetworkDrawer(kMeshes, seed).draw();
    if (!fits(network)) {
      continue;
    }
    ++compared;
    CoreNetwork cores(network.topology(), network.config, network.config.order,
                      CoreNetwork::Worms::kMayPassWhole, make_core);
    for (const PostedMessage& message : network.messages) {
      cores.add(message);
    }
    cores.run(network.visits);  // checks the words
    EXPECT_TRUE(cores.complete()) << "seed " << seed << ": " << describe(network);
  }
}

// Two stages: everything that passes takes two cycles. Its slot is free as soon as the first stage
// has it.
TEST(HandshakeRouter, HasTheNumbersOfItsPipeline) {
  const Topology topology(TopologyKind::kMesh, {3, 3});
  const Routing routing(topology, RoutingOrder::kAscending);
  const MakeRouterCore make_core = make_handshake_routers();
  for (const Cycle cycles_per_flit : {1, 3}) {
    NetworkConfig config;
    config.cycles_per_flit = cycles_per_flit;
    config.link_delay = 2;
    config.buffer_flits = 8;
    const RouterGauge gauged = gauge({topology, routing, config, make_core, 4});
    EXPECT_EQ(gauged.header, 2);
    EXPECT_EQ(gauged.body, 2);
    EXPECT_EQ(gauged.ejection, 2);
    EXPECT_EQ(gauged.flit_gap, cycles_per_flit);
    EXPECT_EQ(gauged.worm_gap, cycles_per_flit);
    EXPECT_EQ(gauged.header_slot, 2 * config.link_delay);
    EXPECT_EQ(gauged.body_slot, 2 * config.link_delay);
    EXPECT_EQ(gauged.turns, Turns::kRoundRobin);
  }
}

TEST(HandshakeRouter, IsAcceptedByIcarusVerilogAndYosys) {
  const std::string ours = std::string(FLITCAST_ROOT) + "/hw/rtl";
  const CommandOutput made =
      said_by("iverilog", {"-g2012", "-y", kFolder, "-y", ours, "-Y", ".sv", "-o", "/dev/null",
                           kFolder + "/handshake_wrapper.sv"});
  EXPECT_EQ(made.status, 0) << made.text;
  const CommandOutput read =
      said_by("yosys", {"-q", "-p",
                        "read_verilog -sv " + kFolder +
                            "/handshake_router.sv; hierarchy -top handshake_router; "
                            "proc; check -assert"});
  EXPECT_EQ(read.status, 0) << read.text;
}

}  // namespace
}  // namespace flitcast
