#pragma once

#include <cstddef>

#include "hw/network_config.h"
#include "hw/topology/base_route.h"
#include "hw/topology/families.h"
#include "hw/topology/topology.h"

namespace flitcast::reference {

/// Where headers go next, from what the heads of the families' files say.
class Routes {
 public:
  Routes(const Topology& topology, const NetworkConfig& config)
      : topology_(topology),
        ascending_(config.order == RoutingOrder::kAscending),
        datelines_(topology.wraps() && config.vcs > 1) {}

  int classes() const { return datelines_ ? 2 : 1; }

  /// The network port for `destination`, which is not `here`.
  PortId port(NodeId here, NodeId destination) const {
    if (topology_.tree_depth()) {
      return in_tree(here, destination);
    }
    if (&topology_.family() == &fat_tree_family()) {
      return in_fat_tree(here, destination);
    }
    if (topology_.table() != nullptr) {
      return topology_.table()->next_port(here, destination);
    }
    return topology_.port_towards(here, next_in_dimension_order(here, destination));
  }

  /// The class in which a header takes network port `port`; it came by `from`, a network port or a
  /// local one, in `from_class`. A worm starts in class 0, takes class 1 from the wrap link of a
  /// ring on, and starts again in the next dimension.
  int vc_class(NodeId here, std::size_t from, int from_class, PortId port) const {
    if (!datelines_) {
      return 0;
    }
    const int dimension = port / 2;
    const bool from_network = from < static_cast<std::size_t>(topology_.network_ports());
    const bool same_ring = from_network && static_cast<int>(from) / 2 == dimension;
    const std::uint32_t side = topology_.side(dimension);
    const std::uint32_t at = topology_.coordinate(here, dimension);
    const bool up = port % 2 == 0;
    const bool wraps = side > 2 && at == (up ? side - 1 : 0);
    return wraps || (same_ring && from_class == 1) ? 1 : 0;
  }

 private:
  // Down to the child on the way from the destination to the root, else up.
  PortId in_tree(NodeId here, NodeId destination) const {
    for (NodeId below = destination, above = kNoNode; below != kNoNode; below = above) {
      above = topology_.neighbour(below, 0);
      if (above == here) {
        return topology_.port_towards(here, below);
      }
    }
    return 0;
  }

  // Down where the digits of the destination lead there, else up: by the digit of the level, which
  // a processor has no choice of.
  PortId in_fat_tree(NodeId here, NodeId destination) const {
    if (here < topology_.processors()) {
      return 0;
    }
    const auto arity = static_cast<NodeId>(topology_.network_ports() / 2);
    const NodeId per_level = topology_.processors() / arity;
    const NodeId levels = (topology_.nodes() - topology_.processors()) / per_level;
    const NodeId level = levels - 1 - (here - topology_.processors()) / per_level;
    const auto digit = [&](NodeId i) {  // 0 is the first, which counts most
      NodeId rest = destination;
      for (NodeId later = i + 1; later < levels; ++later) {
        rest /= arity;
      }
      return rest % arity;
    };
    NodeId below = here;
    for (NodeId i = level; i < levels; ++i) {
      below = topology_.neighbour(below, static_cast<PortId>(arity + digit(i)));
    }
    return static_cast<PortId>(below == destination ? arity + digit(level) : digit(level));
  }

  // A step in the first dimension, in the order of routing, that needs one; round a ring the
  // shorter way, a tie goes up.
  NodeId next_in_dimension_order(NodeId here, NodeId destination) const {
    const int dimensions = topology_.dimensions();
    for (int i = 0; i < dimensions; ++i) {
      const int d = ascending_ ? i : dimensions - 1 - i;
      const std::uint32_t from = topology_.coordinate(here, d);
      const std::uint32_t to = topology_.coordinate(destination, d);
      if (from != to) {
        const std::uint32_t side = topology_.side(d);
        const std::uint32_t upwards = (to + side - from) % side;
        const bool up = topology_.wraps() ? 2 * upwards <= side : from < to;
        const std::uint32_t step = (up ? from + 1 : from + side - 1) % side;
        return topology_.with_coordinate(here, d, step);
      }
    }
    return here;
  }

  const Topology& topology_;
  bool ascending_;
  bool datelines_;
};

}  // namespace flitcast::reference
