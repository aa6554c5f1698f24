#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/routing/coordinates.h"
#include "hw/routing/ring_rules.h"
#include "hw/routing/routing_policy.h"
#include "hw/routing_relation.h"
#include "hw/topology/base_route.h"
#include "hw/types.h"

namespace flitcast {

/// Dimension-order routing on hypercubes, meshes and tori, step by step: one dimension after the
/// other, round rings the shorter way, by the rules for ties and datelines of RoutingOptions.
class DimensionSteps {
 public:
  /// In the order `dimensions`, which has each once; empty: in that of the base routes. Throws
  /// std::invalid_argument where there are no coordinates.
  explicit DimensionSteps(const RoutedNetwork& network,
                          const std::vector<std::uint32_t>& dimensions = {});

  const Coordinates& ways() const { return ways_; }
  int classes() const { return base_->classes(); }
  const BaseRoute& base() const { return *base_; }
  /// Headers may have two ways, of which one is drawn.
  bool draws() const { return draws_; }

  /// The port of the next step from `here` to `end`, another node; two where a tie is drawn.
  Coordinates::Steps next(NodeId here, NodeId end) const;
  /// The class in which a header takes `port`, a step to `end`; it came by `from_port` in
  /// `from_class`.
  std::uint8_t class_of(NodeId here, PortId from_port, int from_class, NodeId end,
                        PortId port) const;
  /// Some worm that came like this may take `port` in `vc_class` on a shortest way to some node.
  bool may_take(NodeId here, PortId from_port, int from_class, PortId port, int vc_class) const;

 private:
  bool goes_on(PortId from_port, PortId port) const;
  bool closes_ring(NodeId here, PortId port) const;

  Coordinates ways_;
  std::shared_ptr<const BaseRoute> base_;
  std::vector<int> order_;
  bool draws_;
  bool on_entering_;
};

/// What headers follow in such an order.
std::shared_ptr<const RoutingRelation> steps_in_order(
    const RoutedNetwork& network, const std::vector<std::uint32_t>& dimensions = {});
/// The ways that they may take, all alike: where ties are drawn with ties up, and with ties down.
std::vector<std::shared_ptr<const BaseRoute>> ways_in_order(
    const RoutedNetwork& network, const std::vector<std::uint32_t>& dimensions = {});

}  // namespace flitcast
