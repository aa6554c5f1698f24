#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/optimal/chunk_networks.h"
#include "traffic/optimal/counting_bounds.h"
#include "traffic/propose/flow_rounds.h"

namespace flitcast::test_flow_rounds {
namespace {

/// What is wrong with the rounds of a broadcast first, or nothing.
std::string fault_in(const ChunkNetwork& network, NodeId root, const WormPlan& plan) {
  std::set<NodeId> knows{root};
  for (const std::vector<WormPath>& round : plan) {
    std::set<std::pair<NodeId, NodeId>> links;
    std::map<NodeId, int> sends;
    std::set<NodeId> told;
    for (const WormPath& path : round) {
      if (knows.count(path.front()) == 0 || ++sends[path.front()] > network.ports()) {
        return "node " + std::to_string(path.front()) + " cannot send";
      }
      for (std::size_t i = 1; i < path.size(); ++i) {
        if (network.topology().port_towards(path[i - 1], path[i]) == kNoPort ||
            !links.emplace(path[i - 1], path[i]).second) {
          return "no link to " + std::to_string(path[i]);
        }
      }
      if (knows.count(path.back()) > 0 || !told.insert(path.back()).second) {
        return "node " + std::to_string(path.back()) + " is told twice";
      }
    }
    knows.insert(told.begin(), told.end());
  }
  return knows.size() == network.processors() ? "" : "some are never told";
}

WormPlan best_flow(const ChunkNetwork& network, NodeId root, std::size_t rounds) {
  WormPlan plan = flow_rounds(network, root, rounds, 0);
  for (std::uint64_t seed = 1; seed < 10 && plan.size() > rounds; ++seed) {
    plan = flow_rounds(network, root, rounds, seed);
  }
  return plan;
}

// Ko, Latifi and Srimani, IEEE Trans. Parallel Distrib. Syst. 11(2), 2000, leave n = 10 open.
TEST(FlowRounds, TellCubesInAsFewRoundsAsTheirPortsAllow) {
  const std::size_t rounds[] = {1, 2, 2, 2, 2, 3, 3, 3, 3, 3};
  for (std::uint32_t n = 1; n <= 10; ++n) {
    const Topology cube(TopologyKind::kHypercube, {n});
    const ChunkNetwork network = chunk_network(cube);
    const WormPlan plan = best_flow(network, 0, rounds[n - 1]);
    EXPECT_EQ(plan.size(), rounds[n - 1]) << n;
    EXPECT_EQ(fault_in(network, 0, plan), "") << n;
  }
}

TEST(FlowRounds, KeepToPortsOnAnyNetwork) {
  const Topology torus(TopologyKind::kTorus, {5, 5});
  const Topology mesh(TopologyKind::kMesh, {8, 8});
  const Topology tree(TopologyKind::kFatTree, {4, 2});
  for (const Topology* topology : {&torus, &mesh, &tree}) {
    for (const int ports : {0, 1, 2}) {
      const ChunkNetwork network = chunk_network(*topology, ports);
      const auto bound = counting_bounds(
          network, {DemandKind::kBroadcast, network.processors(), 3, 1}, CostModel::kWorms);
      const auto rounds = static_cast<std::size_t>(bound.front().time);
      const WormPlan plan = best_flow(network, 3, rounds);
      EXPECT_EQ(fault_in(network, 3, plan), "") << topology->describe();
      EXPECT_LE(plan.size(), rounds + 1) << topology->describe() << ", " << ports;
    }
  }
}

}  // namespace
}  // namespace flitcast::test_flow_rounds
