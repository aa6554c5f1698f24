#include <map>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/cores/core_network.h"
#include "tests/support/networks/irregular_network.h"
#include "tests/support/networks/timing_setups.h"
#include "traffic/schedule/random.h"

namespace flitcast::test_half_duplex {
namespace {

NetworkConfig half_duplex(Cycle router_delay, Cycle link_delay, Cycle t_m) {
  NetworkConfig config = wormhole_config(router_delay, link_delay, t_m);
  config.duplex = Duplex::kHalf;
  return config;
}

TEST(HalfDuplex, AnUncontendedGrantAndTurningRoundCostNothing) {
  for (Cycle t_m = 1; t_m <= 3; ++t_m) {
    for (NodeId hops = 1; hops <= 4; ++hops) {
      CoreNetwork network(TopologyKind::kLine, {5}, half_duplex(1, 2, t_m));
      const Cycle alone = 4 + hops * Cycle{3} + 9 * t_m;
      const std::size_t there = network.add({0, {hops}, 9, 0});
      const std::size_t back = network.add({hops, {0}, 9, 1000});
      network.run();
      EXPECT_EQ(network.latency(there, hops), alone);
      EXPECT_EQ(network.latency(back, 0), alone);
    }
  }
}

// Two neighbours, each with a worm of its own length for the other, posted at once: the lower node
// goes first, header at c, tail at c + L·t_m; the other's header goes t_m later.
TEST(HalfDuplex, OfTwoOppositeWormsOneWaitsForTheOthersTail) {
  for (Cycle t_m = 1; t_m <= 3; ++t_m) {
    for (const std::uint32_t first : {1U, 2U, 20U}) {
      CoreNetwork network(TopologyKind::kHypercube, {1}, half_duplex(0, 1, t_m));
      const std::size_t up = network.add({0, {1}, first, 0});
      const std::size_t down = network.add({1, {0}, 5, 0});
      network.run();
      const Cycle wait = (Cycle{first} + 1) * t_m;
      EXPECT_EQ(network.latency(up, 1), 5 + first * t_m);
      EXPECT_EQ(network.latency(down, 0), 5 + 5 * t_m + wait);
      EXPECT_EQ(network.link(1, 0).waits()[WaitCause::kContention], wait);
      EXPECT_EQ(network.link(1, 0).waits().total(), wait);
      EXPECT_EQ(network.link(0, 1).waits().total(), 0);
    }
  }
}

// Node 0 has two ports and two worms for node 1; node 1 has one for node 0 that comes while the
// first is on its way: it is its turn then, and node 0's second worm comes last.
TEST(HalfDuplex, BothDirectionsGetTheirTurn) {
  NetworkConfig config = half_duplex(0, 1, 1);
  config.ports = 2;
  CoreNetwork network(TopologyKind::kLine, {2}, config);
  const std::size_t first = network.add({0, {1}, 10, 0});
  const std::size_t second = network.add({0, {1}, 10, 0});
  const std::size_t other = network.add({1, {0}, 10, 3});
  network.run();
  EXPECT_EQ(network.times(first).tail.at(1), 15);
  EXPECT_EQ(network.times(other).tail.at(0), 15 + 11);
  EXPECT_EQ(network.times(second).tail.at(1), 15 + 22);
}

// Streams against each other alternate strictly, so both take equally long.
TEST(HalfDuplex, OpposingStreamsShareThePairEvenly) {
  for (const Switching switching :
       {Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward}) {
    constexpr Cycle kMessages = 20;
    NetworkConfig config = half_duplex(0, 1, 1);
    config.switching = switching;
    config.buffer_flits = 40;
    config.ports = 2;
    CoreNetwork network(TopologyKind::kLine, {2}, config);
    for (int i = 0; i < kMessages; ++i) {
      network.add({0, {1}, 9, 0});
      network.add({1, {0}, 9, 0});
    }
    network.run();
    // Worm k on the pair, from 0, has its header through at 2 + 10k and its tail in memory 12
    // later.
    for (std::size_t i = 0; i < kMessages; ++i) {
      EXPECT_EQ(network.times(2 * i).tail.at(1), 14 + 20 * static_cast<Cycle>(i));
      EXPECT_EQ(network.times(2 * i + 1).tail.at(0), 24 + 20 * static_cast<Cycle>(i));
    }
  }
}

// Packets that wait for room in each other's way: a pair that is taken before there is room would
// never be free again.
TEST(HalfDuplex, PacketsDoNotTakeThePairBeforeThereIsRoomForThem) {
  for (const Switching switching : {Switching::kCutThrough, Switching::kStoreAndForward}) {
    for (const Cycle room : {11, 12, 20}) {
      NetworkConfig config = half_duplex(0, 1, 1);
      config.switching = switching;
      config.buffer_flits = room;
      config.ports = 2;
      CoreNetwork network(TopologyKind::kLine, {5}, config);
      for (int i = 0; i < 6; ++i) {
        network.add({0, {4}, 10, 0});
        network.add({4, {0}, 10, 0});
        network.add({1, {3}, 10, 0});
        network.add({3, {1}, 10, 0});
      }
      network.run();
      EXPECT_TRUE(network.complete());
    }
  }
}

/// Notes when every link is taken.
class LinkUses final : public Probe {
 public:
  explicit LinkUses(const Topology& topology) : topology_(topology) {}

