#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "traffic/pattern/traffic_pattern.h"

namespace flitcast {

/// Every source has one destination.
class Permutation final : public TrafficPattern {
 public:
  /// `to[source]`. Without self-sends, sources that stay where they are do not send.
  Permutation(std::vector<NodeId> to, bool self_sends)
      : to_(std::move(to)), self_sends_(self_sends) {}

  NodeId destination(NodeId source, SplitMix64& /*random*/) const override { return to_[source]; }
  void visit(NodeId source, const VisitDestination& visit) const override {
    if (sends(source)) {
      visit(to_[source], 1);
    }
  }
  double share(NodeId source) const override { return sends(source) ? 1 : 0; }

 private:
  bool sends(NodeId source) const { return self_sends_ || to_[source] != source; }

  std::vector<NodeId> to_;
  bool self_sends_;
};

/// The permutation that takes every processor to find(processor).
template <typename Find>
std::unique_ptr<TrafficPattern> make_permutation(const Topology& topology,
                                                 const PatternSettings& settings, Find&& find) {
  std::vector<NodeId> to;
  to.reserve(topology.processors());
  for (NodeId node = 0; node < topology.processors(); ++node) {
    to.push_back(find(node));
  }
  return std::make_unique<Permutation>(std::move(to), settings.self_sends);
}

}  // namespace flitcast
