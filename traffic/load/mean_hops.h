#pragma once

#include <vector>

#include "hw/routing/routing.h"
#include "traffic/schedule/random.h"

namespace flitcast {

/// Links on the way of a packet without load, between processors. Minimal routings, and those that
/// take a longer way under load only, go as far as base routes; by way of any node, a packet goes
/// to there and on, unless it comes by its destination before.
class MeanHops {
 public:
  /// Takes a step per pair of nodes and link between them where midpoints are drawn. `routing` must
  /// outlive it.
  explicit MeanHops(const Routing& routing);

  /// The mean over what may be drawn; not beyond kMostWithMidpoints processors.
  double of(NodeId source, NodeId destination) const;
  /// Of one packet.
  double drawn(NodeId source, NodeId destination, SplitMix64& random) const;

 private:
  void look_at_midpoints();

  const Routing& routing_;
  bool anywhere_;
  std::vector<double> means_;  // source-major, where midpoints are drawn
};

}  // namespace flitcast
