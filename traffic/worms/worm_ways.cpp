#include "traffic/worms/worm_ways.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace flitcast {
namespace {

constexpr std::size_t kMostWays = 1'000'000;
constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max();

/// The shortest ways to one node after the other.
class ShortestWays {
 public:
  explicit ShortestWays(const Topology& topology) : topology_(topology) {}

  std::vector<WormWay> find() {
    for (NodeId from = 0; from < topology_.processors(); ++from) {
      for (NodeId to = 0; to < topology_.processors(); ++to) {
        if (from != to) {
          find_hops_to(to);
          way_ = {from};
          go_on();
        }
      }
    }
    return std::move(ways_);
  }

 private:
  /// By node, backwards from the end.
  void find_hops_to(NodeId end) {
    hops_.assign(topology_.nodes(), kFar);
    hops_[end] = 0;
    std::vector<NodeId> found{end};
    for (std::size_t at = 0; at < found.size(); ++at) {
      for (int port = 0; port < topology_.network_ports(); ++port) {
        const NodeId before = topology_.upstream(found[at], static_cast<PortId>(port));
        if (before != kNoNode && hops_[before] == kFar) {
          hops_[before] = hops_[found[at]] + 1;
          found.push_back(before);
        }
      }
    }
  }

  void go_on() {
    const NodeId here = way_.back();
    if (hops_[here] == 0) {
      if (ways_.size() == kMostWays) {
        throw std::length_error(fmt::format("there are more than {} shortest ways", kMostWays));
      }
      ways_.push_back(way_);
      return;
    }
    std::vector<NodeId> nexts;
    for (int port = 0; port < topology_.network_ports(); ++port) {
      const NodeId next = topology_.neighbour(here, static_cast<PortId>(port));
      if (next != kNoNode && hops_[next] < hops_[here] &&
          std::find(nexts.begin(), nexts.end(), next) == nexts.end()) {
        nexts.push_back(next);
      }
    }
    std::sort(nexts.begin(), nexts.end());
    for (const NodeId next : nexts) {
      way_.push_back(next);
      go_on();
      way_.pop_back();
    }
  }

  const Topology& topology_;
  std::vector<std::uint32_t> hops_;
  WormWay way_;
  std::vector<WormWay> ways_;
};

}  // namespace

std::vector<WormWay> base_ways(const Routing& routing) {
  const Topology& topology = routing.topology();
  std::vector<WormWay> ways;
  std::vector<PortId> ports;
  for (NodeId from = 0; from < topology.processors(); ++from) {
    for (NodeId to = 0; to < topology.processors(); ++to) {
      if (from == to) {
        continue;
      }
      ports.clear();
      routing.append_ports(from, to, ports);
      WormWay& way = ways.emplace_back(WormWay{from});
      for (const PortId port : ports) {
        way.push_back(topology.neighbour(way.back(), port));
      }
    }
  }
  return ways;
}

std::vector<WormWay> shortest_ways(const Topology& topology) {
  return ShortestWays(topology).find();
}

void turn_ways(std::vector<WormWay>& ways) {
  for (WormWay& way : ways) {
    std::reverse(way.begin(), way.end());
  }
  std::sort(ways.begin(), ways.end(), [](const WormWay& a, const WormWay& b) {
    const std::pair ends_of_a(a.front(), a.back());
    const std::pair ends_of_b(b.front(), b.back());
    return ends_of_a != ends_of_b ? ends_of_a < ends_of_b : a < b;
  });
}

void keep_ways_of_members(WormInstance& instance) {
  if (instance.demand.kind != DemandKind::kMulticast) {
    return;
  }
  std::vector<bool> knows = instance.demand.receiving();
  knows[instance.demand.root] = true;
  instance.ways.erase(
      std::remove_if(instance.ways.begin(), instance.ways.end(),
                     [&](const WormWay& way) { return !knows[way.front()] || !knows[way.back()]; }),
      instance.ways.end());
}

}  // namespace flitcast
