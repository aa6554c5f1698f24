#include "traffic/theory/distance.h"

#include <algorithm>
#include <array>
#include <optional>

namespace flitcast {
namespace {

/// Links along dimension `d` between coordinates that differ by `gap` <= side.
std::int64_t hops_along(const Topology& topology, int d, NodeId gap) {
  return topology.wraps() ? std::min(gap, topology.side(d) - gap) : gap;
}

}  // namespace

std::int64_t distance(const Topology& topology, NodeId from, NodeId to) {
  std::int64_t hops = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const NodeId a = topology.coordinate(from, d);
    const NodeId b = topology.coordinate(to, d);
    hops += hops_along(topology, d, std::max(a, b) - std::min(a, b));
  }
  return hops;
}

std::int64_t eccentricity(const Topology& topology, NodeId node) {
  std::int64_t hops = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const std::int64_t below = topology.coordinate(node, d);
    const std::int64_t above = topology.side(d) - 1 - below;
    hops += topology.wraps() ? topology.side(d) / 2 : std::max(below, above);
  }
  return hops;
}

std::int64_t farthest(const Topology& topology, NodeId from, const std::vector<NodeId>& nodes) {
  std::int64_t hops = 0;
  for (const NodeId node : nodes) {
    hops = std::max(hops, distance(topology, from, node));
  }
  return hops;
}

// A node's number is its coordinates as digits, and the shift is added to it digit by digit.
// Whether a sum carries is up to the coordinate, and the next one may be anything. So it is enough
// to know the longest way in the dimensions so far of nodes without and with a carry.
std::int64_t longest_shift(const Topology& topology, NodeId shift) {
  using Longest = std::array<std::optional<std::int64_t>, 2>;
  Longest longest = {0, std::nullopt};
  for (int d = 0; d < topology.dimensions(); ++d) {
    const NodeId side = topology.side(d);
    Longest next;
    for (const NodeId carry : {0U, 1U}) {
      if (!longest[carry]) {
        continue;
      }
      const NodeId gap = shift % side + carry;
      if (gap < side) {
        next[0] = std::max(next[0], std::optional(*longest[carry] + hops_along(topology, d, gap)));
      }
      if (gap > 0) {
        next[1] =
            std::max(next[1], std::optional(*longest[carry] + hops_along(topology, d, side - gap)));
      }
    }
    longest = next;
    shift /= side;
  }
  return *std::max(longest[0], longest[1]);
}

std::int64_t links_of_lines(const Topology& grid) {
  std::int64_t links = 0;
  for (const std::uint32_t side : grid.sides()) {
    links += std::int64_t{side} - 1;
  }
  return links;
}

}  // namespace flitcast
