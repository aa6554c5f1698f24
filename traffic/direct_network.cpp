#include "traffic/direct_network.h"

#include <algorithm>
#include <array>
#include <optional>

#include "traffic/row_support.h"

namespace flitcast {
namespace {

/// Links along dimension `d` between coordinates that differ by `gap` <= side.
std::uint64_t hops_along(const Topology& topology, int d, NodeId gap) {
  return topology.wraps() ? std::min(gap, topology.side(d) - gap) : gap;
}

}  // namespace

void check_direct_network(const RowRequest& request) {
  const Topology& topology = request.topology;
  if (topology.is_tree()) {
    throw ParameterError("topology.kind",
                         std::string(to_string(topology.kind())) +
                             " does not fit; the algorithm lives on a hypercube, mesh, torus, ring "
                             "or line");
  }
  if (topology.is_hypercube()) {
    check_hypercube(request);
  } else if (!topology.wraps()) {
    check_mesh(request);
  }
}

std::uint64_t hop_distance(const Topology& topology, NodeId from, NodeId to) {
  std::uint64_t hops = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const NodeId a = topology.coordinate(from, d);
    const NodeId b = topology.coordinate(to, d);
    hops += hops_along(topology, d, std::max(a, b) - std::min(a, b));
  }
  return hops;
}

// A node's number is its coordinates as digits, and the shift is added to it digit by digit.
// Whether a sum carries is up to the coordinate, and the next one may be anything. So it is enough
// to know the longest way in the dimensions so far of nodes without and with a carry.
std::uint64_t longest_shift(const Topology& topology, NodeId shift) {
  using Longest = std::array<std::optional<std::uint64_t>, 2>;
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

}  // namespace flitcast
