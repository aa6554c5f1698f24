// Routing to the nearest common ancestor on fat trees, adaptive on the way up: a header takes any
// port up until it is above its destination, and from there the only way down. Leiserson et al.,
// "The network architecture of the Connection Machine CM-5", SPAA 1992; Petrini and Vanneschi,
// "k-ary n-trees", IPPS 1997.
//
// Free of deadlock: worms that go up wait for channels of higher levels, those that go down for
// channels of lower ones, and none turns up again.

#include <stdexcept>

#include "hw/routing/routing_policies.h"

namespace flitcast {
namespace {

class AdaptiveUp final : public RoutingRelation {
 public:
  explicit AdaptiveUp(const RoutedNetwork& network)
      : base_(network.base),
        processors_(network.topology.processors()),
        up_ports_(network.topology.up_ports()) {
    if (up_ports_ == 0) {
      throw std::invalid_argument("needs a fat tree");
    }
  }

  // The port that base routes take comes first, so that headers that meet nobody spread as these.
  void candidates(NodeId here, PortId /*from_port*/, int /*from_class*/, NodeId destination,
                  RouteCandidates& out) const override {
    const PortId base = base_->next_port(here, destination);
    out.set({base, 0});
    if (here < processors_ || base >= up_ports_) {
      return;
    }
    for (int i = 1; i < up_ports_; ++i) {
      out.add({static_cast<PortId>((base + i) % up_ports_), 0});
    }
  }

 private:
  std::shared_ptr<const BaseRoute> base_;
  NodeId processors_;
  int up_ports_;
};

}  // namespace

const RoutingPolicy& adaptive_up_policy() {
  static const RoutingPolicy policy = [] {
    RoutingPolicy made;
    made.word = "adaptive_up";
    made.help = "any way up to the nearest common ancestor on fat trees";
    made.make = [](const RoutedNetwork& network) -> std::shared_ptr<const RoutingRelation> {
      return std::make_shared<AdaptiveUp>(network);
    };
    return made;
  }();
  return policy;
}

}  // namespace flitcast
