#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/networks/routed_networks.h"
#include "traffic/verify/routing_proof.h"

namespace flitcast {

inline NetworkConfig with_vcs(int vcs) {
  NetworkConfig config;
  config.vcs = vcs;
  return config;
}

inline RoutingProof proof_of(const RoutingPolicy& policy, const Topology& topology, int vcs) {
  return prove_routing(
      Routing(topology, RoutingOrder::kAscending, policy, options_for(policy, topology)),
      with_vcs(vcs));
}

/// "0->1 (class 1)->3 (class 0)->…": the nodes that it comes by lead round, over links that are
/// there.
inline void expect_circle(const std::string& circle, const Topology& topology) {
  std::vector<NodeId> nodes;
  for (std::size_t at = 0; at != std::string::npos; at = circle.find("->", at)) {
    at += at == 0 ? 0 : 2;
    nodes.push_back(static_cast<NodeId>(std::stoul(circle.substr(at))));
  }
  ASSERT_GT(nodes.size(), 2U) << circle;
  EXPECT_EQ(nodes.front(), nodes.back()) << circle;
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    EXPECT_NE(topology.port_towards(nodes[i - 1], nodes[i]), kNoPort) << circle;
  }
}

}  // namespace flitcast
