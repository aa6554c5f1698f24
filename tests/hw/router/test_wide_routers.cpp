#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hw/reference/reference_network.h"
#include "tests/support/cores/core_network.h"
#include "tests/support/draw.h"

namespace flitcast::test_wide_routers {
namespace {

std::string link(NodeId a, NodeId b) {
  return "link " + std::to_string(a) + ' ' + std::to_string(b) + '\n';
}

Topology graph(const std::string& text) {
  return {graph_family(), {{}, "test.txt", text}};
}

/// Processors 0 … 6 as a binary tree; with a crowd, a switch on node 6 has so many neighbours
/// that every router of the network gets `ports` network ports.
Topology tree_of_seven(NodeId ports) {
  std::string links;
  for (NodeId node = 1; node < 7; ++node) {
    links += link((node - 1) / 2, node);
  }
  if (ports == 0) {
    return graph("processors 7\n" + links);
  }
  links += link(6, 7);
  for (NodeId leaf = 1; leaf < ports; ++leaf) {
    links += link(7, 7 + leaf);
  }
  return graph("processors 7\nswitches " + std::to_string(ports) + '\n' + links);
}

/// `leaves` processors around a switch.
Topology star(NodeId leaves) {
  std::string links;
  for (NodeId leaf = 0; leaf < leaves; ++leaf) {
    links += link(leaf, leaves);
  }
  return graph("processors " + std::to_string(leaves) + "\nswitches 1\n" + links);
}

std::vector<CoreNetwork::Message> drawn_messages(NodeId nodes, int count, Draw& draw) {
  std::vector<CoreNetwork::Message> messages;
  const NodeId hot = draw.between<NodeId>(0, nodes - 1);
  while (static_cast<int>(messages.size()) < count) {
    const NodeId source = draw.between<NodeId>(0, nodes - 1);
    const NodeId destination = draw.one_in(3) ? hot : draw.between<NodeId>(0, nodes - 1);
    if (source != destination) {
      messages.push_back(
          {source, {destination}, draw.between(1U, 30U), draw.between<Cycle>(0, 60)});
    }
  }
  std::stable_sort(messages.begin(), messages.end(),
                   [](const auto& a, const auto& b) { return a.post_at < b.post_at; });
  return messages;
}

NetworkConfig drawn_config(Draw& draw) {
  NetworkConfig config;
  config.switching = draw.any_of<Switching>(
      {Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward});
  config.duplex = draw.one_in(3) ? Duplex::kHalf : Duplex::kFull;
  const bool room = config.duplex == Duplex::kHalf || config.switching != Switching::kWormhole;
  config.buffer_flits = room ? 1000 : draw.between<Cycle>(1, 9);
  config.cycles_per_flit = draw.between<Cycle>(1, 3);
  config.router_delay = draw.between<Cycle>(0, 3);
  config.link_delay = draw.between<Cycle>(1, 3);
  config.ports = draw.between(1, 3);
  return config;
}

/// Virtual channels of a link; ports of the crowd.
class PortsWithoutLinks : public testing::TestWithParam<std::pair<int, NodeId>> {};

// Ports that no message uses make sets of input virtual channels wide, and change nothing.
TEST_P(PortsWithoutLinks, AreOfNoConsequence) {
  const auto [vcs, ports] = GetParam();
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    Draw draw(seed);
    NetworkConfig config = drawn_config(draw);
    config.vcs = vcs;
    CoreNetwork narrow(tree_of_seven(0), config);
    CoreNetwork wide(tree_of_seven(ports), config);
    ASSERT_EQ(wide.topology().network_ports(), static_cast<int>(ports));
    const auto messages = drawn_messages(7, 40, draw);
    for (const CoreNetwork::Message& message : messages) {
      narrow.add(message);
      wide.add(message);
    }
    narrow.run();
    wide.run();
    ASSERT_TRUE(narrow.complete());
    for (std::size_t i = 0; i < messages.size(); ++i) {
      ASSERT_EQ(wide.times(i).issued, narrow.times(i).issued) << seed << ' ' << i;
      ASSERT_EQ(wide.times(i).head, narrow.times(i).head) << seed << ' ' << i;
      ASSERT_EQ(wide.times(i).tail, narrow.times(i).tail) << seed << ' ' << i;
    }
    Cycle blocked = 0;
    for (NodeId node = 1; node < 7; ++node) {
      const NodeId parent = (node - 1) / 2;
      ASSERT_EQ(wide.link(node, parent).waits().cycles(),
                narrow.link(node, parent).waits().cycles());
      ASSERT_EQ(wide.link(parent, node).waits().cycles(),
                narrow.link(parent, node).waits().cycles());
      blocked += wide.link(node, parent).waits().total();
    }
    ASSERT_GT(blocked, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(InputVcs, PortsWithoutLinks,
                         testing::Values(std::pair{1, 64U},     // 65 and more input VCs
                                         std::pair{1, 250U},    //
                                         std::pair{2, 80U},     // over 64, to 256
                                         std::pair{3, 82U},     // 249 to 255
                                         std::pair{4, 100U},    // over 256
                                         std::pair{10, 99U}));  // 1000 to 1020

// A switch in the middle, with more inputs than one word holds: every time is that of the reference
// model.
TEST(WideRouters, AStarKeepsTheContract) {
  for (const NodeId leaves : {64U, 66U}) {
    for (std::uint64_t seed = 1; seed <= 1; ++seed) {
      Draw draw(seed);
      NetworkConfig config = drawn_config(draw);
      config.ports = 1;
      CoreNetwork cores(star(leaves), config);
      ReferenceNetwork reference(cores.topology(), config);
      const auto messages = drawn_messages(leaves, 60, draw);
      for (const CoreNetwork::Message& m : messages) {
        cores.add(m);
        reference.add(m);
      }
      cores.run();
      reference.run();
      ASSERT_TRUE(cores.complete());
      for (std::size_t i = 0; i < messages.size(); ++i) {
        ASSERT_EQ(cores.times(i).issued, reference.times(i).issued) << seed << ' ' << i;
        ASSERT_EQ(cores.times(i).head, reference.times(i).head) << seed << ' ' << i;
        ASSERT_EQ(cores.times(i).tail, reference.times(i).tail) << seed << ' ' << i;
      }
    }
  }
}

// All ports of a node but one send at the same time; the messages after them wait for a port.
TEST(WideRouters, ANodeSendsByAsManyPortsAsThereAre) {
  for (const std::size_t ports : {31U, 32U, 62U, 63U, 200U, 252U}) {
    NetworkConfig config;
    config.ports = static_cast<int>(ports);
    CoreNetwork network(TopologyKind::kLine, {2}, config);
    for (std::size_t i = 0; i < ports + 2; ++i) {
      network.add({0, {1}, 3, 0});
    }
    network.run();
    ASSERT_TRUE(network.complete());
    for (std::size_t i = 0; i < ports; ++i) {
      ASSERT_EQ(network.times(i).issued, 0);
    }
    ASSERT_GT(network.times(ports).issued, 0);
    ASSERT_GT(network.times(ports + 1).issued, 0);
    Cycle last = 0;
    for (std::size_t i = 0; i < ports + 2; ++i) {
      last = std::max(last, network.times(i).tail.at(1));
    }
    // The link carries 4 flits of every message, one a cycle, from cycle 3 on.
    ASSERT_GE(last, static_cast<Cycle>(4 * (ports + 2)));
  }
}

TEST(WideRouters, MoreThanARouterHasAreRefused) {
  NetworkConfig config;
  config.ports = 253;
  EXPECT_THROW(CoreNetwork(TopologyKind::kLine, {2}, config), std::invalid_argument);
  config.ports = 2;
  config.vcs = 257;  // 4 · 257 = 1028
  EXPECT_THROW(CoreNetwork(TopologyKind::kLine, {2}, config), std::invalid_argument);
}

}  // namespace
}  // namespace flitcast::test_wide_routers