  void flit_sent(NodeId node, PortId port, const Flit& /*flit*/, Cycle at) override {
    if (const NodeId to = topology_.neighbour(node, port); to != kNoNode) {
      uses_[{node, to}].push_back(at);
    }
  }

  /// Per link, the cycles in which it accepted a flit.
  const std::map<std::pair<NodeId, NodeId>, std::vector<Cycle>>& all() const { return uses_; }

 private:
  const Topology& topology_;
  std::map<std::pair<NodeId, NodeId>, std::vector<Cycle>> uses_;
};

struct Traffic {
  const char* name;
  TopologyKind kind;
  std::vector<std::uint32_t> dims;
  Switching switching;
  int vcs;
  Cycle t_m;
};

class HalfDuplexTraffic : public testing::TestWithParam<Traffic> {};

// Random messages all over the network: a pair never carries both directions in a cycle (a flit is
// on it for t_m), and between pairs that both sides want neither is shut out.
TEST_P(HalfDuplexTraffic, NeverCarriesBothDirectionsInACycle) {
  const Traffic& traffic = GetParam();
  NetworkConfig config = half_duplex(1, 1, traffic.t_m);
  config.switching = traffic.switching;
  config.vcs = traffic.vcs;
  config.buffer_flits = traffic.switching == Switching::kWormhole ? 10'000 : 40;
  CoreNetwork network(traffic.kind, traffic.dims, config);
  LinkUses uses(network.topology());
  network.attach_probe(&uses);
  SplitMix64 random(7);
  const NodeId nodes = network.topology().processors();
  for (int i = 0; i < 300; ++i) {
    const auto source = static_cast<NodeId>(random.below(nodes));
    const auto destination = static_cast<NodeId>((source + 1 + random.below(nodes - 1)) % nodes);
    network.add({source,
                 {destination},
                 static_cast<std::uint32_t>(1 + random.below(30)),
                 static_cast<Cycle>(random.below(200))});
  }
  network.run();
  ASSERT_TRUE(network.complete());
  std::size_t both_used = 0;
  for (const auto& [ends, cycles] : uses.all()) {
    const auto opposite = uses.all().find({ends.second, ends.first});
    if (opposite == uses.all().end()) {
      continue;
    }
    ++both_used;
    std::set<Cycle> taken;
    for (const Cycle at : cycles) {
      for (Cycle cycle = at; cycle < at + traffic.t_m; ++cycle) {
        taken.insert(cycle);
      }
    }
    for (const Cycle at : opposite->second) {
      for (Cycle cycle = at; cycle < at + traffic.t_m; ++cycle) {
        ASSERT_EQ(taken.count(cycle), 0U) << ends.first << "-" << ends.second << " at " << cycle;
      }
    }
  }
  EXPECT_GT(both_used, 0U);
}

INSTANTIATE_TEST_SUITE_P(
    Networks, HalfDuplexTraffic,
    testing::Values(
        Traffic{"wormhole_mesh", TopologyKind::kMesh, {4, 4}, Switching::kWormhole, 1, 1},
        Traffic{"wormhole_mesh_vcs", TopologyKind::kMesh, {4, 3}, Switching::kWormhole, 3, 2},
        Traffic{
            "cut_through_hypercube", TopologyKind::kHypercube, {4}, Switching::kCutThrough, 1, 3},
        Traffic{"store_and_forward_torus",
                TopologyKind::kTorus,
                {4, 4},
                Switching::kStoreAndForward,
                2,
                1},
        Traffic{
            "store_and_forward_line", TopologyKind::kLine, {2}, Switching::kStoreAndForward, 1, 2},
        Traffic{"wormhole_tree", TopologyKind::kTree, {4}, Switching::kWormhole, 1, 1}),
    [](const auto& traffic) { return traffic.param.name; });

// 0 -> 2 holds the pair 0-1 and wants 1-2, 2 -> 0 holds 1-2 and wants 0-1.
TEST(HalfDuplex, OpposingWormsWaitForEachOtherForEver) {
  CoreNetwork network(TopologyKind::kLine, {3}, half_duplex(0, 1, 1));
  network.add({0, {2}, 20, 0});
  network.add({2, {0}, 20, 0});
  network.run();
  EXPECT_FALSE(network.complete());
}

// 0 -> 1 over one link, 1 -> 0 over the other, both at once: neither waits. Over the same link the
// second waits for the tail of the first.
TEST(HalfDuplex, IsOfALinkNotOfTwoNodes) {
  for (const PortId back : {PortId{0}, PortId{1}}) {
    CoreNetwork network(make_twin_links(), half_duplex(0, 1, 1));
    const std::size_t up = network.add({0, {1}, 5, 0, {0}});
    const std::size_t down = network.add({1, {0}, 5, 0, {back}});
    network.run();
    EXPECT_EQ(network.latency(up, 1) + network.latency(down, 0), 2 * (5 + 5) + (back == 0 ? 6 : 0));
  }
}

}  // namespace
}  // namespace flitcast::test_half_duplex
