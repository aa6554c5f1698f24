// Routing by way of a node that is drawn: the base route to it, then the base route from there.
//
//   valiant  the node is any one, so that every pattern loads links as uniform traffic does:
//            Valiant and Brebner, "Universal schemes for parallel communication", STOC 1981.
//            Packets go all the way to it, though they may come by their destination before
//   romm     the node lies on a shortest way, so that the whole way is one: Nesson and Johnsson,
//            "ROMM routing on mesh and torus networks", SPAA 1995 (two phases)
//   ugal     the router of the source chooses between the base route and one as of valiant, by the
//            slots taken behind the first port of each times its links (UGAL-L): Singh, "Load-
//            balanced routing in interconnection networks", Ph.D. thesis, Stanford University, 2005
//   ugal_global
//            likewise, by the queue of the first global channel of each, at whatever router it
//            is: the slots taken behind it, and the packets that wait for it (UGAL-G): Kim, Dally,
//            Scott and Abts, ISCA 2008
//
// Networks whose base routes name midpoints have detours by these (Detours); on others:
//
// Headers carry ports and classes. A worm is in the first set of classes as far as the node, and in
// the second one from there on; the base routes of ugal are in the first one. Each set has the
// classes that base routes have: on a torus two, by RoutingOptions::datelines.
//
// Free of deadlock: the channels of a set are taken in the order of base routes, and no worm comes
// back from the second set to the first.

#include <stdexcept>

#include "hw/routing/detours.h"
#include "hw/routing/dimension_steps.h"
#include "hw/routing/routing_policies.h"

namespace flitcast {
namespace {

class TwoPhases final : public RoutingRelation, public RouteDraw {
 public:
  TwoPhases(const RoutedNetwork& network, Midpoint midpoint)
      : topology_(network.topology),
        steps_(network),
        descending_(network.order == RoutingOrder::kDescending),
        midpoint_(midpoint) {}

  int classes() const override { return 2 * steps_.classes(); }
  std::string_view use_of_classes() const override { return "keeps the two phases apart"; }
  bool passes_destinations() const override { return midpoint_ == Midpoint::kAnywhere; }

  /// What a route that is drawn may do next: go on from the midpoint, or towards it.
  void candidates(NodeId here, PortId from_port, int from_class, NodeId destination,
                  RouteCandidates& out) const override {
    out.clear();
    const bool on_the_way_on = ways().is_network(from_port) && from_class >= steps_.classes();
    if (here != destination) {
      const PortId from = on_the_way_on ? from_port : kNoPort;
      const auto [port, other] = steps_.next(here, destination);
      add_on(here, from, from_class, destination, port, out);
      if (other != kNoPort) {
        add_on(here, from, from_class, destination, other, out);
      }
    }
    for (int port = 0; !on_the_way_on && port < topology_.network_ports(); ++port) {
      add_there(here, from_port, from_class, destination, static_cast<PortId>(port), out);
    }
  }

  /// Routes of its own are those of a schedule; their worms stay in the first set.
  int class_on_route(NodeId here, PortId from_port, int from_class, PortId port) const override {
    return steps_.base().class_on_route(here, from_port, from_class, port);
  }

  std::size_t append_route(NodeId source, NodeId destination, std::uint64_t bits,
                           std::vector<PortId>& ports,
                           std::vector<PortId>& classes) const override {
    EvenBits draws(bits);
    if (source != destination) {
      const NodeId midpoint = draw(source, destination, draws);
      append_phase(source, midpoint, 0, draws, ports, classes);
      append_phase(midpoint, destination, steps_.classes(), draws, ports, classes);
    }
    return 0;
  }
  /// The base route, a tie drawn, in the classes from `first_class` on.
  void append_phase(NodeId at, NodeId end, int first_class, EvenBits& draws,
                    std::vector<PortId>& ports, std::vector<PortId>& classes) const {
    PortId from_port = kNoPort;
    int ring_class = 0;
    while (at != end) {
      const auto [nearer, other] = steps_.next(at, end);
      const PortId port = other != kNoPort && draws.below(2) == 1 ? other : nearer;
      ring_class = steps_.class_of(at, from_port, ring_class, end, port);
      ports.push_back(port);
      classes.push_back(static_cast<PortId>(first_class + ring_class));
      from_port = topology_.entry_port(at, port);
      at = topology_.neighbour(at, port);
    }
  }

 private:
  const Coordinates& ways() const { return steps_.ways(); }

  // From the midpoint on.
  void add_on(NodeId here, PortId from_port, int from_class, NodeId destination, PortId port,
              RouteCandidates& out) const {
    const int of_set = steps_.classes();
    const int vc_class = steps_.class_of(here, from_port, from_class % of_set, destination, port);
    out.add({port, static_cast<std::uint8_t>(of_set + vc_class)});
  }

  // Towards some midpoint, by `port` if that may be.
  void add_there(NodeId here, PortId from_port, int from_class, NodeId destination, PortId port,
                 RouteCandidates& out) const {
    if (topology_.neighbour(here, port) == kNoNode || !keeps_order(from_port, port) ||
        (midpoint_ == Midpoint::kOnAShortestWay && !leads_nearer(here, destination, port))) {
      return;
    }
    for (int vc_class = 0; vc_class < steps_.classes(); ++vc_class) {
      if (steps_.may_take(here, from_port, from_class, port, vc_class)) {
        out.add({port, static_cast<std::uint8_t>(vc_class)});
      }
    }
  }
  // A header that came by `from_port` goes on in a dimension, or into one that comes later.
  bool keeps_order(PortId from_port, PortId port) const {
    if (!ways().is_network(from_port)) {
      return true;
    }
    const int from = ways().dimension_of(from_port);
    const int to = ways().dimension_of(port);
    return from == to ? ways().goes_straight(from_port, port) : (to > from) != descending_;
  }
  bool leads_nearer(NodeId here, NodeId destination, PortId port) const {
    const auto [nearer, other] = ways().steps(here, destination, ways().dimension_of(port));
    return port == nearer || (port == other && steps_.draws());
  }

