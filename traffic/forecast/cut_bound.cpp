#include "traffic/forecast/cut_bound.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include "hw/topology/link_times.h"

namespace flitcast {
namespace {

/// What leaves each of the halves of a dimension: the half `first` has the coordinates from there
/// on, round the end.
class LeavingHalves {
 public:
  explicit LeavingHalves(NodeId side) : side_(side), width_(side / 2), steps_(side + 1, 0) {}

  /// Something goes from one coordinate to another: it leaves all halves that have the one and not
  /// the other.
  void add(NodeId from, NodeId to, std::uint64_t amount) {
    const NodeId ahead = (to + side_ - from) % side_;
    const NodeId back = side_ - ahead;
    if (ahead == 0) {
      return;
    }
    if (back < width_) {
      add_range(to + 1, back, amount);
    } else {
      add_range(from + side_ - width_ + 1, std::min(ahead, width_), amount);
    }
  }
  /// It goes to several, once out of every half that lacks some of them.
  void add(NodeId from, const std::vector<NodeId>& to, std::uint64_t amount) {
    for (NodeId back = 0; back < width_; ++back) {
      const NodeId first = (from + side_ - back) % side_;
      const auto lacks = [&](NodeId at) { return (at + side_ - first) % side_ >= width_; };
      if (std::any_of(to.begin(), to.end(), lacks)) {
        add_range(first, 1, amount);
      }
    }
  }
  /// By half. Last call.
  std::vector<std::uint64_t> sums() && {
    std::partial_sum(steps_.begin(), steps_.end(), steps_.begin());
    steps_.pop_back();
    return std::move(steps_);
  }

 private:
  void add_range(NodeId first, NodeId count, std::uint64_t amount) {
    first %= side_;
    const NodeId end = std::min(first + count, side_);
    steps_[first] += amount;
    steps_[end] -= amount;
    if (first + count > side_) {
      steps_[0] += amount;
      steps_[first + count - side_] -= amount;
    }
  }

  NodeId side_;
  NodeId width_;
  std::vector<std::uint64_t> steps_;  // from half to half, modulo 2^64
};

std::vector<std::uint64_t> channels_out(const Topology& topology, int dimension) {
  LeavingHalves channels(topology.side(dimension));
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < topology.network_ports(); ++port) {
      const NodeId to = topology.neighbour(node, static_cast<PortId>(port));
      if (to != kNoNode) {
        channels.add(topology.coordinate(node, dimension), topology.coordinate(to, dimension), 1);
      }
    }
  }
  return std::move(channels).sums();
}

std::vector<std::uint64_t> flits_out(const std::vector<RankFlow>& flows, const Placement& nodes,
                                     const Topology& topology, int dimension) {
  LeavingHalves flits(topology.side(dimension));
  const auto at = [&](std::uint32_t rank) { return topology.coordinate(nodes[rank], dimension); };
  for (const RankFlow& flow : flows) {
    if (flow.others.empty()) {
      flits.add(at(flow.source), at(flow.destination), flow.flits);
      continue;
    }
    std::vector<NodeId> to{at(flow.destination)};
    to.reserve(flow.others.size() + 1);
    std::transform(flow.others.begin(), flow.others.end(), std::back_inserter(to), at);
    flits.add(at(flow.source), to, flow.flits);
  }
  return std::move(flits).sums();
}

}  // namespace

Cycle cut_bound(const std::vector<RankFlow>& flows, const Placement& nodes,
                const Topology& topology, const NetworkConfig& network) {
  if (!topology.has_coordinates() || topology.has_switches()) {
    return 0;
  }
  std::uint64_t most = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const std::vector<std::uint64_t> flits = flits_out(flows, nodes, topology, d);
    const std::vector<std::uint64_t> channels = channels_out(topology, d);
    for (std::size_t half = 0; half < flits.size(); ++half) {
      if (channels[half] > 0) {
        most = std::max(most, (flits[half] + channels[half] - 1) / channels[half]);
      }
    }
  }
  return static_cast<Cycle>(most) * LinkTimes(topology, network).smallest().cycles_per_flit;
}

}  // namespace flitcast
