#include "traffic/channel_load/class_shares.h"

#include <numeric>

#include "traffic/schedule/random.h"

namespace flitcast {
namespace {

constexpr int kDrawnShares = 1 << 16;

/// The links that packets have taken in each class.
class ClassCounts {
 public:
  explicit ClassCounts(const Routing& routing)
      : routing_(routing), links_(static_cast<std::size_t>(routing.relation().classes()), 0) {}

  void add(NodeId source, NodeId destination, double share, SplitMix64& random) {
    if (routing_.draw() == nullptr) {
      follow(source, destination, share, random);
      return;
    }
    ports_.clear();
    classes_.clear();
    routing_.draw()->append_route(source, destination, random.next(), ports_, classes_);
    for (const PortId vc_class : classes_) {
      links_[vc_class] += share;
    }
  }
  const std::vector<double>& links() const { return links_; }

 private:
  void follow(NodeId source, NodeId destination, double share, SplitMix64& random) {
    const Topology& topology = routing_.topology();
    PortId from_port = kNoPort;
    int from_class = 0;
    const NodeId end = topology.router_of(destination);
    for (NodeId here = topology.router_of(source); here != end;) {
      routing_.candidates(here, from_port, from_class, destination, ways_);
      const RouteCandidate& way = ways_[ways_.size() > 1 ? random.below(ways_.size()) : 0];
      links_[way.vc_class] += share;
      from_port = topology.entry_port(here, way.port);
      from_class = way.vc_class;
      here = topology.neighbour(here, way.port);
    }
  }

  const Routing& routing_;
  std::vector<double> links_;
  RouteCandidates ways_;
  std::vector<PortId> ports_;
  std::vector<PortId> classes_;
};

}  // namespace

std::vector<double> class_shares(const Routing& routing, const TrafficPattern& pattern) {
  if (!routing.shares().known()) {
    return {};
  }
  ClassCounts counts(routing);
  SplitMix64 random(1);
  if (const auto* const trace = pattern.trace()) {
    for (const TracePacket& packet : *trace) {
      counts.add(packet.source, packet.destination, packet.flits, random);
    }
  } else {
    for (int i = 0; i < kDrawnShares; ++i) {
      const auto source = static_cast<NodeId>(random.below(routing.topology().processors()));
      if (const double share = pattern.share(source); share > 0) {
        counts.add(source, pattern.destination(source, random), share, random);
      }
    }
  }
  std::vector<double> shares = counts.links();
  const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
  if (all <= 0) {
    return {};
  }
  for (double& share : shares) {
    share /= all;
  }
  return shares;
}

}  // namespace flitcast
