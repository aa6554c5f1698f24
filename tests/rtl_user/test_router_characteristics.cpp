#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/rtl_router/rtl_core.h"
#include "tb/cosim/characterise/passages.h"
#include "tb/cosim/characterise/router_bench.h"
#include "tb/cosim/characterise/router_characteristics.h"
#include "tests/rtl/rtl_sets.h"

namespace flitcast::cosim::test_router_characteristics {
namespace {

struct Times {
  Cycle delay;
  Cycle cycles_per_flit;
  Cycle link_delay;
  Cycle depth;
};

std::string described(const NetworkConfig& config) {
  return "router.delay " + std::to_string(config.router_delay) + ", t_m " +
         std::to_string(config.cycles_per_flit) + ", link.delay " +
         std::to_string(config.link_delay) + ", depth " + std::to_string(config.buffer_flits);
}

/// What the contract has, where a number was measured, and nothing where none was.
RouterCharacteristics where_measured(const RouterCharacteristics& measured,
                                     RouterCharacteristics due) {
  const auto keep = [](const auto& is, auto& should) {
    if (!is) {
      should.reset();
    }
  };
  keep(measured.flit_gap, due.flit_gap);
  keep(measured.worm_gap, due.worm_gap);
  keep(measured.queued, due.queued);
  keep(measured.grants_without_credit, due.grants_without_credit);
  return due;
}

/// Pairs of ports, output and input, of `node` that base routes take, found by going all of them;
/// 99 is the node itself.
std::set<std::pair<int, int>> pairs_on_routes(const Routing& routing, NodeId node) {
  const Topology& topology = routing.topology();
  std::set<std::pair<int, int>> pairs;
  for (NodeId source = 0; source < topology.processors(); ++source) {
    for (NodeId to = 0; to < topology.processors(); ++to) {
      int from = 99;
      for (NodeId at = source; source != to;
           at = topology.neighbour(at, routing.next_port(at, to))) {
        const int port = at == to ? 99 : routing.next_port(at, to);
        if (at == node) {
          pairs.emplace(port, from);
        }
        if (at == to) {
          break;
        }
        from = topology.entry_port(at, static_cast<PortId>(port));
      }
    }
  }
  return pairs;
}

void expect_passages(const Topology& topology, RoutingOrder order, NodeId node) {
  const Routing routing(topology, order);
  NetworkConfig config;
  config.vcs = 2;
  const int local = topology.network_ports();
  std::set<std::pair<int, int>> pairs;
  for (const Passage& passage : passages(topology, routing, config, node)) {
    pairs.emplace(passage.output == local ? 99 : passage.output,
                  passage.input == local ? 99 : passage.input);
    EXPECT_EQ(passage.to == node, passage.output == local);
    EXPECT_LE(passage.input_vc + passage.input_vcs, 2);
  }
  EXPECT_EQ(pairs, pairs_on_routes(routing, node)) << topology.describe() << ", node " << node;
}

TEST(Passages, AreThePairsOfPortsThatRoutesTake) {
  for (const RoutingOrder order : {RoutingOrder::kAscending, RoutingOrder::kDescending}) {
    for (const NodeId node : {0U, 5U, 11U}) {
      expect_passages(Topology(TopologyKind::kMesh, {4, 3}), order, node);
      expect_passages(Topology(TopologyKind::kTorus, {3, 4}), order, node);
      expect_passages(Topology(TopologyKind::kTorus, {2, 6}), order, node);
      expect_passages(Topology(TopologyKind::kHypercube, {4}), order, node);
      expect_passages(Topology(TopologyKind::kFatTree, {2, 3}), order, node);
      expect_passages(Topology(TopologyKind::kTree, {3}), order, node);
    }
  }
}

// From x to all, from y not to x: up x from its other side and the node, up y from three inputs and
// the node; to the node from everywhere.
TEST(Passages, OfTheMiddleOfAMeshHaveNoTurnsFromYToX) {
  const Topology topology(TopologyKind::kMesh, {3, 3});
  const Routing routing(topology, RoutingOrder::kAscending);
  std::vector<int> inputs;
  for (const Passage& passage : passages(topology, routing, NetworkConfig(), 4)) {
    inputs.push_back(passage.output * 10 + passage.input);
  }
  EXPECT_EQ(inputs,
            (std::vector<int>{1, 4, 10, 14, 20, 21, 23, 24, 30, 31, 32, 34, 40, 41, 42, 43}));
}

// In a mesh of 3 × 3, in the middle. Shallow buffers hide some numbers; those of four slots none.
void expect_contract(const MakeRouterCore& make_core) {
  const Topology topology(TopologyKind::kMesh, {3, 3});
  const Routing routing(topology, RoutingOrder::kAscending);
  for (Cycle delay = 0; delay <= 4; ++delay) {
    for (Cycle cycles_per_flit = 1; cycles_per_flit <= 3; ++cycles_per_flit) {
      for (const Cycle depth : {1, 2, 4, 9}) {
        NetworkConfig config;
        config.router_delay = delay;
        config.cycles_per_flit = cycles_per_flit;
        config.link_delay = 1 + depth % 3;
        config.buffer_flits = depth;
        const NodeId node = node_to_characterise(topology, {});
        EXPECT_EQ(node, 4U);
        const RouterCharacteristics measured =
            characterise({topology, routing, config, make_core, node});
        RouterCharacteristics due = contract(config);
        if (depth < 4) {
          due = where_measured(measured, due);
        }
        EXPECT_EQ(characteristics_table(measured, config).find("differs"), std::string::npos)
            << described(config) << "\n"
            << characteristics_table(measured, config);
        EXPECT_EQ(measured.turns, due.turns) << described(config);
        EXPECT_EQ(measured.flit_gap, due.flit_gap) << described(config);
        EXPECT_EQ(measured.worm_gap, due.worm_gap) << described(config);
        EXPECT_EQ(measured.queued, due.queued) << described(config);
        EXPECT_EQ(measured.grants_without_credit, due.grants_without_credit) << described(config);
        EXPECT_TRUE(measured.header && measured.body && measured.ejection);
        EXPECT_TRUE(measured.header_slot && measured.body_slot && measured.turns);
      }
    }
  }
}

TEST(RouterCharacteristics, OfTheModelIsThatOfTheContract) {
  expect_contract(make_router_core);
}

TEST(RouterCharacteristics, OfOurRouterInSystemVerilogIsThatOfTheContract) {
  const RtlSet& set = rtl_sets().front();
  expect_contract([&](const RouterSite& site) {
    return std::make_unique<RtlCore>(site, set.parameters, set.library());
  });
}

// A 2-ary 3-tree has 8 processors, and from 8 on switches, those of the top level with two links.
TEST(RouterCharacteristics, OfASwitchHasNothingThatNeedsANode) {
  const Topology tree(TopologyKind::kFatTree, {2, 3});
  const Routing routing(tree, RoutingOrder::kAscending);
  std::vector<bool> chosen(tree.nodes());
  chosen[2] = chosen[15] = chosen[17] = true;
  const NodeId node = node_to_characterise(tree, chosen);
  EXPECT_EQ(node, 15U);
  NetworkConfig config;
  config.router_delay = 2;
  config.buffer_flits = 6;
  const RouterCharacteristics measured =
      characterise({tree, routing, config, make_router_core, node});
  EXPECT_FALSE(measured.ejection);
  EXPECT_EQ(measured.header, 2);
  EXPECT_EQ(measured.body, 0);
  EXPECT_EQ(measured.worm_gap, 1);
  EXPECT_EQ(measured.turns, Turns::kRoundRobin);
  EXPECT_EQ(measured.grants_without_credit, true);
}

/// A router that takes flits and sends none.
class Sink final : public RouterCore {
 public:
  explicit Sink(const RouterSite& site) : wakes_(site.wakes, site.module) {}
  void attach_input(PortId /*port*/, Link& link) override {
    link.attach_reader(wakes_.first(), 0, 0xFFFF);
  }
  void attach_output(PortId /*port*/, Link& /*link*/) override {}
  void tick(Cycle now) override { wakes_.take(now); }
  void attach_probe(Probe* /*probe*/) override {}
  InputVcView view(int /*input*/, Cycle /*now*/) const override { return {}; }
  std::vector<OccupiedVc> inspect(Cycle /*now*/) const override { return {}; }
  void end_waits(Cycle /*end*/) override {}

 private:
  Alarms<1> wakes_;
};

TEST(RouterCharacteristics, TellsOfARouterThatKeepsAWorm) {
  const Topology topology(TopologyKind::kMesh, {3, 3});
  const Routing routing(topology, RoutingOrder::kAscending);
  const MakeRouterCore make_core = [](const RouterSite& site) {
    return std::make_unique<Sink>(site);
  };
  try {
    characterise({topology, routing, NetworkConfig(), make_core, 4});
    FAIL();
  } catch (const BenchError& error) {
    EXPECT_NE(std::string(error.what()).find("the router of node 4 has not sent a worm of 4 flits"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace flitcast::cosim::test_router_characteristics
