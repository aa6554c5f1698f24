#pragma once

#include <string>
#include <vector>

#include "hw/routing/routing.h"
#include "hw/routing/routing_policies.h"

namespace flitcast {

/// Small networks of all families with regular routes, and the options that a policy needs there.
inline std::vector<Topology> routed_networks() {
  std::vector<Topology> all;
  all.emplace_back(TopologyKind::kHypercube, std::vector<std::uint32_t>{0});
  all.emplace_back(TopologyKind::kHypercube, std::vector<std::uint32_t>{5});
  for (const auto& sides :
       std::vector<std::vector<std::uint32_t>>{{1, 1}, {1, 6}, {2, 2}, {5, 4}, {3, 2, 4}}) {
    all.emplace_back(TopologyKind::kMesh, sides);
  }
  for (const auto& sides : std::vector<std::vector<std::uint32_t>>{{2, 2}, {5, 4}, {2, 3, 4}}) {
    all.emplace_back(TopologyKind::kTorus, sides);
  }
  all.emplace_back(TopologyKind::kRing, std::vector<std::uint32_t>{7});
  all.emplace_back(TopologyKind::kLine, std::vector<std::uint32_t>{6});
  all.emplace_back(TopologyKind::kTree, std::vector<std::uint32_t>{4});
  all.emplace_back(TopologyKind::kFatTree, std::vector<std::uint32_t>{3, 2});
  all.emplace_back(TopologyKind::kFatTree, std::vector<std::uint32_t>{2, 3});
  all.emplace_back(TopologyKind::kDirectFatTree, std::vector<std::uint32_t>{2, 3});
  all.emplace_back(TopologyKind::kCmesh, std::vector<std::uint32_t>{3, 2, 2});
  all.emplace_back(TopologyKind::kFlattenedButterfly, std::vector<std::uint32_t>{3, 3});
  all.emplace_back(TopologyKind::kDragonfly, std::vector<std::uint32_t>{2, 4, 2});
  return all;
}

/// The last dimension in the middle: neither ascending nor descending from three of them on.
inline RoutingOptions options_for(const RoutingPolicy& policy, const Topology& topology) {
  RoutingOptions options;
  for (int d = 0; policy.takes_dimensions && d < topology.dimensions(); ++d) {
    const auto place = static_cast<std::ptrdiff_t>(options.dimensions.size() / 2);
    options.dimensions.insert(options.dimensions.begin() + place, static_cast<std::uint32_t>(d));
  }
  return options;
}

}  // namespace flitcast
