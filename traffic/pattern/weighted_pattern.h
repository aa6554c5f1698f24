#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "traffic/pattern/traffic_pattern.h"

namespace flitcast {

/// Destinations by weights: a source sends relative to the others as its weights add up.
class WeightedPattern : public TrafficPattern {
 public:
  struct Entry {
    NodeId destination;
    double weight;  ///< > 0
  };

  /// The entries of every source, destinations all different.
  explicit WeightedPattern(std::vector<std::vector<Entry>> rows);

  NodeId destination(NodeId source, SplitMix64& random) const override;
  void visit(NodeId source, const VisitDestination& visit) const override;
  double share(NodeId source) const override { return shares_[source]; }

 private:
  std::vector<std::vector<Entry>> rows_;
  std::vector<std::vector<std::uint64_t>> below_;  // draws below it are of this entry or before
  std::vector<double> sums_;
  std::vector<double> shares_;
};

}  // namespace flitcast
