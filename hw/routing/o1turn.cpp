// O1TURN on meshes of two dimensions: every packet goes first along x, then along y, or the other
// way round, each with probability 1/2. Seo, Ali, Lim, Rafique and Thottethodi, "Near-optimal
// worst-case throughput routing for two-dimensional mesh networks", ISCA 2005.
//
// The order is chosen at the source, and the class of virtual channels says it from there on: class
// 0 is x before y, class 1 is y before x.
//
// Free of deadlock: within a class the order is that of dimension-order routing, and no header
// changes its class.

#include "hw/routing/coordinates.h"
#include "hw/routing/routing_policies.h"
#include "hw/topology/family.h"

namespace flitcast {
namespace {

class O1Turn final : public RoutingRelation {
 public:
  explicit O1Turn(const Topology& mesh) : ways_(mesh) {}

  int classes() const override { return 2; }
  std::string_view use_of_classes() const override { return "keeps the two orders apart"; }

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
};

}  // namespace

const RoutingPolicy& o1turn_policy() {
  static const RoutingPolicy policy = [] {
    RoutingPolicy made;
    made.word = "o1turn";
    made.help = "x before y or y before x on meshes of two dimensions, drawn";
    made.make = [](const RoutedNetwork& network) -> std::shared_ptr<const RoutingRelation> {
      require_plane_mesh(network.topology);
      return std::make_shared<O1Turn>(network.topology);
    };
    // One that is told to prefer an order is adaptive.
    made.shares = [](const RoutedNetwork& network) {
      RouteShares shares;
      if (network.options.selection.value_or(Selection::kRandom) == Selection::kRandom) {
        const Topology& mesh = network.topology;
        shares.ways = {mesh.family().routes(mesh, RoutingOrder::kAscending),
                       mesh.family().routes(mesh, RoutingOrder::kDescending)};
      }
      return shares;
    };
    made.selection = Selection::kRandom;
    return made;
  }();
  return policy;
}

}  // namespace flitcast
