#pragma once

#include <cstdint>
#include <vector>

#include "hw/topology/topology.h"

namespace flitcast {

/// Calls check(destinations) for every set of nodes but the root that is not empty.
template <typename Check>
void for_each_set(NodeId nodes, NodeId root, Check&& check) {
  for (std::uint32_t set = 1; set < std::uint32_t{1} << nodes; ++set) {
    if ((set >> root & 1U) != 0) {
      continue;
    }
    std::vector<NodeId> destinations;
    for (NodeId node = 0; node < nodes; ++node) {
      if ((set >> node & 1U) != 0) {
        destinations.push_back(node);
      }
    }
    check(destinations);
  }
}

}  // namespace flitcast
