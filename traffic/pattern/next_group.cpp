// The worst case of networks whose routers, or groups of routers, have few links between any two of
// them: Kim, Dally, Scott and Abts, "Technology-driven, highly-scalable dragonfly topology", ISCA
// 2008, §4.2; of flattened butterflies: Kim, Dally and Abts, ISCA 2007, §3.

#include <stdexcept>

#include "traffic/pattern/patterns.h"

namespace flitcast {
namespace {

class NextGroup final : public TrafficPattern {
 public:
  NextGroup(NodeId processors, NodeId group) : processors_(processors), group_(group) {}

  NodeId destination(NodeId source, SplitMix64& random) const override {
    return first_for(source) + static_cast<NodeId>(random.below(group_));
  }
  void visit(NodeId source, const VisitDestination& visit) const override {
    for (NodeId place = 0; place < group_; ++place) {
      visit(first_for(source) + place, 1.0 / group_);
    }
  }
  double share(NodeId /*source*/) const override { return 1; }

 private:
  NodeId first_for(NodeId source) const { return (source / group_ + 1) * group_ % processors_; }

  NodeId processors_;
  NodeId group_;
};

std::unique_ptr<TrafficPattern> make_next_group(const Topology& topology,
                                                const PatternSettings& /*settings*/) {
  const NodeId group = topology.group();
  if (!topology.shares_routers() || topology.processors() == group) {
    throw std::invalid_argument("next_group needs several routers that processors share; " +
                                topology.describe() + " has none");
  }
  return std::make_unique<NextGroup>(topology.processors(), group);
}

}  // namespace

PatternKind next_group_pattern() {
  return {"next_group",
          "to every node of the next group of a dragonfly, or of the next router",
          "dragonflies, flattened butterflies and concentrated meshes",
          false,
          false,
          make_next_group};
}

}  // namespace flitcast
