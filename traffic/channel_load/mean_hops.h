#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "hw/routing/routing.h"
#include "traffic/schedule/random.h"

namespace flitcast {

/// Links on the way of a packet without load, between processors. Minimal routings, and those that
/// take a longer way under load only, go as far as base routes; by way of any node, a packet goes
/// to there and on; where one of several ways is drawn, as far as they do in the mean.
class MeanHops {
 public:
  /// Takes a step per pair of nodes where midpoints are drawn. `routing` must
  /// outlive it.
  explicit MeanHops(const Routing& routing);

  /// The mean over what may be drawn; not beyond most_with_midpoints().
  double of(NodeId source, NodeId destination) const;
  /// Of one packet.
  double drawn(NodeId source, NodeId destination, SplitMix64& random) const;

 private:
  double on_ways(NodeId source, NodeId destination) const;
  void look_at_midpoints();
  double by_named_midpoints(NodeId source, NodeId destination) const;

  const Routing& routing_;
  bool anywhere_;
  // Where midpoints are drawn, by source and by destination.
  std::vector<double> to_midpoints_;
  std::vector<double> from_midpoints_;
  // By routers of both, as they are asked for, where the network names midpoints.
  mutable std::unordered_map<std::uint64_t, double> means_;
};

}  // namespace flitcast
