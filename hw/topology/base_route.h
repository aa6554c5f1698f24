#pragma once

#include "hw/routing_relation.h"
#include "hw/types.h"

namespace flitcast {

/// The way of headers through one network where there is one way only: a port for every header, and
/// a class. Schedules are laid along it.
class BaseRoute : public RoutingRelation {
 public:
  /// The network port a header for `destination` takes at `here`; here != destination.
  virtual PortId next_port(NodeId here, NodeId destination) const = 0;

  /// On rings the upward port of the dimension of `port`, for routes that only go up; elsewhere
  /// `port` itself.
  virtual PortId upwards(PortId port) const { return port; }

  void candidates(NodeId here, PortId from_port, int from_class, NodeId destination,
                  RouteCandidates& out) const override {
    const PortId port = next_port(here, destination);
    const int vc_class = class_on_route(here, from_port, from_class, port);
    out.set({port, static_cast<std::uint8_t>(vc_class)});
  }
};

}  // namespace flitcast
