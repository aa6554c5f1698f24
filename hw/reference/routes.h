#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/network_config.h"
#include "hw/reference/input.h"
#include "hw/routing/routing.h"
#include "hw/topology/base_route.h"
#include "hw/topology/families.h"
#include "hw/topology/topology.h"

namespace flitcast::reference {

/// Where headers go next: by base routes, from what the heads of the families' files say; or as the
/// relation of a policy has it.
class Routes {
 public:
  /// `policy`: of its relation headers have choices, and carry no routes; null: base routes.
  Routes(const Topology& topology, const NetworkConfig& config, const Routing* policy)
      : topology_(topology),
        policy_(policy),
        vcs_(config.vcs),
        ascending_(config.order == RoutingOrder::kAscending),
        datelines_((topology.wraps() || topology.is_one_way()) && config.vcs > 1),
        counts_global_(&topology.family() == &dragonfly_family() && config.vcs > 1) {}

  const Topology& topology() const { return topology_; }
  /// That virtual channels are divided into.
  int classes() const {
    return policy_ != nullptr ? policy_->classes_of(vcs_) : (datelines_ || counts_global_ ? 2 : 1);
  }
  /// The first so many of them are an escape: the others are taken only where the buffer behind is
  /// empty, and before.
  int escapes() const { return policy_ != nullptr ? policy_->escape_classes_of(vcs_) : 0; }
  /// Of several ways a header takes the one with most free slots behind it.
  bool by_credits() const {
    return policy_ != nullptr && policy_->selection() == Selection::kCredits;
  }
  /// Of a virtual channel of a link: as even parts as it goes, the larger ones first; an escape
  /// that is not left again has a channel for each of its classes.
  int class_of(int vc) const {
    const bool kept = policy_ != nullptr && policy_->keeps_escape();
    const int narrow = kept ? escapes() : 0;
    return vc < narrow ? vc : narrow + (vc - narrow) * (classes() - narrow) / (vcs_ - narrow);
  }

  /// The ways on of a header with number `message`, the preferred one first; it came as for
  /// vc_class().
  std::vector<Way> ways(NodeId here, std::size_t from, int from_class, NodeId destination,
                        std::uint64_t message) const {
    if (policy_ == nullptr) {
      const PortId next = port(here, destination);
      return {{next, vc_class(here, from, from_class, next)}};
    }
    RouteCandidates open;
    policy_->candidates(here, static_cast<PortId>(from), from_class, destination, open);
    const std::uint64_t drawn = mixed(policy_->seed(), message, here);
    if (policy_->takes_one()) {
      open.set(open[EvenBits(drawn).below(open.size())]);
    } else if (policy_->selection() == Selection::kRandom && open.size() > 1) {
      shuffle(open, escapes(), drawn);
    }
    std::vector<Way> ways;
    for (const RouteCandidate& each : open) {
      const Way way{each.port, classes() == 1 ? 0 : each.vc_class};
      if (std::none_of(ways.begin(), ways.end(), [&](const Way& other) {
            return other.port == way.port && other.vc_class == way.vc_class;
          })) {
        ways.push_back(way);
      }
    }
    return ways;
  }

  /// The network port for `destination`, which is not `here`.
  PortId port(NodeId here, NodeId destination) const {
    if (topology_.tree_depth()) {
      return in_tree(here, destination);
    }
    if (topology_.up_ports() > 0) {
      return in_fat_tree(here, destination);
    }
    if (topology_.table() != nullptr) {
      return topology_.table()->next_port(here, destination);
    }
    if (topology_.is_one_way()) {
      return up_rings(here, destination);
    }
    if (topology_.shares_routers()) {
      return at_router(here, topology_.router_of(destination));
    }
    return topology_.port_towards(here, next_in_dimension_order(here, destination));
  }

