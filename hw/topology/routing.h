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

/// Base routing: of dimension order where there are coordinates, e-cube on labels; elsewhere the
/// way that the family of the network says, and the order is without effect. It keeps a reference
/// to the topology.
class Routing {
 public:
  Routing(const Topology& topology, RoutingOrder order);

  /// The network port a header for `destination` takes at `here`; here != destination.
  PortId next_port(NodeId here, NodeId destination) const {
    return labels_ ? label_port(here ^ destination) : route_->next_port(here, destination);
  }

  /// Appends the ports of the way from `source` to `destination` to `ports`. Headers follow minimal
  /// routes; those that only go up are for source routes.
  void append_ports(NodeId source, NodeId destination, std::vector<PortId>& ports,
                    RingTravel rings = RingTravel::kMinimal) const;

  /// True on a torus or ring: its rings are cut by datelines, which divide the virtual channels of
  /// every link into two classes where there are at least two.
  bool has_datelines() const { return topology_.wraps(); }
  /// True when the channel that leaves `here` by network port `port` wraps around its dimension.
  /// A side of 2 has no dateline: a minimal route takes one channel of it at most.
  bool crosses_dateline(NodeId here, PortId port) const {
    return has_datelines() && route_->crosses_dateline(here, port);
  }
  /// The class in which a worm takes network port `output_port` of `here`: 0, and 1 from the
  /// channel that crosses the dateline on as long as the worm stays in that dimension. It came by
  /// `input_port` (kNoPort or a local port: from the node itself) in class `input_class`. Always 0
  /// without datelines.
  int next_class(NodeId here, PortId input_port, int input_class, PortId output_port) const {
    return has_datelines() ? route_->next_class(here, input_port, input_class, output_port) : 0;
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
