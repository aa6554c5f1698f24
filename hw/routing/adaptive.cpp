// Minimal, fully adaptive routing on meshes, tori and hypercubes: a header may take any link that
// leads nearer to its destination in the adaptive class, which is the last one, and the base route
// in the escape classes, which come first. Duato, "A new theory of deadlock-free adaptive routing
// in wormhole networks", IEEE Trans. Parallel Distrib. Systems 4, 1993.
//
// On a torus there are two escape classes: a header whose base route still comes to the link that
// closes the ring takes class 0, the others class 1. Unlike that of a dateline, this class follows
// from where a header is and goes, so that it may leave the escape and come back.
//
// Free of deadlock: every header may escape at any time, and worms that hold or wait for channels
// of the escape cannot do so in a circle, even where they went by adaptive channels in between,
// since those lead on in the same direction or finish a dimension (the theorem of the paper).

#include "hw/routing/coordinates.h"
#include "hw/routing/routing_policies.h"

namespace flitcast {
namespace {

class Adaptive final : public RoutingRelation {
 public:
  explicit Adaptive(const RoutedNetwork& network)
      : ways_(network.topology), base_(network.base), escapes_(network.topology.wraps() ? 2 : 1) {}

  int classes() const override { return escapes_ + 1; }
  std::string_view use_of_classes() const override { return "gives every header an escape"; }
  int escape_classes() const override { return escapes_; }

  void candidates(NodeId here, PortId /*from_port*/, int /*from_class*/, NodeId destination,
                  RouteCandidates& out) const override {
    const auto adaptive = static_cast<std::uint8_t>(escapes_);
    out.clear();
    for (int d = 0; d < ways_.dimensions(); ++d) {
      const auto [port, other] = ways_.steps(here, destination, d);
      if (port != kNoPort) {
        out.add({port, adaptive});
      }
      if (other != kNoPort) {
        out.add({other, adaptive});
      }
    }
    const PortId escape = base_->next_port(here, destination);
    const bool crossed = escapes_ == 2 && !ways_.wraps_ahead(here, destination, escape);
    out.add({escape, static_cast<std::uint8_t>(crossed ? 1 : 0)});
  }
  /// Worms whose route is laid by a schedule stay in the escape classes.
  int class_on_route(NodeId here, PortId from_port, int from_class, PortId port) const override {
    return base_->class_on_route(here, from_port, from_class, port);
  }

 private:
  Coordinates ways_;
  std::shared_ptr<const BaseRoute> base_;
  int escapes_;
};

}  // namespace

const RoutingPolicy& adaptive_policy() {
  static const RoutingPolicy policy = [] {
    RoutingPolicy made;
    made.word = "adaptive";
    made.help = "every shortest way on meshes, tori and hypercubes, base routes as the escape";
    made.make = [](const RoutedNetwork& network) -> std::shared_ptr<const RoutingRelation> {
      return std::make_shared<Adaptive>(network);
    };
    return made;
  }();
  return policy;
}

}  // namespace flitcast
