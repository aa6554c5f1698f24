#include "traffic/distance.h"

#include <algorithm>

namespace flitcast {

std::int64_t distance(const Topology& topology, NodeId from, NodeId to) {
  std::int64_t hops = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const std::int64_t a = topology.coordinate(from, d);
    const std::int64_t b = topology.coordinate(to, d);
    const std::int64_t apart = std::max(a, b) - std::min(a, b);
    hops += topology.wraps() ? std::min(apart, topology.side(d) - apart) : apart;
  }
  return hops;
}

std::int64_t eccentricity(const Topology& topology, NodeId node) {
  std::int64_t hops = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const std::int64_t below = topology.coordinate(node, d);
    const std::int64_t above = topology.side(d) - 1 - below;
    hops += topology.wraps() ? topology.side(d) / 2 : std::max(below, above);
  }
  return hops;
}

std::int64_t farthest(const Topology& topology, NodeId from, const std::vector<NodeId>& nodes) {
  std::int64_t hops = 0;
  for (const NodeId node : nodes) {
    hops = std::max(hops, distance(topology, from, node));
  }
  return hops;
}

Cycle reach_bound(const RowRequest& request, const TimingModel& model, std::int64_t hops,
                  int ports) {
  const Cycle words = (Cycle{request.message_flits} + ports - 1) / ports;
  return model.t_s + hops * model.t_d + words * model.t_m;
}

}  // namespace flitcast
