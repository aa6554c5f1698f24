// The router of configs/rtl, brought as a user's.

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/cosim/characterise/router_characteristics.h"
#include "tests/rtl_user/faulty_handshake.h"
#include "tests/rtl_user/said_by.h"
#include "tests/support/cores/core_network.h"

namespace flitcast::cosim::test_handshake_router {
namespace {

const NetworkKind kMeshes{TopologyKind::kMesh, Switching::kWormhole, Duplex::kFull,
                          WormStyle::kOneVc};

MakeRouterCore make_handshake_routers() {
  return handshake_routers_with(HandshakeBug::kNone);
}

/// It knows XY routes and no others.
bool fits(const DrawnNetwork& network) {
  return std::all_of(network.dims.begin(), network.dims.end(),
                     [](std::uint32_t side) { return side <= 4; }) &&
         network.config.router_delay <= handshake_parameters().max_delay &&
         network.topology().network_ports() == 4 && network.config.ports == 1 &&
         network.config.vcs == 1 && network.config.buffer_flits <= handshake_parameters().depth &&
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
    const RouterCharacteristics measured = characterise({topology, routing, config, make_core, 4});
    EXPECT_EQ(measured.header, 2);
    EXPECT_EQ(measured.body, 2);
    EXPECT_EQ(measured.ejection, 2);
    EXPECT_EQ(measured.flit_gap, cycles_per_flit);
    EXPECT_EQ(measured.worm_gap, cycles_per_flit);
    EXPECT_EQ(measured.header_slot, 2 * config.link_delay);
    EXPECT_EQ(measured.body_slot, 2 * config.link_delay);
    EXPECT_EQ(measured.turns, Turns::kRoundRobin);
  }
}

// No route of dimension order turns from y to x.
TEST(HandshakeRouter, MayLeaveOutTurnsThatRoutesDoNotTake) {
  const Topology topology(TopologyKind::kMesh, {4, 4});
  const Routing routing(topology, RoutingOrder::kAscending);
  NetworkConfig config;
  config.buffer_flits = 8;
  const auto table_of = [&](HandshakeBug bug) {
    const MakeRouterCore make_core = handshake_routers_with(bug);
    return characteristics_table(characterise({topology, routing, config, make_core, 5}), config);
  };
  EXPECT_EQ(table_of(HandshakeBug::kLeavesOutTurns), table_of(HandshakeBug::kNone));
}

// Message 0 goes from node 0 to 3, message 1 from node 4 to 0; of both the node's router keeps the
// tail, and its slot is free.
TEST(HandshakeRouter, IsSeenToKeepWormsWhoseTailsItLoses) {
  CoreNetwork cores(Topology(TopologyKind::kMesh, {4, 2}), NetworkConfig(),
                    RoutingOrder::kAscending, CoreNetwork::Worms::kMayPassWhole,
                    handshake_routers_with(HandshakeBug::kLosesTails));
  for (const auto& [from, to] : {std::pair<NodeId, NodeId>(0, 3), {4, 0}}) {
    PostedMessage message;
    message.source = from;
    message.destinations = {to};
    message.payload_flits = 5;
    cores.add(message);
  }
  cores.run();
  EXPECT_FALSE(cores.complete());
  constexpr int kLocalInput = 4;
  for (const auto& [node, port] : {std::pair<NodeId, PortId>(0, 0), {4, 3}}) {
    const std::vector<OccupiedVc> occupied = cores.router(node).inspect(1000);
    ASSERT_EQ(occupied.size(), 1U) << node;
    EXPECT_EQ(occupied[0].input, kLocalInput);
    ASSERT_EQ(occupied[0].parts.size(), 1U);
    EXPECT_EQ(cores.packets()[occupied[0].parts[0].packet].source, node);
    EXPECT_EQ(occupied[0].parts[0].flits, 1U);
    EXPECT_EQ(occupied[0].output, port);
    EXPECT_EQ(occupied[0].state, VcState::kActive);
  }
  EXPECT_TRUE(cores.router(1).inspect(1000).empty()) << "what came has left";
}

TEST(HandshakeRouter, IsAcceptedByIcarusVerilogAndYosys) {
  const std::string ours = std::string(FLITCAST_ROOT) + "/hw/rtl";
  const ProcessEnd made =
      said_by("iverilog", {"-g2012", "-y", kHandshakeFolder, "-y", ours, "-Y", ".sv", "-t", "null",
                           kHandshakeFolder + "/handshake_wrapper.sv"});
  EXPECT_TRUE(made.exited_with(0)) << made.said();
  const ProcessEnd read =
      said_by("yosys", {"-q", "-p",
                        "read_verilog -sv " + kHandshakeFolder +
                            "/handshake_router.sv; hierarchy -top handshake_router; "
                            "proc; check -assert"});
  EXPECT_TRUE(read.exited_with(0)) << read.said();
}

}  // namespace
}  // namespace flitcast::cosim::test_handshake_router
