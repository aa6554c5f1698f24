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
                           Duplex duplex, ChunkTime round)
    : topology_(&topology), ports_(ports), duplex_(duplex) {
  if (topology.shares_routers()) {
    throw std::invalid_argument("processors share routers in a " + topology.describe() +
                                "; give a network with a router for each");
  }
  add_links(times, round);
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

void ChunkNetwork::add_links(const LinkTimes& times, ChunkTime round) {
  std::vector<ChunkLink> channels;
  ChunkTime unit = 0;
  for (NodeId node = 0; node < topology_->nodes(); ++node) {
    for (int i = 0; i < topology_->network_ports(); ++i) {
      const auto port = static_cast<PortId>(i);
      const NodeId next = topology_->neighbour(node, port);
      if (next != kNoNode && topology_->port_towards(node, next) == port) {
        channels.push_back({node, next, times.of(node, port).cycles_per_flit});
        unit = std::gcd(unit, channels.back().time);
      }
    }
  }
  for (ChunkLink& channel : channels) {
    channel.time /= unit;
    if (round > 0 && channel.time > round) {
      throw std::invalid_argument("a chunk takes " + std::to_string(channel.time) +
                                  " units from node " + std::to_string(channel.from) + " to node " +
                                  std::to_string(channel.to) + "; give a round as many, or more");
    }
    const ChunkTime together = round > 0 ? round / channel.time : 1;
    channel.time = round > 0 ? 1 : channel.time;
    channel.first = static_cast<LinkId>(links_.size());
    links_.insert(links_.end(), static_cast<std::size_t>(together), channel);
    shortest_ = std::min(shortest_, channel.time);
    longest_ = std::max(longest_, channel.time);
  }
}

void ChunkNetwork::enter_links() {
  leaving_.assign(nodes(), {});
  entering_.assign(nodes(), {});
  for (LinkId id = 0; id < links_.size(); ++id) {
    leaving_[links_[id].from].push_back(id);
    entering_[links_[id].to].push_back(id);
  }
  for (LinkId id = 0; id < links_.size(); ++id) {
    ChunkLink& link = links_[id];
    for (const LinkId other : leaving_[link.to]) {
      if (links_[other].to == link.from && other - links_[other].first == id - link.first) {
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

std::vector<HopLink> ChunkNetwork::channels() const {
  std::vector<HopLink> channels;
  for (LinkId id = 0; id < links_.size(); ++id) {
    if (links_[id].first == id) {
      channels.push_back({links_[id].from, links_[id].to, 0});
    }
    ++channels.back().chunks;
  }
  return channels;
}

std::size_t ChunkNetwork::fan_out(NodeId node) const {
  const std::vector<LinkId>& links = leaving_[node];
  const auto channels = std::count_if(links.begin(), links.end(),
                                      [this](LinkId id) { return links_[id].first == id; });
  return std::min(static_cast<std::size_t>(channels), static_cast<std::size_t>(ports_));
}

std::size_t ChunkNetwork::most_chunks(const std::vector<LinkId>& links) const {
  std::vector<std::size_t> together;  // of every channel
  for (const LinkId id : links) {
    if (links_[id].first == id) {
      together.push_back(0);
    }
    ++together.back();
  }
  std::sort(together.begin(), together.end(), std::greater<>());
  const std::size_t used = std::min(together.size(), static_cast<std::size_t>(ports_));
  return std::accumulate(together.begin(), together.begin() + static_cast<std::ptrdiff_t>(used),
                         std::size_t{0});
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
