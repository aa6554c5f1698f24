#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "hw/topology/family.h"
#include "tests/support/core_network.h"
#include "tests/support/draw.h"
#include "tests/support/drawn_graph.h"
#include "tests/support/reference_network.h"

namespace flitcast {
namespace {

struct Traffic {
  NodeId source;
  NodeId destination;
  std::uint32_t payload_flits;
  Cycle post_at;
};

/// A network, its traffic, and the order in which the cores are visited.
struct Scenario {
  TopologyKind kind = TopologyKind::kLine;
  std::vector<std::uint32_t> dims;
  std::string graph = {};  // the file of a graph, whose links have numbers of their own
  NetworkConfig config;
  std::vector<Traffic> messages;
  CoreNetwork::Order visits = CoreNetwork::Order::kForward;
};

Topology topology_of(const Scenario& s) {
  return {family_of(s.kind), {s.dims, "drawn", s.graph}};
}

std::string describe(const Scenario& s) {
  const NetworkConfig& c = s.config;
  std::ostringstream text;
  text << to_string(s.kind) << ' ' << join_dims(s.dims) << s.graph
       << (c.order == RoutingOrder::kAscending ? " ascending" : " descending") << ", switching "
       << static_cast<int>(c.switching) << ", ports " << c.ports << ", buffer " << c.buffer_flits
       << ", router_delay " << c.router_delay << ", link_delay " << c.link_delay << ", t_m "
       << c.cycles_per_flit << (c.duplex == Duplex::kHalf ? ", half duplex" : "") << ", startup "
       << c.startup << ", messages " << s.messages.size();
  return text.str();
}

std::vector<std::uint32_t> draw_dims(TopologyKind kind, Draw& draw) {
  if (kind == TopologyKind::kLine) {
    return {draw.between(2U, 9U)};
  }
  if (kind == TopologyKind::kHypercube || kind == TopologyKind::kTree) {
    return {draw.between(1U, 4U)};
  }
  if (draw.one_in(2)) {
    return {draw.between(2U, 5U), draw.between(1U, 4U)};
  }
  return {draw.between(1U, 3U), draw.between(2U, 4U), draw.between(1U, 2U)};
}

// Few destinations, sources close in time: worms meet at the outputs and wait in chains.
std::vector<Traffic> draw_traffic(NodeId nodes, std::uint32_t longest, Draw& draw) {
  const auto count = draw.between<std::size_t>(4, 12 + nodes * std::size_t{3});
  const Cycle window = draw.one_in(3) ? draw.between<Cycle>(0, 400) : draw.between<Cycle>(0, 40);
  const NodeId hot = draw.between<NodeId>(0, nodes - 1);
  const std::uint64_t cold = draw.between<std::uint64_t>(1, 4);
  std::vector<Traffic> messages;
  while (messages.size() < count) {
    const NodeId source = draw.between<NodeId>(0, nodes - 1);
    const NodeId destination = draw.one_in(cold) ? draw.between<NodeId>(0, nodes - 1) : hot;
    const std::uint32_t payload = draw.between(1U, draw.one_in(2) ? longest : (longest + 3) / 4);
    const Cycle post_at = draw.between<Cycle>(0, window);
    if (source != destination) {
      messages.push_back({source, destination, payload, post_at});
    }
  }
  std::stable_sort(messages.begin(), messages.end(),
                   [](const Traffic& a, const Traffic& b) { return a.post_at < b.post_at; });
  return messages;
}

Scenario draw_scenario(TopologyKind kind, Switching switching, Duplex duplex, std::uint64_t seed) {
  Draw draw(seed);
  Scenario s;
  s.config.duplex = duplex;
  s.kind = kind;
  if (kind == TopologyKind::kGraph) {
    s.graph = draw_graph(draw, draw.between<NodeId>(2, 10), draw.between<NodeId>(0, 4));
  } else {
    s.dims = draw_dims(kind, draw);
  }
  s.config.order = draw.one_in(2) ? RoutingOrder::kAscending : RoutingOrder::kDescending;
  s.visits = draw.one_in(2) ? CoreNetwork::Order::kForward : CoreNetwork::Order::kBackward;
  s.config.switching = switching;
  s.config.ports = draw.between(1, 3);
  s.config.buffer_flits = draw.between<Cycle>(1, 9);
  s.config.cycles_per_flit = draw.between<Cycle>(1, 3);
  s.config.router_delay = draw.between<Cycle>(0, 3);
  s.config.link_delay = draw.between<Cycle>(1, 3);
  s.config.startup = draw.one_in(8) ? draw.between<Cycle>(6, 50) : draw.between<Cycle>(0, 5);
  s.messages = draw_traffic(topology_of(s).processors(), draw.between<std::uint32_t>(1, 40), draw);
  if (switching != Switching::kWormhole) {  // room for the largest packet, and up to eight more
    for (const Traffic& m : s.messages) {
      s.config.buffer_flits = std::max(s.config.buffer_flits, Cycle{m.payload_flits} + 1);
    }
    s.config.buffer_flits += draw.between<Cycle>(0, 8);
  }
  if (duplex == Duplex::kHalf && switching == Switching::kWormhole) {
    s.config.buffer_flits = 10'000;  // shallow ones deadlock: pairs are held while worms wait
  }
  return s;
}

using Cycles = std::tuple<Cycle, Cycle, Cycle, Cycle>;

std::string show(const Cycles& cycles) {
  const auto [issued, injected, head, tail] = cycles;
  std::ostringstream text;
  text << "issued " << issued << " injected " << injected << " head " << head << " tail " << tail;
  return text.str();
}

// Runs both; empty if they agree, else the first difference in the order of the messages.
std::string first_difference(const Scenario& s, Cycle& blocked) {
  CoreNetwork cores(topology_of(s), s.config, s.config.order);
  ReferenceNetwork reference(cores.topology(), s.config);
  for (const Traffic& m : s.messages) {
    cores.add({m.source, {m.destination}, m.payload_flits, m.post_at});
    reference.add(m.source, m.destination, m.payload_flits, m.post_at);
  }
  cores.run(s.visits);
  reference.run();
  std::ostringstream text;
  for (std::size_t i = 0; i < s.messages.size(); ++i) {
    const Traffic& m = s.messages[i];
    const CoreNetwork::Times& is = cores.times(i);
    const ReferenceNetwork::Times& due = reference.times(i);
    const bool arrived = is.tail.count(m.destination) != 0;
    const Cycles found{is.issued, is.injected, arrived ? is.head.at(m.destination) : -1,
                       arrived ? is.tail.at(m.destination) : -1};
    const Cycles expected{due.issued, due.injected, due.head, due.tail};
    if (found != expected) {
      text << "message " << i << ", " << m.source << " -> " << m.destination << ", "
           << m.payload_flits << " words, posted at " << m.post_at << ": " << show(found)
           << "; reference: " << show(expected);
      return text.str();
    }
  }
  const Topology& topology = cores.topology();
  for (NodeId from = 0; from < topology.nodes(); ++from) {
    for (int port = 0; port < topology.network_ports(); ++port) {
      const NodeId to = topology.neighbour(from, static_cast<PortId>(port));
      if (to == kNoNode) {
        continue;
      }
      const Cycle due = reference.blocked_cycles(from, to);
      blocked += due;
      if (cores.link(from, to).waits().total() != due) {
        text << "link " << from << " -> " << to << ": blocked for "
             << cores.link(from, to).waits().total() << " cycles; reference: " << due;
        return text.str();
      }
    }
  }
  return "";
}

// The reference itself keeps the contract's closed form for one message.
TEST(ReferenceNetwork, TakesTheContractsTimeForOneMessage) {
  for (const Switching switching :
       {Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward}) {
    for (std::uint32_t payload = 1; payload <= 9; ++payload) {
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
        network.add(0, hops, payload, 7);
        network.run();
        const auto [t_s, t_d, t_m, t_r, t_op] = timing_model(config);
        const Cycle words = payload * t_m;
        const Cycle waits = switching == Switching::kStoreAndForward ? hops : 1;
        ASSERT_EQ(network.times(0).issued, 7);
        ASSERT_EQ(network.times(0).tail, 7 + t_s + hops * t_d + waits * words);
      }
    }
  }
}

class ReferenceModel : public testing::TestWithParam<std::tuple<TopologyKind, Switching, Duplex>> {
};

TEST_P(ReferenceModel, AgreesOnEveryMessageAndLink) {
  const auto [kind, switching, duplex] = GetParam();
  constexpr std::uint64_t kNetworks = 100;
  Cycle blocked = 0;
  std::size_t messages = 0;
  for (std::uint64_t seed = 1; seed <= kNetworks; ++seed) {
    const Scenario scenario = draw_scenario(kind, switching, duplex, seed);
    messages += scenario.messages.size();
    const std::string difference = first_difference(scenario, blocked);
    ASSERT_TRUE(difference.empty())
        << difference << "\nseed " << seed << ": " << describe(scenario);
  }
  EXPECT_GT(blocked, static_cast<Cycle>(5 * messages)) << "the traffic hardly collides";
}

INSTANTIATE_TEST_SUITE_P(
    All, ReferenceModel,
    testing::Combine(
        testing::Values(TopologyKind::kLine, TopologyKind::kMesh, TopologyKind::kHypercube,
                        TopologyKind::kTree, TopologyKind::kGraph),
        testing::Values(Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward),
        testing::Values(Duplex::kFull, Duplex::kHalf)));

}  // namespace
}  // namespace flitcast
