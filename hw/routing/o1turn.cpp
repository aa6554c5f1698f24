// XY and YX on meshes of two dimensions: every packet goes first along x, then along y, or the
// other way round.
//
//   o1turn          either with probability 1/2: Seo, Ali, Lim, Rafique and Thottethodi,
//                   "Near-optimal worst-case throughput routing for two-dimensional mesh networks",
//                   ISCA 2005
//   adaptive_xy_yx  the one of which the first router has a channel free, by router.selection where
//                   it has both
//
// The class of virtual channels says the order from there on: class 0 is x before y, class 1 is y
// before x.
//
// Free of deadlock: within a class the order is that of dimension-order routing, and no header
// changes its class.

#include "hw/routing/coordinates.h"
#include "hw/routing/routing_policies.h"
#include "hw/topology/family.h"

namespace flitcast {
namespace {

class EitherOrder final : public RoutingRelation {
 public:
  EitherOrder(const Topology& mesh, bool drawn) : ways_(mesh), drawn_(drawn) {}

  int classes() const override { return 2; }
  std::string_view use_of_classes() const override { return "keeps the two orders apart"; }
  bool draws() const override { return drawn_; }

  void candidates(NodeId here, PortId from_port, int from_class, NodeId destination,
                  RouteCandidates& out) const override {
    const bool starts = !ways_.is_network(from_port);
    out.clear();
    if (starts || from_class == 0) {
      out.add({first_port(here, destination, 0), 0});
    }
    if (starts || from_class == 1) {
      out.add({first_port(here, destination, 1), 1});
    }
  }
  /// Routes of its own are those of a schedule; their worms stay in class 0.
  int class_on_route(NodeId /*here*/, PortId /*from_port*/, int /*from_class*/,
                     PortId /*port*/) const override {
    return 0;
  }

 private:
  PortId first_port(NodeId here, NodeId destination, int dimension) const {
    const PortId port = ways_.steps(here, destination, dimension).port;
    return port != kNoPort ? port : ways_.steps(here, destination, 1 - dimension).port;
  }

  Coordinates ways_;
  bool drawn_;
};

template <bool kDrawn>
RoutingPolicy either_order(std::string_view word, std::string_view help) {
  RoutingPolicy policy;
  policy.word = word;
  policy.help = help;
  policy.make = [](const RoutedNetwork& network) -> std::shared_ptr<const RoutingRelation> {
    require_plane_mesh(network.topology);
    return std::make_shared<EitherOrder>(network.topology, kDrawn);
  };
  return policy;
}

}  // namespace

const RoutingPolicy& o1turn_policy() {
  static const RoutingPolicy policy = [] {
    RoutingPolicy made =
        either_order<true>("o1turn", "x before y or y before x on meshes of two dimensions, drawn");
    made.shares = [](const RoutedNetwork& network) {
      const Topology& mesh = network.topology;
      return RouteShares{{mesh.family().routes(mesh, RoutingOrder::kAscending),
                          mesh.family().routes(mesh, RoutingOrder::kDescending)}};
    };
    return made;
  }();
  return policy;
}

const RoutingPolicy& adaptive_xy_yx_policy() {
  static const RoutingPolicy policy = either_order<false>(
      "adaptive_xy_yx",
      "x before y or y before x on meshes of two dimensions, whichever finds a channel free at the "
      "source");
  return policy;
}

}  // namespace flitcast
