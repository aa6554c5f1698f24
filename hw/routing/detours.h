#pragma once

#include <memory>
#include <vector>

#include "hw/bit_rows.h"
#include "hw/routing/routing_policy.h"

namespace flitcast {

/// Base routes by way of a midpoint that is drawn among those that the network names
/// (BaseRoute::midpoints). A worm is in class 0 as far as the midpoint, and from there on in the
/// classes of base routes, counted from 1. Between processors of a router there are no links.
///
/// Free of deadlock where base routes are: those of class 0 to midpoints come first, and no worm
/// comes back to class 0.
class Detours final : public RoutingRelation, public RouteDraw {
 public:
  /// Throws std::invalid_argument where the network names no midpoints. `or_direct`: the base
  /// route is drawn beside it, and the router of the source chooses.
  Detours(const RoutedNetwork& network, bool or_direct);

  int classes() const override { return 1 + base_->classes(); }
  std::string_view use_of_classes() const override { return "keeps the two phases apart"; }
  bool passes_destinations() const override { return true; }

  /// What a route that is drawn may do next: go on from the midpoint, or towards it.
  void candidates(NodeId here, PortId from_port, int from_class, NodeId destination,
                  RouteCandidates& out) const override;
  /// Routes of its own are those of a schedule.
  int class_on_route(NodeId here, PortId from_port, int from_class, PortId port) const override {
    return base_->class_on_route(here, from_port, from_class, port);
  }

  std::size_t append_route(NodeId source, NodeId destination, std::uint64_t bits,
                           std::vector<PortId>& ports, std::vector<PortId>& classes) const override;

 private:
  bool is_network(PortId port) const { return port < topology_.network_ports(); }
  /// In `turns_`: of a header that came by a network port, or by none.
  std::size_t place(NodeId router, PortId from_port) const;
  void find_turns();
  void append_phase(NodeId at, NodeId end, int first_class, std::vector<PortId>& ports,
                    std::vector<PortId>& classes) const;

  const Topology& topology_;
  std::shared_ptr<const BaseRoute> base_;
  bool or_direct_;
  BitRows turns_;  // ports that base routes to midpoints take
};

}  // namespace flitcast