  /// The class in which a header takes network port `port`; it came by `from`, a network port or a
  /// local one, in `from_class`. A worm starts in class 0, takes class 1 from the wrap link of a
  /// ring on, of two opposite tori from its first link on, and starts again in the next dimension.
  int vc_class(NodeId here, std::size_t from, int from_class, PortId port) const {
    const auto ports = static_cast<std::size_t>(topology_.network_ports());
    if (counts_global_ && from < ports) {
      return from + 1 >= topology_.dims()[1] ? 1 : from_class;
    }
    if (!datelines_) {
      return 0;
    }
    if (topology_.is_one_way()) {
      const bool at_first = topology_.networks() > 1 && !leads_down(here);
      const NodeId cut = at_first ? 0 : topology_.dims()[port] - 1;
      return (from == port && from_class == 1) || digit(here, port) == cut ? 1 : 0;
    }
    const int dimension = port / 2;
    const bool from_network = from < ports;
    const bool same_ring = from_network && static_cast<int>(from) / 2 == dimension;
    const std::uint32_t side = topology_.side(dimension);
    const std::uint32_t at = topology_.coordinate(here, dimension);
    const bool up = port % 2 == 0;
    const bool wraps = side > 2 && at == (up ? side - 1 : 0);
    return wraps || (same_ring && from_class == 1) ? 1 : 0;
  }

 private:
  // Of a torus of unidirectional links; the second one of two leads down.
  bool leads_down(NodeId node) const { return node >= topology_.nodes() / topology_.networks(); }
  NodeId digit(NodeId node, std::size_t dimension) const {
    for (std::size_t d = 0; d < dimension; ++d) {
      node /= topology_.dims()[d];
    }
    return node % topology_.dims()[dimension];
  }
  PortId up_rings(NodeId here, NodeId end) const {
    std::vector<PortId> ports;  // of dimensions in which they differ
    for (std::size_t d = 0; d < topology_.dims().size(); ++d) {
      if (digit(here, d) != digit(end, d)) {
        ports.push_back(static_cast<PortId>(d));
      }
    }
    return ascending_ != leads_down(here) ? ports.front() : ports.back();
  }

  // From a router to another one of a network whose processors share routers.
  PortId at_router(NodeId here, NodeId end) const {
    if (&topology_.family() == &dragonfly_family()) {
      return in_dragonfly(here, end);
    }
    const std::vector<std::uint32_t>& dims = topology_.dims();
    const bool mesh = &topology_.family() == &cmesh_family();
    const NodeId first = topology_.processors();
    const std::size_t dimensions = mesh ? dims.size() - 1 : dims[1] - 1;
    std::vector<PortId> ports;  // of dimensions in which they differ
    NodeId stride = 1;
    for (std::size_t d = 0; d < dimensions; ++d) {
      const NodeId side = mesh ? dims[d] : dims[0];
      const NodeId from = (here - first) / stride % side;
      const NodeId to = (end - first) / stride % side;
      if (from != to) {
        const NodeId next = !mesh ? to : (from < to ? from + 1 : from - 1);
        ports.push_back(topology_.port_towards(here, here + next * stride - from * stride));
      }
      stride *= side;
    }
    return ascending_ ? ports.front() : ports.back();
  }

  // Over the one link between two groups.
  PortId in_dragonfly(NodeId here, NodeId end) const {
    const NodeId size = topology_.dims()[1];
    const auto group = [&](NodeId router) { return (router - topology_.processors()) / size; };
    if (group(here) == group(end)) {
      return topology_.port_towards(here, end);
    }
    for (NodeId exit = topology_.processors(); exit < topology_.nodes(); ++exit) {
      for (int port = 0; group(exit) == group(here) && port < topology_.network_ports(); ++port) {
        const auto leaving = static_cast<PortId>(port);
        if (group(topology_.neighbour(exit, leaving)) == group(end)) {
          return exit == here ? leaving : topology_.port_towards(here, exit);
        }
      }
    }
    return kNoPort;
  }

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
    const NodeId end = topology_.router_of(destination);
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
    const NodeId lowest = topology_.shares_routers() ? levels - 1 : levels;
    for (NodeId i = level; i < lowest; ++i) {
      below = topology_.neighbour(below, static_cast<PortId>(arity + digit(i)));
    }
    return static_cast<PortId>(below == end ? arity + digit(level) : digit(level));
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
  const Routing* policy_;
  int vcs_;
  bool ascending_;
  bool datelines_;
  bool counts_global_;
};

}  // namespace flitcast::reference
