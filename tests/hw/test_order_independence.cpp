#include <algorithm>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/cores/core_network.h"
#include "tests/support/networks/timing_setups.h"
#include "traffic/schedule/random.h"

namespace flitcast::test_order_independence {
namespace {

struct Shape {
  TopologyKind kind;
  std::vector<std::uint32_t> dims;
};

constexpr std::uint64_t kLongest = 40;

// Random traffic. Dimension order cannot deadlock without wraps in the network; on tori two virtual
// channels are needed. A line has
// multi-destination worms too, upwards only: worms that wait for each other's receive ports in both
// directions could.
std::vector<CoreNetwork::Message> random_messages(const Topology& topology, bool irc,
                                                  SplitMix64& random) {
  std::vector<CoreNetwork::Message> messages;
  const NodeId nodes = topology.processors();
  const std::uint64_t count = 3 * nodes + random.below(3 * nodes);
  const std::uint64_t span = 1 + random.below(200);
  for (std::uint64_t i = 0; i < count; ++i) {
    CoreNetwork::Message message;
    message.source = static_cast<NodeId>(random.below(nodes));
    const auto offset = static_cast<NodeId>(1 + random.below(nodes - 1));
    const NodeId last = (message.source + offset) % nodes;
    for (NodeId node = message.source + 1; irc && node < last; ++node) {
      if (random.below(3) == 0) {
        message.destinations.push_back(node);
      }
    }
    message.destinations.push_back(last);
    message.payload_flits = static_cast<std::uint32_t>(1 + random.below(kLongest));
    message.post_at = static_cast<Cycle>(random.below(span));
    messages.push_back(message);
  }
  return messages;
}

NetworkConfig random_config(Switching switching, Duplex duplex, int vcs, int ports,
                            SplitMix64& random) {
  NetworkConfig config =
      wormhole_config(static_cast<Cycle>(random.below(3)), 1 + static_cast<Cycle>(random.below(2)),
                      1 + static_cast<Cycle>(random.below(2)));
  config.switching = switching;
  config.duplex = duplex;
  config.vcs = vcs;
  config.ports = ports;
  config.startup = static_cast<Cycle>(random.below(20));
  config.buffer_flits = 1 + static_cast<Cycle>(random.below(8));
  if (switching != Switching::kWormhole) {
    config.buffer_flits += static_cast<Cycle>(kLongest) + 20;
  } else if (duplex == Duplex::kHalf) {
    config.buffer_flits = 100'000;  // shallow ones deadlock: pairs are held while worms wait
  }
  return config;
}

void expect_same(const CoreNetwork& one, const CoreNetwork& other, std::size_t messages) {
  for (std::size_t i = 0; i < messages; ++i) {
    ASSERT_EQ(one.times(i).issued, other.times(i).issued) << "message " << i;
    ASSERT_EQ(one.times(i).injected, other.times(i).injected) << "message " << i;
    ASSERT_EQ(one.times(i).head, other.times(i).head) << "message " << i;
    ASSERT_EQ(one.times(i).tail, other.times(i).tail) << "message " << i;
  }
  const Topology& topology = one.topology();
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < topology.network_ports(); ++port) {
      const NodeId to = topology.neighbour(node, static_cast<PortId>(port));
      if (to != kNoNode) {
        ASSERT_EQ(one.link(node, to).flits(), other.link(node, to).flits());
        ASSERT_EQ(one.link(node, to).waits().total(), other.link(node, to).waits().total());
      }
    }
  }
}

class ModuleOrder : public testing::TestWithParam<std::tuple<Switching, int, int, Duplex>> {
 protected:
  static void expect_independent(const Shape& shape, std::uint64_t seeds) {
    const auto [switching, vcs, ports, duplex] = GetParam();
    const bool irc = shape.kind == TopologyKind::kLine && switching != Switching::kStoreAndForward;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      SplitMix64 random(seed);
      const NetworkConfig config = random_config(switching, duplex, vcs, ports, random);
      CoreNetwork forward(shape.kind, shape.dims, config);
      CoreNetwork backward(shape.kind, shape.dims, config);
      const auto messages = random_messages(forward.topology(), irc, random);
      for (const CoreNetwork::Message& message : messages) {
        forward.add(message);
        backward.add(message);
      }
      forward.run(CoreNetwork::Order::kForward);
      backward.run(CoreNetwork::Order::kBackward);
      ASSERT_TRUE(forward.complete()) << "seed " << seed;
      ASSERT_TRUE(backward.complete()) << "seed " << seed;
      expect_same(forward, backward, messages.size());
      if (HasFatalFailure()) {
        FAIL() << "seed " << seed;
      }
    }
  }
};

TEST_P(ModuleOrder, DoesNotMatterOnAHypercube) {
  expect_independent({TopologyKind::kHypercube, {4}}, 8);
}
TEST_P(ModuleOrder, DoesNotMatterOnAMesh) {
  expect_independent({TopologyKind::kMesh, {3, 4, 2}}, 6);
}
TEST_P(ModuleOrder, DoesNotMatterOnAGrid) {
  expect_independent({TopologyKind::kMesh, {4, 4}}, 8);
}
TEST_P(ModuleOrder, DoesNotMatterOnATorusWithDatelines) {
  if (std::get<1>(GetParam()) >= 2) {
    expect_independent({TopologyKind::kTorus, {4, 3}}, 8);
  }
}
TEST_P(ModuleOrder, DoesNotMatterOnATree) {
  expect_independent({TopologyKind::kTree, {4}}, 4);
}
TEST_P(ModuleOrder, DoesNotMatterOnALineWithIntermediateReception) {
  if (std::get<2>(GetParam()) <= 2) {
    expect_independent({TopologyKind::kLine, {7}}, 20);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ModuleOrder,
                         testing::Combine(testing::Values(Switching::kWormhole,
                                                          Switching::kCutThrough,
                                                          Switching::kStoreAndForward),
                                          testing::Values(1, 2, 3), testing::Values(1, 2, 3),
                                          testing::Values(Duplex::kFull, Duplex::kHalf)));

}  // namespace
}  // namespace flitcast::test_order_independence