  NodeId draw(NodeId source, NodeId destination, EvenBits& draws) const {
    if (midpoint_ == Midpoint::kAnywhere) {
      return static_cast<NodeId>(draws.below(topology_.nodes()));
    }
    NodeId midpoint = source;
    for (int d = 0; d < ways().dimensions(); ++d) {
      const auto [port, other] = ways().steps(source, destination, d);
      if (port != kNoPort) {
        Coordinates::Stretch stretch = ways().stretch(source, destination, d);
        stretch.up = stretch.up && (other == kNoPort || !steps_.draws() || draws.below(2) == 0);
        const auto links = static_cast<std::uint32_t>(draws.below(stretch.links + 1));
        midpoint = topology_.with_coordinate(midpoint, d, ways().along(stretch, links));
      }
    }
    return midpoint;
  }

  const Topology& topology_;
  DimensionSteps steps_;
  bool descending_;
  Midpoint midpoint_;
};

/// What `ugal` draws: the base route, and behind it a way as of `valiant`, whose relation has base
/// routes in the first set of classes, too.
class WayOrDetour final : public RouteDraw {
 public:
  explicit WayOrDetour(const RoutedNetwork& network) : ways_(network, Midpoint::kAnywhere) {}

  std::size_t append_route(NodeId source, NodeId destination, std::uint64_t bits,
                           std::vector<PortId>& ports,
                           std::vector<PortId>& classes) const override {
    EvenBits ties(mixed(bits, 0, 0));
    ways_.append_phase(source, destination, 0, ties, ports, classes);
    const std::size_t direct = ports.size();
    ways_.append_route(source, destination, bits, ports, classes);
    return direct;
  }

 private:
  TwoPhases ways_;
};

/// Where base routes name midpoints, detours by them.
bool names_midpoints(const RoutedNetwork& network, Midpoint midpoint) {
  if (midpoint != Midpoint::kAnywhere || network.topology.has_coordinates()) {
    return false;
  }
  if (network.base->midpoints() == 0) {
    throw std::invalid_argument(
        "needs a mesh, torus, hypercube, cmesh, flattened_butterfly or dragonfly");
  }
  return true;
}

template <Midpoint kMidpoint>
RoutingPolicy two_phases(std::string_view word, std::string_view help) {
  RoutingPolicy policy;
  policy.word = word;
  policy.help = help;
  policy.in_headers = true;
  policy.make = [](const RoutedNetwork& network) -> std::shared_ptr<const RoutingRelation> {
    if (names_midpoints(network, kMidpoint)) {
      return std::make_shared<Detours>(network, false);
    }
    return std::make_shared<TwoPhases>(network, kMidpoint);
  };
  policy.draw = [](const RoutedNetwork& network) -> std::shared_ptr<const RouteDraw> {
    if (names_midpoints(network, kMidpoint)) {
      return std::make_shared<Detours>(network, false);
    }
    return std::make_shared<TwoPhases>(network, kMidpoint);
  };
  policy.shares = [](const RoutedNetwork& network) {
    if (names_midpoints(network, kMidpoint)) {
      return RouteShares{{network.base}, kMidpoint};
    }
    return RouteShares{ways_in_order(network), kMidpoint};
  };
  policy.minimal = kMidpoint == Midpoint::kOnAShortestWay;
  return policy;
}

RoutingPolicy way_or_detour(std::string_view word, std::string_view help, Congestion congestion) {
  RoutingPolicy policy = two_phases<Midpoint::kAnywhere>(word, help);
  policy.draw = [](const RoutedNetwork& network) -> std::shared_ptr<const RouteDraw> {
    if (names_midpoints(network, Midpoint::kAnywhere)) {
      return std::make_shared<Detours>(network, true);
    }
    return std::make_shared<WayOrDetour>(network);
  };
  policy.shares = [](const RoutedNetwork& /*network*/) { return RouteShares(); };
  policy.congestion = congestion;
  return policy;
}

/// UGAL-G: the queue before the first global channel, or the first channel where there is none,
/// which may be another router's.
std::uint64_t first_global_queue(const WayAhead& way, const SeenQueues& queues) {
  NodeId at = way.node;
  for (std::size_t hop = 0; hop < way.hops; ++hop) {
    if (queues.topology.is_global(way.ports[hop])) {
      return queues.all->of(at).length_before(way.ports[hop], queues.now);
    }
    at = queues.topology.neighbour(at, way.ports[hop]);
  }
  return queues.own.length_before(way.ports[0], queues.now);
}

}  // namespace

const RoutingPolicy& valiant_policy() {
  static const RoutingPolicy policy = two_phases<Midpoint::kAnywhere>(
      "valiant", "all the way to a node that is drawn, then on; not on trees and graphs");
  return policy;
}

const RoutingPolicy& ugal_policy() {
  static const RoutingPolicy policy = way_or_detour(
      "ugal", "the base route, or a detour as of valiant, by what is free at the source",
      own_queue);
  return policy;
}

const RoutingPolicy& ugal_global_policy() {
  static const RoutingPolicy policy = way_or_detour(
      "ugal_global", "likewise, by what is free at the first link between groups, wherever it is",
      first_global_queue);
  return policy;
}

const RoutingPolicy& romm_policy() {
  static const RoutingPolicy policy = two_phases<Midpoint::kOnAShortestWay>(
      "romm", "by way of a node that is drawn on a shortest way, on meshes, tori and hypercubes");
  return policy;
}

}  // namespace flitcast
