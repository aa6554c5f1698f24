#pragma once

#include "hw/network_config.h"
#include "hw/topology/base_route.h"

namespace flitcast {

/// e-cube: the port for the first bit, in an order, of those in which a label differs from that of
/// the destination.
inline PortId label_port(NodeId difference, RoutingOrder order) {
  return static_cast<PortId>(order == RoutingOrder::kAscending ? __builtin_ctz(difference)
                                                               : 31 - __builtin_clz(difference));
}

/// The way through a network whose nodes are labels.
class LabelRoute final : public BaseRoute {
 public:
  explicit LabelRoute(RoutingOrder order) : order_(order) {}

  PortId next_port(NodeId here, NodeId destination) const override {
    return label_port(here ^ destination, order_);
  }

 private:
  RoutingOrder order_;
};

}  // namespace flitcast
