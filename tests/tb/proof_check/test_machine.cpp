#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hw/topology/family.h"
#include "tb/proof_check/machine.h"
#include "traffic/worms/worm_ways.h"

// The checker makes a network of its name, as others do.

namespace flitcast::test_machine {
namespace {

std::vector<Topology> networks() {
  using Kind = TopologyKind;
  return {{Kind::kHypercube, {1}}, {Kind::kHypercube, {4}},   {Kind::kMesh, {4, 3}},
          {Kind::kMesh, {1, 5}},   {Kind::kMesh, {3, 2, 2}},  {Kind::kTorus, {4, 3}},
          {Kind::kTorus, {2, 5}},  {Kind::kTorus, {2, 2, 3}}, {Kind::kTorus, {6}},
          {Kind::kRing, {3}},      {Kind::kRing, {8}},        {Kind::kLine, {2}},
          {Kind::kLine, {7}},      {Kind::kTree, {1}},        {Kind::kTree, {3}}};
}

TEST(Machine, HasTheLinksOfTheNetwork) {
  for (const Topology& topology : networks()) {
    const proof::NamedNetwork named{std::string(topology.family().word), topology.dims()};
    EXPECT_EQ(proof::nodes_of(named), topology.processors()) << topology.describe();
    std::vector<proof::Ends> links;
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      for (int port = 0; port < topology.network_ports(); ++port) {
        const NodeId next = topology.neighbour(node, static_cast<PortId>(port));
        if (next != kNoNode) {
          links.emplace_back(node, next);
        }
      }
    }
    std::sort(links.begin(), links.end());
    EXPECT_EQ(proof::links_of(named), links) << topology.describe();
  }
}

TEST(Machine, HasTheRoutesOfTheNetwork) {
  for (const Topology& topology : networks()) {
    const proof::NamedNetwork named{std::string(topology.family().word), topology.dims()};
    EXPECT_EQ(proof::ways_of(named, false), base_ways(Routing(topology, RoutingOrder::kAscending)))
        << topology.describe();
    EXPECT_EQ(proof::ways_of(named, true), shortest_ways(topology)) << topology.describe();
  }
}

}  // namespace
}  // namespace flitcast::test_machine
