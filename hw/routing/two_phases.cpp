// Routing by way of a node that is drawn: the base route to it, then the base route from there.
//
//   valiant  the node is any one, so that every pattern loads links as uniform traffic does:
//   Valiant
//            and Brebner, "Universal schemes for parallel communication", STOC 1981
//   romm     the node lies on a shortest way, so that the whole way is one: Nesson and Johnsson,
//            "ROMM routing on mesh and torus networks", SPAA 1995 (two phases)
//   ugal     the router of the source chooses between the base route and one as of valiant, by the
//            slots taken behind the first port of each times its links (UGAL-L): Singh, "Load-
//            balanced routing in interconnection networks", Ph.D. thesis, Stanford University, 2005
//
// Headers carry the ports. As long as these correct dimensions in the order of base routes, each in
// one direction, a worm is in the first set of classes; with the first port that does not, it
// changes to the second one. Each set has the classes that base routes have: on a torus two, cut by
// a dateline. A route goes at most once round a ring in a set; a second time would change it, too.
//
// Free of deadlock: the channels of a set are taken in the order of base routes, and no worm comes
// back from the second set to the first.

#include <stdexcept>

#include "hw/routing/coordinates.h"
#include "hw/routing/routing_policies.h"

namespace flitcast {
namespace {

class TwoPhases final : public RoutingRelation, public RouteDraw {
 public:
  TwoPhases(const RoutedNetwork& network, Midpoint midpoint)
      : topology_(network.topology),
        ways_(network.topology),
        base_(network.base),
        descending_(network.order == RoutingOrder::kDescending),
        midpoint_(midpoint) {}

  int classes() const override { return 2 * base_->classes(); }
  std::string_view use_of_classes() const override { return "keeps the two phases apart"; }

  /// What a route that is drawn may do next. The way that leads to the destination without another
  /// detour comes first.
  void candidates(NodeId here, PortId from_port, int from_class, NodeId destination,
                  RouteCandidates& out) const override {
    out.clear();
    const PortId direct = base_->next_port(here, destination);
    add(here, from_port, from_class, direct, out);
    if (ways_.is_network(from_port) && from_class >= base_->classes()) {
      return;
    }
    for (int d = 0; d < ways_.dimensions(); ++d) {
      const auto [nearer, other] = ways_.steps(here, destination, d);
      for (const PortId port : {ways_.up(d), ways_.down(d)}) {
        const bool drawn = midpoint_ == Midpoint::kAnywhere || port == nearer || port == other;
        if (drawn && port != direct && topology_.neighbour(here, port) != kNoNode &&
            phase(here, from_port, from_class, port) == 0) {
          add(here, from_port, from_class, port, out);
        }
        if (ways_.up(d) == ways_.down(d)) {
          break;
        }
      }
    }
  }

  int class_on_route(NodeId here, PortId from_port, int from_class, PortId port) const override {
    const int of_base = base_->classes();
    const int set = phase(here, from_port, from_class, port);
    const bool same_set = ways_.is_network(from_port) && from_class / of_base == set;
    return set * of_base +
           base_->class_on_route(here, same_set ? from_port : kNoPort, from_class % of_base, port);
  }

  void append_route(NodeId source, NodeId destination, std::uint64_t bits,
                    std::vector<PortId>& ports) const override {
    const NodeId midpoint = draw(source, destination, EvenBits(bits));
    NodeId at = source;
    for (; at != midpoint && at != destination; at = topology_.neighbour(at, ports.back())) {
      ports.push_back(base_->next_port(at, midpoint));
    }
    for (; at != destination; at = topology_.neighbour(at, ports.back())) {
      ports.push_back(base_->next_port(at, destination));
    }
  }

 private:
  void add(NodeId here, PortId from_port, int from_class, PortId port, RouteCandidates& out) const {
    out.add({port, static_cast<std::uint8_t>(class_on_route(here, from_port, from_class, port))});
  }

