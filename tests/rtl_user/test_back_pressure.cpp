// A router under back pressure, with what wrappers may do wrong: each is named.

#include <string>

#include <gtest/gtest.h>

#include "tb/cosim/characterise/router_bench.h"
#include "tb/cosim/characterise/router_characteristics.h"
#include "tests/rtl_user/faulty_handshake.h"

namespace flitcast::cosim::test_back_pressure {
namespace {

/// What is said of node 5 of a mesh of 4 × 4, buffers of 8 flits; empty: nothing.
std::string said_of(const MakeRouterCore& make_core, NetworkConfig config = {}) {
  const Topology topology(TopologyKind::kMesh, {4, 4});
  const Routing routing(topology, RoutingOrder::kAscending);
  config.buffer_flits = 8;
  try {
    try_back_pressure({topology, routing, config, make_core, 5});
  } catch (const BenchError& error) {
    return error.what();
  }
  return "";
}

std::string said_of(HandshakeBug bug) {
  return said_of(handshake_routers_with(bug));
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(BackPressure, IsNothingToRoutersThatKeepToTheProtocol) {
  EXPECT_EQ(said_of(make_router_core), "");
  EXPECT_EQ(said_of(HandshakeBug::kNone), "");
  NetworkConfig slow;
  slow.cycles_per_flit = 3;
  slow.link_delay = 2;
  slow.router_delay = 3;
  EXPECT_EQ(said_of(make_router_core, slow), "");
  EXPECT_EQ(said_of(handshake_routers_with(HandshakeBug::kNone), slow), "");
}

TEST(BackPressure, IsNothingToOurRoutersOfEveryKind) {
  for (const RtlSet& set : rtl_sets()) {
    if (set.parameters.switching == Switching::kStoreAndForward) {
      continue;
    }
    const bool cube = set.parameters.routing == RtlRouting::kEcube;
    const Topology topology(
        set.kind.topology, cube ? std::vector<std::uint32_t>{4} : std::vector<std::uint32_t>{4, 4});
    const Routing routing(topology, RoutingOrder::kAscending);
    NetworkConfig config;
    config.switching = set.parameters.switching;
    config.vcs = set.parameters.vcs;
    config.ports = set.parameters.local_ports;
    config.buffer_flits = 5;
    const MakeRouterCore make_core = [&](const RouterSite& site) {
      return std::make_unique<UserCore>(site, set.parameters, set.library(), true);
    };
    EXPECT_NO_THROW(try_back_pressure({topology, routing, config, make_core, 0})) << set.name;
    EXPECT_NO_THROW(try_back_pressure({topology, routing, config, make_router_core, 0}))
        << set.name;
  }
}

TEST(BackPressure, AsksForNoTurnThatRoutesDoNotTake) {
  EXPECT_EQ(said_of(HandshakeBug::kLeavesOutTurns), "");
}

TEST(BackPressure, NamesAnOutputThatIgnoresCredits) {
  const std::string said = said_of(HandshakeBug::kIgnoresCredits);
  EXPECT_TRUE(has(said, "while nothing is taken from output port 0: the RTL of node 5")) << said;
  EXPECT_TRUE(has(said,
                  ": port 0 sends a flit without a credit: the 8 slots behind virtual "
                  "channel 0 are taken"))
      << said;
}

// Its five slots, and the register of the router in which the header stands.
TEST(BackPressure, NamesABufferThatIsTooShallow) {
  const std::string said = said_of(HandshakeBug::kShallowBuffer);
  EXPECT_TRUE(has(said,
                  "input port 1, virtual channel 0, keeps 6 flits that wait, and not 7, "
                  "where credits stand for 8 slots"))
      << said;
}

TEST(BackPressure, NamesARouterThatDoesNotWaitUntilItsOutputIsReady) {
  const std::string said = said_of(HandshakeBug::kIgnoresReady);
  EXPECT_TRUE(has(said, "while nothing is taken from output port 0: the RTL of node 5")) << said;
  EXPECT_TRUE(has(said,
                  "port 0 sends a flit of another kind than the one that came: expected body "
                  "0x0000000000000008, got head 0x0100000200000006"))
      << said;
}

TEST(BackPressure, NamesAWrapperThatDoesNotWaitUntilTheRouterIsReady) {
  const std::string said = said_of(HandshakeBug::kGivesToNobody);
  EXPECT_TRUE(has(said, "input port 1, virtual channel 0, keeps 1 flit")) << said;
}

TEST(BackPressure, NamesAFlitThatIsSentTwice) {
  const std::string said = said_of(HandshakeBug::kReadsTwice);
  EXPECT_TRUE(has(said, "which it has sent before")) << said;
}

TEST(BackPressure, NamesSlotsThatAreNotGivenBack) {
  const std::string said = said_of(HandshakeBug::kKeepsCredits);
  EXPECT_TRUE(has(said,
                  "the router of node 5 has not given back 1 of 8 slots of input port 1, "
                  "virtual channel 0"))
      << said;
}

TEST(BackPressure, NamesCreditsForNothing) {
  const std::string said = said_of(HandshakeBug::kGivesCreditsTwice);
  EXPECT_TRUE(has(said, "port 1 gives a credit for no flit")) << said;
}

// A header for node 6 = (2, 1) with fifteen flits behind it, from the west: bit 40 is changed.
TEST(BackPressure, ShowsBothWordsOfAHeaderThatIsAltered) {
  const std::string said = said_of(HandshakeBug::kAltersHeaders);
  EXPECT_TRUE(has(said,
                  "port 0 sends a header that has not come, or that it has altered: expected "
                  "0x0100001000000006, which came by port 1, got 0x0100011000000006"))
      << said;
}

TEST(BackPressure, SaysHowMuchOfAWormHasLeft) {
  const std::string said = said_of(HandshakeBug::kLosesTails);
  EXPECT_TRUE(has(said,
                  "the router of node 5 has not sent a worm of 16 flits, from input port 1 "
                  "to node 6, "))
      << said;
  EXPECT_TRUE(has(said, ": 15 of them have left")) << said;
}

}  // namespace
}  // namespace flitcast::cosim::test_back_pressure
