#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/network_config.h"
#include "hw/packet.h"
#include "hw/routing/routing_policy.h"
#include "hw/topology/base_route.h"
#include "hw/topology/label_route.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// How a route goes round the rings of a torus.
enum class RingTravel {
  kMinimal,  ///< the shorter way, a tie goes up
  kUpwards,  ///< always up; minimal on networks without rings
};

/// How messages find their way through a network. Schedules are laid along its base routes: of
/// dimension order where there are coordinates, e-cube on labels; elsewhere the way that the family
/// of the network says, and the order is without effect. Headers follow the relation of a policy,
/// which is the base routes if it has none of its own. It keeps a reference to the topology.
class Routing {
 public:
  /// Headers follow the base routes.
  Routing(const Topology& topology, RoutingOrder order);
  /// Throws std::invalid_argument where the policy does not fit the network, or the options.
  Routing(const Topology& topology, RoutingOrder order, const RoutingPolicy& policy,
          const RoutingOptions& options = {});

  /// The network port that the base route to `destination` takes at `here`, which is another node.
  PortId next_port(NodeId here, NodeId destination) const {
    return labels_ ? label_port(here ^ destination, order_) : base_->next_port(here, destination);
  }

  /// Appends the ports of the way from `source` to `destination` to `ports`. Headers follow minimal
  /// routes; those that only go up are for source routes.
  void append_ports(NodeId source, NodeId destination, std::vector<PortId>& ports,
                    RingTravel rings = RingTravel::kMinimal) const;

  /// Headers that carry no route have one way only, the base route.
  bool follows_base_routes() const { return relation_ == base_; }
  /// They do, or by rules of their own for the rings of a torus (RoutingOptions).
  bool keeps_base_order() const { return keeps_base_order_; }
  /// Every header of a schedule carries its route, as where headers without one have rules of their
  /// own for rings; else those do that are not to take the base route.
  bool in_headers() const { return in_headers_; }
  /// Of several ways a header has one, drawn.
  bool takes_one() const { return takes_one_; }
  /// What draws the routes that headers carry, or null.
  const RouteDraw* draw() const { return draw_.get(); }
  /// What the router of the source goes by that chooses between two ways that were drawn, or null.
  Congestion congestion() const { return congestion_; }
  /// Draws the route of a packet to its destination, of which there is one, and has its header
  /// carry it. `ports` has it then, and is to stay. Precondition: draw().
  void draw_route(Packet& packet, std::vector<PortId>& ports) const;
  /// How packets between processors spread.
  const RouteShares& shares() const { return shares_; }
  /// Which of several ways headers try first, and the seed of what is drawn for that.
  Selection selection() const { return selection_; }
  std::uint64_t seed() const { return seed_; }

  /// What schedules are laid along.
  const BaseRoute& base() const { return *base_; }
  /// What headers follow.
  const RoutingRelation& relation() const { return *relation_; }
  /// The classes that `vcs` virtual channels of a link are divided into.
  int classes_of(int vcs) const { return vcs < relation_->classes() ? 1 : relation_->classes(); }
  /// Those of them that are an escape.
  int escape_classes_of(int vcs) const {
    return vcs < relation_->classes() ? 0 : relation_->escape_classes();
  }
  /// Headers may not leave these.
  bool keeps_escape() const { return relation_->keeps_escape(); }
  /// See RoutingRelation, for what routers ask it for.
  void candidates(NodeId here, PortId from_port, int from_class, NodeId destination,
                  RouteCandidates& out) const {
    if (headers_by_labels_) {
      out.set({label_port(here ^ destination, order_), 0});
    } else {
      relation_->candidates(here, from_port, from_class, destination, out);
    }
  }
  int class_on_route(NodeId here, PortId from_port, int from_class, PortId port) const {
    return headers_by_labels_ ? 0 : relation_->class_on_route(here, from_port, from_class, port);
  }

  RoutingOrder order() const { return order_; }
  const Topology& topology() const { return topology_; }

 private:
  const Topology& topology_;
  RoutingOrder order_;
  bool labels_;
  bool headers_by_labels_;  // the way by labels is quick to say
  bool in_headers_;
  bool keeps_base_order_;
  bool takes_one_;
  Selection selection_;
  std::uint64_t seed_;
  Congestion congestion_;
  std::shared_ptr<const BaseRoute> base_;
  std::shared_ptr<const RoutingRelation> relation_;
  std::shared_ptr<const RouteDraw> draw_;
  RouteShares shares_;
};

}  // namespace flitcast
