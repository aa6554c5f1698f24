#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "hw/reference/reference_network.h"
#include "tests/support/reference/compared_network.h"
#include "tests/support/reference/drawn_network.h"

namespace flitcast::test_reference_model {
namespace {

/// What the networks of a kind came to, so that it shows if they test little.
struct Seen {
  Cycle waited = 0;
  std::size_t due = 0;  // arrivals
  std::size_t arrived = 0;
  std::size_t long_messages = 0;
};

void count(const DrawnNetwork& network, const ComparedNetwork& compared, Seen& seen) {
  seen.waited += compared.waited();
  for (std::size_t i = 0; i < network.messages.size(); ++i) {
    seen.due += network.messages[i].destinations.size();
    seen.arrived += compared.reference().times(i).tail.size();
    seen.long_messages += network.messages[i].payload_flits > 200 ? 1 : 0;
  }
}

// Empty if cores and reference agree.
std::string first_difference(const DrawnNetwork& network, Seen& seen) {
  ComparedNetwork whole(network);
  whole.run();
  count(network, whole, seen);
  const bool unwatched = network.watched_routers.empty() && network.watched_interfaces.empty();
  if (unwatched && network.stops.empty() && network.config.vcs == 1 &&
      network.config.flow_control == FlowControl::kCredits && !network.config.pipeline.staged()) {
    EXPECT_EQ(whole.came_by_flits(), 0U) << "worms do not pass as a whole";
  }
  std::string difference = whole.difference();
  for (std::size_t i = 0; i < network.cuts.size() && difference.empty(); ++i) {
    const Cycle last = whole.reference().now() * network.cuts[i] / 1000;
    ComparedNetwork part(network);
    part.run_until(last);
    difference = part.difference();
    if (!difference.empty()) {
      difference += ", cut short at " + std::to_string(last);
    }
  }
  return difference;
}

// The reference itself keeps the contract's closed form for one message.
TEST(ReferenceNetwork, TakesTheContractsTimeForOneMessage) {
  for (const Switching switching :
       {Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward}) {
    for (std::uint32_t payload = 0; payload <= 9; ++payload) {
      for (NodeId hops = 1; hops <= 5; ++hops) {
        NetworkConfig config;
        config.switching = switching;
        config.router_delay = payload % 4;
        config.link_delay = 1 + hops % 3;
        config.cycles_per_flit = 1 + (payload + hops) % 3;
        config.startup = hops;
        config.buffer_flits = 10;
        const Topology line(TopologyKind::kLine, {6});
        ReferenceNetwork network(line, config);
        network.add({0, {hops}, payload, 7});
        network.run();
        const auto [t_s, t_d, t_m, t_r, t_op] = timing_model(config);
        const Cycle words = payload * t_m;
        const Cycle waits = switching == Switching::kStoreAndForward ? hops : 1;
        ASSERT_EQ(network.times(0).issued, 7);
        ASSERT_EQ(network.times(0).tail.at(hops), 7 + t_s + hops * t_d + waits * words);
      }
    }
  }
}

using Kind = std::tuple<TopologyKind, Switching, Duplex, WormStyle>;

std::string name_of(const testing::TestParamInfo<Kind>& info) {
  const auto [topology, switching, duplex, style] = info.param;
  constexpr std::array kSwitching{"Wormhole", "CutThrough", "StoreAndForward"};
  constexpr std::array kStyles{"OneVc",  "SeveralVcs", "MultiDestination", "Adaptive", "Staged",
                               "Bubble", "OnOff"};
  return to_string(topology) + kSwitching[static_cast<std::size_t>(switching)] +
         (duplex == Duplex::kHalf ? "Half" : "Full") + kStyles[static_cast<std::size_t>(style)];
}

class ReferenceModel : public testing::TestWithParam<Kind> {};

TEST_P(ReferenceModel, AgreesOnEveryMessageAndLink) {
  const auto [topology, switching, duplex, style] = GetParam();
  const std::uint64_t networks = from_environment("FLITCAST_REFERENCE_NETWORKS", 20);
  const std::uint64_t first = from_environment("FLITCAST_REFERENCE_SEED", 1);
  Seen seen;
  for (std::uint64_t seed = first; seed < first + networks; ++seed) {
    const DrawnNetwork network = NetworkDrawer({topology, switching, duplex, style}, seed).draw();
    const std::string difference = first_difference(network, seen);
    ASSERT_TRUE(difference.empty()) << difference << "\nseed " << seed << ": " << describe(network);
  }
  if (networks >= 20) {
    EXPECT_GT(seen.waited, static_cast<Cycle>(5 * seen.due)) << "the traffic hardly collides";
    EXPECT_GT(2 * seen.arrived, seen.due) << "most worms wait for each other for ever";
    EXPECT_GT(seen.long_messages, networks / 10);
  }
}

const auto kTopologies = testing::Values(
    TopologyKind::kLine, TopologyKind::kRing, TopologyKind::kMesh, TopologyKind::kTorus,
    TopologyKind::kHypercube, TopologyKind::kTree, TopologyKind::kFatTree, TopologyKind::kGraph);
const auto kDuplexes = testing::Values(Duplex::kFull, Duplex::kHalf);

// Links of one direction.
INSTANTIATE_TEST_SUITE_P(OneWay, ReferenceModel,
                         testing::Combine(testing::Values(TopologyKind::kUnidirectionalTorus,
                                                          TopologyKind::kOppositeTori),
                                          testing::Values(Switching::kWormhole,
                                                          Switching::kCutThrough),
                                          testing::Values(Duplex::kFull),
                                          testing::Values(WormStyle::kOneVc, WormStyle::kSeveralVcs,
                                                          WormStyle::kStaged)),
                         name_of);

// Routers with several processors take no copies of worms that go on.
const auto kShared = testing::Values(TopologyKind::kDirectFatTree, TopologyKind::kCmesh,
                                     TopologyKind::kFlattenedButterfly, TopologyKind::kDragonfly);
INSTANTIATE_TEST_SUITE_P(ConcentratedStaged, ReferenceModel,
                         testing::Combine(kShared,
                                          testing::Values(Switching::kWormhole,
                                                          Switching::kCutThrough,
                                                          Switching::kStoreAndForward),
                                          kDuplexes, testing::Values(WormStyle::kStaged)),
                         name_of);
INSTANTIATE_TEST_SUITE_P(
    Concentrated, ReferenceModel,
    testing::Combine(kShared,
                     testing::Values(Switching::kWormhole, Switching::kCutThrough,
                                     Switching::kStoreAndForward),
                     kDuplexes, testing::Values(WormStyle::kOneVc, WormStyle::kSeveralVcs)),
    name_of);
INSTANTIATE_TEST_SUITE_P(
    Pipelined, ReferenceModel,
    testing::Combine(kTopologies, testing::Values(Switching::kWormhole, Switching::kCutThrough),
                     kDuplexes,
                     testing::Values(WormStyle::kOneVc, WormStyle::kSeveralVcs,
                                     WormStyle::kMultiDestination, WormStyle::kAdaptive)),
    name_of);
INSTANTIATE_TEST_SUITE_P(Staged, ReferenceModel,
                         testing::Combine(kTopologies,
                                          testing::Values(Switching::kWormhole,
                                                          Switching::kCutThrough,
                                                          Switching::kStoreAndForward),
                                          kDuplexes, testing::Values(WormStyle::kStaged)),
                         name_of);
INSTANTIATE_TEST_SUITE_P(
    Bubbles, ReferenceModel,
    testing::Combine(testing::Values(TopologyKind::kRing, TopologyKind::kTorus),
                     testing::Values(Switching::kCutThrough, Switching::kStoreAndForward),
                     kDuplexes, testing::Values(WormStyle::kBubble)),
    name_of);
INSTANTIATE_TEST_SUITE_P(Signals, ReferenceModel,
                         testing::Combine(kTopologies, testing::Values(Switching::kWormhole),
                                          kDuplexes, testing::Values(WormStyle::kOnOff)),
                         name_of);
// Multi-destination worms are not stored and forwarded.
INSTANTIATE_TEST_SUITE_P(Stored, ReferenceModel,
                         testing::Combine(kTopologies, testing::Values(Switching::kStoreAndForward),
                                          kDuplexes,
                                          testing::Values(WormStyle::kOneVc, WormStyle::kSeveralVcs,
                                                          WormStyle::kAdaptive)),
                         name_of);

}  // namespace
}  // namespace flitcast::test_reference_model
