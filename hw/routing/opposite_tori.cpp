// Two tori of unidirectional links side by side, as chips have them that keep two networks apart:
// one leads up along every ring, in the order of dimensions, the other one down, in the opposite
// order. They are the two directions of a torus and share no link. Every packet is drawn into
// either with probability 1/2, and stays there.
//
// Free of deadlock: no header leaves its network, in which dimensions are taken in one order and
// datelines, kept on crossing, cut every ring: a worm goes round less than all of it, so that none
// of class 1 comes to the wrap link again. With half duplex the two share their links, and may wait
// for each other.

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include "hw/routing/coordinates.h"
#include "hw/routing/route_draw.h"
#include "hw/routing/routing_policies.h"
#include "hw/routing/selection.h"
#include "hw/topology/family.h"

namespace flitcast {
namespace {

enum class OneWay { kUp, kDown };

/// The port of the next step, in either network, from `here` to `destination`, another node.
PortId step(const Coordinates& torus, NodeId here, NodeId destination, OneWay way) {
  for (int i = 0; i < torus.dimensions(); ++i) {
    const int d = way == OneWay::kUp ? i : torus.dimensions() - 1 - i;
    if (torus.at(here, d) != torus.at(destination, d)) {
      return way == OneWay::kUp ? torus.up(d) : torus.down(d);
    }
  }
  return kNoPort;
}

class OppositeTori final : public RoutingRelation, public RouteDraw {
 public:
  explicit OppositeTori(const RoutedNetwork& network)
      : topology_(network.topology), torus_(topology_), base_(network.base) {}

  int classes() const override { return base_->classes(); }
  std::string_view use_of_classes() const override { return base_->use_of_classes(); }

  void candidates(NodeId here, PortId from_port, int from_class, NodeId destination,
                  RouteCandidates& out) const override {
    out.clear();
    for (const OneWay way : {OneWay::kUp, OneWay::kDown}) {
      if (!torus_.is_network(from_port) || came(from_port) == way) {
        const PortId port = step(torus_, here, destination, way);
        out.add(
            {port, static_cast<std::uint8_t>(class_on_route(here, from_port, from_class, port))});
      }
    }
  }
  int class_on_route(NodeId here, PortId from_port, int from_class, PortId port) const override {
    return base_->class_on_route(here, from_port, from_class, port);
  }

  std::size_t append_route(NodeId source, NodeId destination, std::uint64_t bits,
                           std::vector<PortId>& ports,
                           std::vector<PortId>& classes) const override {
    const OneWay way = EvenBits(bits).below(2) == 0 ? OneWay::kUp : OneWay::kDown;
    PortId from = kNoPort;
    int vc_class = 0;
    for (NodeId here = source; here != destination;
         here = topology_.neighbour(here, ports.back())) {
      ports.push_back(step(torus_, here, destination, way));
      vc_class = class_on_route(here, from, vc_class, ports.back());
      classes.push_back(static_cast<PortId>(vc_class));
      from = topology_.entry_port(here, ports.back());
    }
    return 0;
  }

 private:
  /// A header that goes up comes from below.
  OneWay came(PortId from_port) const {
    return from_port == torus_.down(torus_.dimension_of(from_port)) ? OneWay::kUp : OneWay::kDown;
  }

  const Topology& topology_;
  Coordinates torus_;
  std::shared_ptr<const BaseRoute> base_;
};

class WayOfATorus final : public BaseRoute {
 public:
  WayOfATorus(const Topology& torus, OneWay way) : torus_(torus), way_(way) {}

  PortId next_port(NodeId here, NodeId destination) const override {
    return step(torus_, here, destination, way_);
  }

 private:
  Coordinates torus_;
  OneWay way_;
};

void require_rings(const Topology& topology) {
  const std::vector<std::uint32_t>& sides = topology.sides();
  if (!topology.is_grid() || !topology.wraps() ||
      std::find(sides.begin(), sides.end(), 2U) != sides.end()) {
    throw std::invalid_argument("needs a torus or ring without sides of 2 nodes");
  }
}

}  // namespace

const RoutingPolicy& opposite_tori_policy() {
  static const RoutingPolicy policy = [] {
    RoutingPolicy made;
    made.word = "opposite_tori";
    made.help = "two tori of unidirectional links side by side, one up and one down, drawn";
    made.in_headers = true;
    made.make = [](const RoutedNetwork& network) -> std::shared_ptr<const RoutingRelation> {
      require_rings(network.topology);
      return std::make_shared<OppositeTori>(network);
    };
    made.draw = [](const RoutedNetwork& network) -> std::shared_ptr<const RouteDraw> {
      return std::make_shared<OppositeTori>(network);
    };
    made.shares = [](const RoutedNetwork& network) {
      return RouteShares{{std::make_shared<WayOfATorus>(network.topology, OneWay::kUp),
                          std::make_shared<WayOfATorus>(network.topology, OneWay::kDown)}};
    };
    made.minimal = false;
    made.takes_datelines = false;
    return made;
  }();
  return policy;
}

}  // namespace flitcast
