#include "traffic/theory/distance.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace flitcast {
namespace {

/// Links along dimension `d` between coordinates that differ by `gap` <= side.
std::int64_t hops_along(const Topology& topology, int d, NodeId gap) {
  return topology.wraps() ? std::min(gap, topology.side(d) - gap) : gap;
}

/// By breadth-first search from router to router; `next` is what a port leads to.
template <typename Next>
std::vector<std::int64_t> search_from(const Topology& topology, NodeId source, const Next& next) {
  constexpr std::int64_t kUnseen = -1;
  std::vector<std::int64_t> distances(topology.nodes(), kUnseen);
  std::vector<NodeId> reached{topology.router_of(source)};
  distances[reached.front()] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (int port = 0; port < topology.network_ports(); ++port) {
      const NodeId other = next(reached[i], static_cast<PortId>(port));
      if (other != kNoNode && distances[other] == kUnseen) {
        distances[other] = distances[reached[i]] + 1;
        reached.push_back(other);
      }
    }
  }
  for (NodeId node = 0; node < topology.processors(); ++node) {
    distances[node] = distances[topology.router_of(node)];
  }
  return distances;
}

/// Links from a router to the nearest other one with a processor, if these are fewer than `most`.
std::int64_t to_nearest_processor(const Topology& topology, NodeId router, std::int64_t most) {
  std::vector<bool> seen(topology.nodes(), false);
  std::vector<NodeId> reached{router};
  seen[router] = true;
  for (std::int64_t hops = 1; hops < most && !reached.empty(); ++hops) {
    std::vector<NodeId> next_ones;
    for (const NodeId here : reached) {
      for (int port = 0; port < topology.network_ports(); ++port) {
        const NodeId next = topology.neighbour(here, static_cast<PortId>(port));
        if (next == kNoNode || seen[next]) {
          continue;
        }
        if (topology.seats_of(next).count > 0) {
          return hops;
        }
        seen[next] = true;
        next_ones.push_back(next);
      }
    }
    reached = std::move(next_ones);
  }
  return most;
}

std::int64_t distance_by_coordinates(const Topology& topology, NodeId from, NodeId to) {
  std::int64_t hops = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const NodeId a = topology.coordinate(from, d);
    const NodeId b = topology.coordinate(to, d);
    hops += hops_along(topology, d, std::max(a, b) - std::min(a, b));
  }
  return hops;
}

/// The longest shift where nodes have coordinates.
///
/// A node's number is its coordinates as digits, and the shift is added to it digit by digit.
/// Whether a sum carries is up to the coordinate, and the next one may be anything. So it is enough
/// to know the longest way in the dimensions so far of nodes without and with a carry.
std::int64_t longest_shift_by_coordinates(const Topology& topology, NodeId shift) {
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

}  // namespace

std::vector<std::int64_t> distances_from(const Topology& topology, NodeId source) {
  return search_from(topology, source,
                     [&](NodeId node, PortId port) { return topology.neighbour(node, port); });
}

std::vector<std::int64_t> distances_to(const Topology& topology, NodeId target) {
  return search_from(topology, target,
                     [&](NodeId node, PortId port) { return topology.upstream(node, port); });
}

std::int64_t distance(const Topology& topology, NodeId from, NodeId to) {
  return topology.has_coordinates() ? distance_by_coordinates(topology, from, to)
                                    : distances_from(topology, from)[to];
}

std::int64_t route_length(const Routing& routing, NodeId from, NodeId to) {
  const Topology& topology = routing.topology();
  if (topology.has_coordinates()) {
    return distance_by_coordinates(topology, from, to);
  }
  std::int64_t hops = 0;
  const NodeId end = topology.router_of(to);
  for (NodeId at = topology.router_of(from); at != end;
       at = topology.neighbour(at, routing.next_port(at, to))) {
    ++hops;
  }
  return hops;
}

std::int64_t eccentricity(const Topology& topology, NodeId node) {
  if (!topology.has_coordinates()) {
    const std::vector<std::int64_t> distances = distances_from(topology, node);
    return *std::max_element(distances.begin(), distances.begin() + topology.processors());
  }
  std::int64_t hops = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const std::int64_t below = topology.coordinate(node, d);
    const std::int64_t above = topology.side(d) - 1 - below;
    hops += topology.wraps() ? topology.side(d) / 2 : std::max(below, above);
  }
  return hops;
}

std::int64_t nearest_processors(const Topology& topology) {
  if (topology.processors() < 2 || topology.seats() > 1) {
    return 0;
  }
  std::int64_t least = topology.nodes();
  for (NodeId node = 0; node < topology.processors() && least > 1; ++node) {
    least = std::min(least, to_nearest_processor(topology, topology.router_of(node), least));
  }
  return least;
}

std::int64_t longest_shift(const Routing& routing, NodeId shift) {
  const Topology& topology = routing.topology();
  if (topology.has_coordinates()) {
    return longest_shift_by_coordinates(topology, shift);
  }
  std::int64_t longest = 0;
  for (NodeId node = 0; node < topology.processors(); ++node) {
    longest =
        std::max(longest, route_length(routing, node, (node + shift) % topology.processors()));
  }
  return longest;
}

std::int64_t links_of_lines(const Topology& grid) {
  std::int64_t links = 0;
  for (const std::uint32_t side : grid.sides()) {
    links += std::int64_t{side} - 1;
  }
  return links;
}

}  // namespace flitcast
