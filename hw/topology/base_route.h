#pragma once

#include "hw/routing_relation.h"
#include "hw/types.h"

namespace flitcast {

/// The way of headers through one network where there is one way only: a port for every header, and
/// a class. Schedules are laid along it.
class BaseRoute : public RoutingRelation {
 public:
  /// The network port a header for `destination`, or its router, takes at `here`, which is another
  /// router.
  virtual PortId next_port(NodeId here, NodeId destination) const = 0;

  /// On rings the upward port of the dimension of `port`, for routes that only go up; elsewhere
  /// `port` itself.
  virtual PortId upwards(PortId port) const { return port; }

  /// How many nodes there are by way of which a detour of a packet may go, or 0: see Detours. The
  /// base route to one stays in class 0.
  virtual NodeId midpoints() const { return 0; }
  /// One of them, for packets from `router`, which may be that itself.
  virtual NodeId midpoint(NodeId router, NodeId /*number*/) const { return router; }

  void candidates(NodeId here, PortId from_port, int from_class, NodeId destination,
                  RouteCandidates& out) const override {
    const PortId port = next_port(here, destination);
    const int vc_class = class_on_route(here, from_port, from_class, port);
    out.set({port, static_cast<std::uint8_t>(vc_class)});
  }
};

}  // namespace flitcast
