#include "traffic/optimal/chunk_network.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <stdexcept>
#include <string>
#include <utility>

namespace flitcast {

ChunkNetwork::ChunkNetwork(const Topology& topology, const LinkTimes& times, int ports,
                           Duplex duplex)
    : topology_(&topology), ports_(ports), duplex_(duplex) {
  if (topology.shares_routers()) {
    throw std::invalid_argument("processors share routers in a " + topology.describe() +
                                "; give a network with a router for each");
  }
  add_links(times);
  enter_links();
  for (const ChunkNetwork& way : {*this, reversed()}) {
    const std::vector<std::uint32_t> hops = way.hops_from(0);
    const auto lost = std::find(hops.begin(), hops.begin() + processors(), kNoNode);
    if (lost != hops.begin() + processors()) {
      throw std::invalid_argument("nothing leads from node 0 to node " +
                                  std::to_string(lost - hops.begin()) + ", or back");
    }
  }
}

void ChunkNetwork::add_links(const LinkTimes& times) {
  ChunkTime unit = 0;
  for (NodeId node = 0; node < topology_->nodes(); ++node) {
    for (int i = 0; i < topology_->network_ports(); ++i) {
      const auto port = static_cast<PortId>(i);
      const NodeId next = topology_->neighbour(node, port);
      if (next != kNoNode && topology_->port_towards(node, next) == port) {
        links_.push_back({node, next, times.of(node, port).cycles_per_flit});
        unit = std::gcd(unit, links_.back().time);
      }
    }
  }
  for (ChunkLink& link : links_) {
    link.time /= unit;
    shortest_ = std::min(shortest_, link.time);
    longest_ = std::max(longest_, link.time);
  }
}

void ChunkNetwork::enter_links() {
  leaving_.assign(nodes(), {});
  entering_.assign(nodes(), {});
  for (LinkId id = 0; id < links_.size(); ++id) {
    leaving_[links_[id].from].push_back(id);
    entering_[links_[id].to].push_back(id);
  }
  for (ChunkLink& link : links_) {
    for (const LinkId other : leaving_[link.to]) {
      if (links_[other].to == link.from) {
        link.back = other;
      }
    }
  }
}

ChunkNetwork ChunkNetwork::reversed() const {
  ChunkNetwork other = *this;
  for (ChunkLink& link : other.links_) {
    std::swap(link.from, link.to);
  }
  other.leaving_.swap(other.entering_);
  return other;
}

std::size_t ChunkNetwork::fan_out(NodeId node) const {
  return std::min(leaving_[node].size(), static_cast<std::size_t>(ports_));
}

std::size_t ChunkNetwork::fan_in(NodeId node) const {
  return std::min(entering_[node].size(), static_cast<std::size_t>(ports_));
}

std::vector<ChunkTime> ChunkNetwork::times_from(NodeId node) const {
  using Arrival = std::pair<ChunkTime, NodeId>;
  std::vector<ChunkTime> times(nodes(), kUnreached);
  std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> next;
  times[node] = 0;
  next.emplace(0, node);
  while (!next.empty()) {
    const auto [time, here] = next.top();
    next.pop();
    if (time > times[here]) {
      continue;
    }
    for (const LinkId id : leaving_[here]) {
      const ChunkLink& link = links_[id];
      if (time + link.time < times[link.to]) {
        times[link.to] = time + link.time;
        next.emplace(times[link.to], link.to);
      }
    }
  }
  return times;
}

std::vector<std::uint32_t> ChunkNetwork::hops_from(NodeId node) const {
  std::vector<std::uint32_t> hops(nodes(), kNoNode);
  std::vector<NodeId> reached{node};
  hops[node] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const LinkId id : leaving_[reached[i]]) {
      if (hops[links_[id].to] == kNoNode) {
        hops[links_[id].to] = hops[reached[i]] + 1;
        reached.push_back(links_[id].to);
      }
    }
  }
  return hops;
}

}  // namespace flitcast