  // The set of classes in which a header takes `port`.
  int phase(NodeId here, PortId from_port, int from_class, PortId port) const {
    if (!ways_.is_network(from_port)) {
      return 0;
    }
    if (from_class >= base_->classes()) {
      return 1;
    }
    const int from = ways_.dimension_of(from_port);
    const int to = ways_.dimension_of(port);
    if (from != to) {
      return (to > from) == descending_ ? 1 : 0;
    }
    const bool second_round = from_class == 1 && base_->class_on_route(here, kNoPort, 0, port) == 1;
    return ways_.goes_straight(from_port, port) && !second_round ? 0 : 1;
  }

  NodeId draw(NodeId source, NodeId destination, EvenBits bits) const {
    if (midpoint_ == Midpoint::kAnywhere) {
      return static_cast<NodeId>(bits.below(topology_.nodes()));
    }
    NodeId midpoint = source;
    for (int d = 0; d < ways_.dimensions(); ++d) {
      const PortId port = ways_.steps(source, destination, d).port;
      if (port != kNoPort) {
        midpoint =
            topology_.with_coordinate(midpoint, d, draw_between(source, destination, d, bits));
      }
    }
    return midpoint;
  }
  // A coordinate between those of two nodes, ends included, on the way of base routes.
  std::uint32_t draw_between(NodeId source, NodeId destination, int d, EvenBits& bits) const {
    const Coordinates::Stretch stretch = ways_.stretch(source, destination, d);
    return ways_.along(stretch, static_cast<std::uint32_t>(bits.below(stretch.links + 1)));
  }

  const Topology& topology_;
  Coordinates ways_;
  std::shared_ptr<const BaseRoute> base_;
  bool descending_;
  Midpoint midpoint_;
};

/// What `ugal` draws: of the base route, the other way of its choice, the relation of `valiant` has
/// the first set of classes, too.
class Detour final : public RouteDraw {
 public:
  explicit Detour(const RoutedNetwork& network) : way_(network, Midpoint::kAnywhere) {}

  void append_route(NodeId source, NodeId destination, std::uint64_t bits,
                    std::vector<PortId>& ports) const override {
    way_.append_route(source, destination, bits, ports);
  }
  bool is_detour() const override { return true; }

 private:
  TwoPhases way_;
};

template <Midpoint kMidpoint>
RoutingPolicy two_phases(std::string_view word, std::string_view help) {
  RoutingPolicy policy;
  policy.word = word;
  policy.help = help;
  policy.in_headers = true;
  policy.make = [](const RoutedNetwork& network) -> std::shared_ptr<const RoutingRelation> {
    return std::make_shared<TwoPhases>(network, kMidpoint);
  };
  policy.draw = [](const RoutedNetwork& network) -> std::shared_ptr<const RouteDraw> {
    return std::make_shared<TwoPhases>(network, kMidpoint);
  };
  policy.shares = [](const RoutedNetwork& network) {
    return RouteShares{{network.base}, kMidpoint};
  };
  policy.minimal = kMidpoint == Midpoint::kOnAShortestWay;
  return policy;
}

}  // namespace

const RoutingPolicy& valiant_policy() {
  static const RoutingPolicy policy = two_phases<Midpoint::kAnywhere>(
      "valiant", "by way of a node that is drawn, on meshes, tori and hypercubes");
  return policy;
}

const RoutingPolicy& ugal_policy() {
  static const RoutingPolicy policy = [] {
    RoutingPolicy made = two_phases<Midpoint::kAnywhere>(
        "ugal", "the base route, or by way of a node that is drawn, by what is free at the source");
    made.draw = [](const RoutedNetwork& network) -> std::shared_ptr<const RouteDraw> {
      return std::make_shared<Detour>(network);
    };
    made.shares = [](const RoutedNetwork& /*network*/) { return RouteShares(); };
    return made;
  }();
  return policy;
}

const RoutingPolicy& romm_policy() {
  static const RoutingPolicy policy = two_phases<Midpoint::kOnAShortestWay>(
      "romm", "by way of a node that is drawn on a shortest way, on meshes, tori and hypercubes");
  return policy;
}

}  // namespace flitcast
