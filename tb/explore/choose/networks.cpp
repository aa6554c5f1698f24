#include "tb/explore/choose/networks.h"

#include <algorithm>
#include <optional>

#include "hw/topology/family.h"

namespace flitcast {
namespace {

/// n of nodes = base^n.
std::optional<std::uint32_t> exponent(NodeId nodes, std::uint64_t base) {
  std::uint32_t n = 0;
  std::uint64_t power = 1;
  for (; power < nodes; power *= base) {
    ++n;
  }
  return power == nodes ? std::optional(n) : std::nullopt;
}

/// Sides with that product, the largest first, whose largest is as small as it can be; empty where
/// some side would have to be 1.
std::vector<std::uint32_t> squarest(std::uint32_t nodes, std::uint32_t dimensions,
                                    std::uint32_t most) {
  if (dimensions == 1) {
    return nodes > 1 && nodes <= most ? std::vector<std::uint32_t>{nodes}
                                      : std::vector<std::uint32_t>{};
  }
  std::vector<std::uint32_t> best;
  for (std::uint32_t side = 2; side <= std::min(nodes, most); ++side) {
    if (nodes % side == 0) {
      std::vector<std::uint32_t> rest = squarest(nodes / side, dimensions - 1, side);
      if (!rest.empty()) {
        rest.insert(rest.begin(), side);
        return rest;
      }
    }
  }
  return best;
}

/// From the smallest switches on.
std::vector<std::string> dims_of_fat_trees(NodeId nodes) {
  std::vector<std::string> found;
  for (std::uint32_t k = 2; std::uint64_t{k} * k <= nodes; ++k) {
    if (const auto levels = exponent(nodes, k)) {
      found.push_back(join_dims({k, *levels}));
    }
  }
  return found;
}

}  // namespace

std::vector<std::string> dims_of_nodes(TopologyKind kind, NodeId nodes,
                                       const std::vector<std::uint32_t>& dimensions) {
  switch (kind) {
    case TopologyKind::kHypercube:
    case TopologyKind::kTree: {
      const auto n = exponent(nodes, 2);
      return n ? std::vector<std::string>{std::to_string(*n)} : std::vector<std::string>{};
    }
    case TopologyKind::kFatTree:
      return dims_of_fat_trees(nodes);
    case TopologyKind::kRing:
    case TopologyKind::kLine:
      return {std::to_string(nodes)};
    case TopologyKind::kMesh:
    case TopologyKind::kTorus: {
      std::vector<std::string> found;
      for (const std::uint32_t d : dimensions) {
        const std::vector<std::uint32_t> sides = squarest(nodes, d, nodes);
        if (!sides.empty()) {
          found.push_back(join_dims(sides));
        }
      }
      return found;
    }
    default:
      return {};
  }
}

}  // namespace flitcast
