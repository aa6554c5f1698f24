#pragma once

#include <memory>
#include <vector>

#include "hw/network_config.h"
#include "hw/topology/base_route.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// How a route goes round the rings of a torus.
enum class RingTravel {
  kMinimal,  ///< the shorter way, a tie goes up
  kUpwards,  ///< always up; minimal on networks without rings
};

/// Base routing, along which schedules are laid: of dimension order where there are coordinates,
/// e-cube on labels; elsewhere the way that the family of the network says, and the order is
/// without effect. It is the relation that headers follow, too. It keeps a reference to the
/// topology.
class Routing {
 public:
  Routing(const Topology& topology, RoutingOrder order);

  /// The network port a header for `destination` takes at `here`; here != destination.
  PortId next_port(NodeId here, NodeId destination) const {
    return labels_ ? label_port(here ^ destination) : route_->next_port(here, destination);
  }

  /// Appends the nodes behind `source` up to and including `destination` to `path`. Headers follow
  /// minimal routes; those that only go up are for source routes.
  void append_path(NodeId source, NodeId destination, std::vector<NodeId>& path,
                   RingTravel rings = RingTravel::kMinimal) const;

  /// See RoutingRelation.
  int classes() const { return labels_ ? 1 : route_->classes(); }
  /// The classes that `vcs` virtual channels of a link are divided into.
  int classes_of(int vcs) const { return vcs < classes() ? 1 : classes(); }
  void candidates(NodeId here, PortId from_port, int from_class, NodeId destination,
                  RouteCandidates& out) const {
    if (labels_) {
      out.set({label_port(here ^ destination), 0});
    } else {
      route_->candidates(here, from_port, from_class, destination, out);
    }
  }
  int class_on_route(NodeId here, PortId from_port, int from_class, PortId port) const {
    return labels_ ? 0 : route_->class_on_route(here, from_port, from_class, port);
  }

  RoutingOrder order() const { return order_; }
  const Topology& topology() const { return topology_; }

 private:
  PortId label_port(NodeId difference) const {
    return static_cast<PortId>(order_ == RoutingOrder::kAscending ? __builtin_ctz(difference)
                                                                  : 31 - __builtin_clz(difference));
  }

  const Topology& topology_;
  RoutingOrder order_;
  bool labels_;
  std::shared_ptr<const BaseRoute> route_;  // null on labels, whose way is quick to say
};

}  // namespace flitcast
