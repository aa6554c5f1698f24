// Minimal, fully adaptive routing on meshes, tori and hypercubes: a header may take any link that
// leads nearer to its destination in the adaptive class, which is the last one, and the base route
// in the escape classes, which come first. Duato, "A new theory of deadlock-free adaptive routing
// in wormhole networks", IEEE Trans. Parallel Distrib. Systems 4, 1993.
//
// On a torus there are two escape classes: a header whose base route still comes to the link that
// closes the ring takes class 0, the others class 1. Unlike that of a dateline, this class follows
// from where a header is and goes, so that it may leave the escape and come back.
//
//   adaptive   headers may leave the escape again, and a class has as many virtual channels as
//              another one
//   min_adapt  headers that have taken the escape go on in it, and each class of it is a virtual
//              channel. BookSim has a routing function of this name, which says the same, but asks
//              for one dimension only.
//
// With both a buffer of the adaptive class is given away when it is empty.
//
// Free of deadlock: every header may escape at any time, and worms that hold or wait for channels
// of the escape cannot do so in a circle, even where they went by adaptive channels in between,
// since those lead on in the same direction or finish a dimension (the theorem of the paper).

#include "hw/routing/dimension_steps.h"
#include "hw/routing/routing_policies.h"

namespace flitcast {
namespace {

enum class Escape { kMayBeLeft, kKept };

class Adaptive final : public RoutingRelation {
 public:
  Adaptive(const RoutedNetwork& network, Escape escape)
      : base_(network),
        escapes_(network.topology.wraps() ? 2 : 1),
        keeps_(escape == Escape::kKept) {}

  int classes() const override { return escapes_ + 1; }
  std::string_view use_of_classes() const override { return "gives every header an escape"; }
  int escape_classes() const override { return escapes_; }
  bool keeps_escape() const override { return keeps_; }

  void candidates(NodeId here, PortId from_port, int from_class, NodeId destination,
                  RouteCandidates& out) const override {
    out.clear();
    if (!keeps_ || !base_.ways().is_network(from_port) || from_class >= escapes_) {
      add_shortest_ways(here, destination, out);
    }
    const auto [escape, other] = base_.next(here, destination);
    out.add({escape, class_of_escape(here, destination, escape)});
    if (other != kNoPort) {
      out.add({other, class_of_escape(here, destination, other)});
    }
  }
  /// Worms whose route is laid by a schedule stay in the escape classes.
  int class_on_route(NodeId here, PortId from_port, int from_class, PortId port) const override {
    return base_.base().class_on_route(here, from_port, from_class, port);
  }

 private:
  void add_shortest_ways(NodeId here, NodeId destination, RouteCandidates& out) const {
    const auto adaptive = static_cast<std::uint8_t>(escapes_);
    for (int d = 0; d < base_.ways().dimensions(); ++d) {
      const auto [port, other] = base_.ways().steps(here, destination, d);
      if (port != kNoPort) {
        out.add({port, adaptive});
      }
      if (other != kNoPort) {
        out.add({other, adaptive});
      }
    }
  }

  std::uint8_t class_of_escape(NodeId here, NodeId destination, PortId port) const {
    return escapes_ == 2 && !base_.ways().wraps_ahead(here, destination, port) ? 1 : 0;
  }

  DimensionSteps base_;
  int escapes_;
  bool keeps_;
};

template <Escape kEscape>
RoutingPolicy with_escape(std::string_view word, std::string_view help) {
  RoutingPolicy policy;
  policy.word = word;
  policy.help = help;
  policy.make = [](const RoutedNetwork& network) -> std::shared_ptr<const RoutingRelation> {
    return std::make_shared<Adaptive>(network, kEscape);
  };
  policy.takes_datelines = false;
  return policy;
}

}  // namespace

const RoutingPolicy& adaptive_policy() {
  static const RoutingPolicy policy = with_escape<Escape::kMayBeLeft>(
      "adaptive",
      "every shortest way on meshes, tori and hypercubes, half of the virtual channels (tori: two "
      "thirds) being an escape along base routes that may be left again");
  return policy;
}

const RoutingPolicy& min_adapt_policy() {
  static const RoutingPolicy policy = with_escape<Escape::kKept>(
      "min_adapt",
      "every shortest way likewise, one virtual channel (tori: two) being the escape, which is not "
      "left once entered");
  return policy;
}

}  // namespace flitcast
