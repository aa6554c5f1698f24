#include <algorithm>
#include <optional>

#include "hw/topology/family.h"
#include "tb/explore/choose/scenarios.h"

namespace flitcast::explore {
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

/// k-ary trees, or flats, from the smallest switches on.
std::vector<std::string> dims_of_arity(NodeId nodes) {
  std::vector<std::string> found;
  for (std::uint32_t k = 2; std::uint64_t{k} * k <= nodes; ++k) {
    if (const auto levels = exponent(nodes, k)) {
      found.push_back(join_dims({k, *levels}));
    }
  }
  return found;
}

/// The usual four processors a router.
std::vector<std::string> dims_of_cmesh(NodeId nodes) {
  constexpr std::uint32_t kSeats = 4;
  std::vector<std::uint32_t> dims = squarest(nodes / kSeats, 2, nodes);
  if (nodes % kSeats != 0 || dims.empty()) {
    return {};
  }
  dims.push_back(kSeats);
  return {join_dims(dims)};
}

/// The balanced one: a = 2p = 2h.
std::vector<std::string> dims_of_dragonfly(NodeId nodes) {
  for (std::uint32_t p = 1; 2 * p * p <= nodes; ++p) {
    if (2 * p * p * (2 * p * p + 1) == nodes) {
      return {join_dims({p, 2 * p, p})};
    }
  }
  return {};
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
    case TopologyKind::kDirectFatTree:
    case TopologyKind::kFlattenedButterfly:
      return dims_of_arity(nodes);
    case TopologyKind::kCmesh:
      return dims_of_cmesh(nodes);
    case TopologyKind::kDragonfly:
      return dims_of_dragonfly(nodes);
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

}  // namespace flitcast::explore
