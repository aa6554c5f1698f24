// Free of deadlock with datelines of either rule: dimensions are taken in one order, and of the
// channels of a ring one way round neither class has all. Kept on crossing, a worm is in class 0
// up to the wrap link and goes from there to class 1, in which none comes to that link again. Set
// on entering, worms of class 0 never take the wrap link; those of class 1 take it after half of
// the ring at most, and from there on go as far at most, less that link: the link in the middle is
// not theirs. Worms of both rules on one ring: class 1 is the union of what comes after the wrap
// link and those, of minimal routes the same channels; and only class 0 waits for the other one.

#include "hw/routing/dimension_steps.h"

#include <algorithm>
#include <numeric>

namespace flitcast {
namespace {

std::vector<int> order_of(const RoutedNetwork& network,
                          const std::vector<std::uint32_t>& dimensions) {
  if (!dimensions.empty()) {
    return {dimensions.begin(), dimensions.end()};
  }
  std::vector<int> order(static_cast<std::size_t>(network.topology.dimensions()));
  std::iota(order.begin(), order.end(), 0);
  if (network.order == RoutingOrder::kDescending) {
    std::reverse(order.begin(), order.end());
  }
  return order;
}

/// Whether both ways round some ring may be as short.
bool has_ties(const Topology& topology) {
  const std::vector<std::uint32_t>& sides = topology.sides();
  return topology.wraps() && std::any_of(sides.begin(), sides.end(), [](std::uint32_t side) {
           return side > 2 && side % 2 == 0;
         });
}

}  // namespace

DimensionSteps::DimensionSteps(const RoutedNetwork& network,
                               const std::vector<std::uint32_t>& dimensions)
    : ways_(network.topology),
      base_(network.base),
      order_(order_of(network, dimensions)),
      draws_(network.options.ties == Ties::kDrawn && has_ties(network.topology)),
      on_entering_(network.options.datelines == Datelines::kEntering && network.topology.wraps()) {}

Coordinates::Steps DimensionSteps::next(NodeId here, NodeId end) const {
  for (const int d : order_) {
    const Coordinates::Steps steps = ways_.steps(here, end, d);
    if (steps.port != kNoPort) {
      return draws_ ? steps : Coordinates::Steps{steps.port, kNoPort};
    }
  }
  return {};
}

bool DimensionSteps::goes_on(PortId from_port, PortId port) const {
  return ways_.is_network(from_port) && ways_.dimension_of(from_port) == ways_.dimension_of(port);
}

// A side of 2 has no such link: a route takes one of its channels at most.
bool DimensionSteps::closes_ring(NodeId here, PortId port) const {
  return base_->class_on_route(here, kNoPort, 0, port) == 1;
}

std::uint8_t DimensionSteps::class_of(NodeId here, PortId from_port, int from_class, NodeId end,
                                      PortId port) const {
  if (!on_entering_) {
    return static_cast<std::uint8_t>(base_->class_on_route(here, from_port, from_class, port));
  }
  if (goes_on(from_port, port)) {
    return static_cast<std::uint8_t>(from_class);
  }
  const bool wraps = ways_.side(ways_.dimension_of(port)) > 2 && ways_.wraps_ahead(here, end, port);
  return wraps ? 1 : 0;
}

bool DimensionSteps::may_take(NodeId here, PortId from_port, int from_class, PortId port,
                              int vc_class) const {
  const bool same_ring = goes_on(from_port, port);
  if (!on_entering_) {
    const bool again = same_ring && from_class == 1 && closes_ring(here, port);
    return !again && vc_class == base_->class_on_route(here, from_port, from_class, port);
  }
  if (same_ring && vc_class != from_class) {
    return false;
  }
  if (vc_class == 0) {
    return !closes_ring(here, port);
  }
  // Counted in the direction of the port, links of class 1 lead on from the further half of the
  // ring, or after the wrap link into the nearer one.
  const int d = ways_.dimension_of(port);
  const std::uint32_t side = ways_.side(d);
  const std::uint32_t at = port == ways_.up(d) ? ways_.at(here, d) : side - 1 - ways_.at(here, d);
  return side > 2 && (at >= side - side / 2 || at + 2 <= side / 2);
}

namespace {

class StepsInOrder final : public RoutingRelation {
 public:
  StepsInOrder(const RoutedNetwork& network, const std::vector<std::uint32_t>& dimensions)
      : steps_(network, dimensions) {}

  int classes() const override { return steps_.classes(); }
  std::string_view use_of_classes() const override { return steps_.base().use_of_classes(); }
  bool draws() const override { return steps_.draws(); }

  void candidates(NodeId here, PortId from_port, int from_class, NodeId destination,
                  RouteCandidates& out) const override {
    const auto [port, other] = steps_.next(here, destination);
    out.set({port, steps_.class_of(here, from_port, from_class, destination, port)});
    if (other != kNoPort) {
      out.add({other, steps_.class_of(here, from_port, from_class, destination, other)});
    }
  }
  /// Routes of its own are those of a schedule, which may go any way round.
  int class_on_route(NodeId here, PortId from_port, int from_class, PortId port) const override {
    return steps_.base().class_on_route(here, from_port, from_class, port);
  }

 private:
  DimensionSteps steps_;
};

class WayInOrder final : public BaseRoute {
 public:
  WayInOrder(const RoutedNetwork& network, const std::vector<std::uint32_t>& dimensions,
             bool ties_down)
      : steps_(network, dimensions), ties_down_(ties_down) {}

  PortId next_port(NodeId here, NodeId destination) const override {
    const auto [port, other] = steps_.next(here, destination);
    return ties_down_ && other != kNoPort ? other : port;
  }

 private:
  DimensionSteps steps_;
  bool ties_down_;
};

}  // namespace

std::shared_ptr<const RoutingRelation> steps_in_order(
    const RoutedNetwork& network, const std::vector<std::uint32_t>& dimensions) {
  return std::make_shared<StepsInOrder>(network, dimensions);
}

std::vector<std::shared_ptr<const BaseRoute>> ways_in_order(
    const RoutedNetwork& network, const std::vector<std::uint32_t>& dimensions) {
  std::vector<std::shared_ptr<const BaseRoute>> ways;
  ways.push_back(std::make_shared<WayInOrder>(network, dimensions, false));
  if (DimensionSteps(network, dimensions).draws()) {
    ways.push_back(std::make_shared<WayInOrder>(network, dimensions, true));
  }
  return ways;
}

}  // namespace flitcast
