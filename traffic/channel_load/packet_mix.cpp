#include "traffic/channel_load/packet_mix.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "traffic/channel_load/mean_hops.h"
#include "traffic/schedule/random.h"

namespace flitcast {
namespace {

constexpr int kDrawnPackets = 1 << 16;  // packets drawn where there are too many pairs

/// Calls visit(source, destination, weight) for all pairs with their share of the packets; or for
/// many packets that are drawn, and whose routes may be drawn from what follows in `random`.
template <typename Visit>
void visit_pairs(const TrafficPattern& pattern, NodeId processors, SplitMix64& random,
                 Visit&& visit) {
  if (processors <= PacketMix::kExactProcessors) {
    for (NodeId source = 0; source < processors; ++source) {
      const double share = pattern.share(source);
      pattern.visit(source, [&](NodeId destination, double probability) {
        visit(source, destination, share * probability);
      });
    }
    return;
  }
  for (int i = 0; i < kDrawnPackets; ++i) {
    const auto source = static_cast<NodeId>(random.below(processors));
    const double share = pattern.share(source);
    if (share > 0) {
      visit(source, pattern.destination(source, random), share);
    }
  }
}

// Latency grows evenly from link to link, from the first one on: so a mean that is no whole number
// counts as some of each of its neighbours.
void add(double hops, double weight, std::vector<double>& by_hops) {
  const auto below = static_cast<std::size_t>(hops);
  const double above = hops - static_cast<double>(below);
  by_hops.resize(std::max(by_hops.size(), below + 2), 0);
  by_hops[below] += weight * (1 - above);
  by_hops[below + 1] += weight * above;
}

template <typename Value>
double weighted_mean(const std::vector<Weighted>& values, Value&& value) {
  double sum = 0;
  double weights = 0;
  for (const Weighted& each : values) {
    sum += each.weight * value(each.value);
    weights += each.weight;
  }
  return sum / weights;
}

}  // namespace

PacketMix::PacketMix(const Routing& routing, const TrafficPattern& pattern,
                     const LoadSettings& settings)
    : routing_(&routing), pattern_(&pattern), settings_(settings) {
  if (const auto* const trace = pattern.trace()) {
    settings_.destinations.clear();
    add_trace(routing, *trace);
  } else {
    settings_.sizes = request_sizes(settings);
    replies_ = reply_sizes(settings);
    add_drawn(routing, pattern);
  }
  flits_ = weighted_mean(settings_.sizes, [](std::uint32_t flits) { return 1.0 * flits; });
  squared_flits_ =
      weighted_mean(settings_.sizes, [](std::uint32_t flits) { return 1.0 * flits * flits; });
}

void PacketMix::add_drawn(const Routing& routing, const TrafficPattern& pattern) {
  Group all{settings_.sizes, {}};
  const MeanHops hops(routing);
  const NodeId processors = routing.topology().processors();
  SplitMix64 random(1);
  double weights = 0;
  visit_pairs(pattern, processors, random, [&](NodeId source, NodeId destination, double weight) {
    add(processors <= kExactProcessors ? hops.of(source, destination)
                                       : hops.drawn(source, destination, random),
        weight, all.by_hops);
    weights += weight;
  });
  for (double& probability : all.by_hops) {
    probability /= weights;
  }
  groups_.push_back(std::move(all));
}

void PacketMix::add_trace(const Routing& routing, const std::vector<TracePacket>& packets) {
  const MeanHops hops(routing);
  const bool exact = routing.topology().processors() <= kExactProcessors;
  const double share = 1 / static_cast<double>(packets.size());
  SplitMix64 random(1);
  std::map<std::uint32_t, Group> by_size;
  for (const TracePacket& packet : packets) {
    Group& alike = by_size[packet.flits];
    add(exact ? hops.of(packet.source, packet.destination)
              : hops.drawn(packet.source, packet.destination, random),
        share, alike.by_hops);
    alike.sizes = {{packet.flits, 1}};
  }
  settings_.sizes.clear();
  for (auto& [flits, group] : by_size) {
    const double of_all = std::accumulate(group.by_hops.begin(), group.by_hops.end(), 0.0);
    settings_.sizes.push_back({flits, of_all});
    groups_.push_back(std::move(group));
  }
}

double PacketMix::hops() const {
  double hops = 0;
  for (const Group& group : groups_) {
    for (std::size_t h = 0; h < group.by_hops.size(); ++h) {
      hops += static_cast<double>(h) * group.by_hops[h];
    }
  }
  return hops;
}

double PacketMix::copies() const {
  if (settings_.destinations.empty()) {
    return 1;
  }
  const std::vector<double>& by_hops = groups_.front().by_hops;
  double copies = 0;
  for (std::size_t h = 0; h < by_hops.size(); ++h) {
    copies += by_hops[h] * copies_over(h);
  }
  return copies;
}

double PacketMix::copies_over(std::size_t hops) const {
  if (settings_.destinations.empty()) {
    return 1;
  }
  const std::size_t nodes = std::max<std::size_t>(hops, 1);
  return weighted_mean(settings_.destinations, [nodes](std::uint32_t wanted) {
    return static_cast<double>(std::min<std::size_t>(wanted, nodes));
  });
}

double PacketMix::reply_share() const {
  return replies_.empty() ? 0 : mean_of(replies_) / flits_;
}

double PacketMix::longest() const {
  double longest = std::max(flits_, replies_.empty() ? 0 : mean_of(replies_));
  for (const Weighted& size : settings_.sizes) {
    longest = pattern_->trace() != nullptr ? std::max<double>(longest, size.value) : longest;
  }
  return longest;
}

double PacketMix::flits_beside_flit() const {
  if (replies_.empty()) {
    return squared_flits_ / flits_;
  }
  const double squared =
      weighted_mean(replies_, [](std::uint32_t flits) { return 1.0 * flits * flits; });
  return (squared_flits_ + squared) / (flits_ + mean_of(replies_));
}

double PacketMix::zero_load(const PacketLatency& latency) const {
  if (latency.by_links() && !multicasts() && routing_->shares().midpoint == Midpoint::kNone) {
    return latency_by_links(latency);
  }
  double sum = 0;
  for (const Group& group : groups_) {
    for (std::size_t h = 0; h < group.by_hops.size(); ++h) {
      if (group.by_hops[h] > 0) {
        sum += group.by_hops[h] * weighted_mean(group.sizes, [&](std::uint32_t flits) {
                 return latency_of_copies(latency, h, flits);
               });
      }
    }
  }
  double packets = copies();
  if (!replies_.empty()) {
    const std::vector<double>& by_hops = groups_.front().by_hops;
    for (std::size_t h = 0; h < by_hops.size(); ++h) {
      sum += by_hops[h] * (latency.memory() + weighted_mean(replies_, [&](std::uint32_t flits) {
                             return latency(static_cast<std::int64_t>(h), flits);
                           }));
    }
    packets += 1;
  }
  return sum / packets;
}

double PacketMix::latency_by_links(const PacketLatency& latency) const {
  double sum = 0;
  double weights = 0;
  const auto add_packet = [&](NodeId from, NodeId to, std::uint32_t flits, double weight) {
    const RouteShares& shares = routing_->shares();
    if (shares.known()) {
      for (const auto& way : shares.ways) {
        sum +=
            weight / static_cast<double>(shares.ways.size()) * latency.along(*way, from, to, flits);
      }
    } else {
      sum += weight * latency.along(routing_->base(), from, to, flits);
    }
    weights += weight;
  };
  if (const auto* const trace = pattern_->trace()) {
    for (const TracePacket& packet : *trace) {
      add_packet(packet.source, packet.destination, packet.flits, 1);
    }
    return sum / weights;
  }
  double all_sizes = 0;
  for (const Weighted& size : settings_.sizes) {
    all_sizes += size.weight;
  }
  SplitMix64 random(1);
  visit_pairs(*pattern_, routing_->topology().processors(), random,
              [&](NodeId source, NodeId destination, double weight) {
                for (const Weighted& size : settings_.sizes) {
                  add_packet(source, destination, size.value, weight * size.weight);
                }
                for (const Weighted& reply : replies_) {
                  add_packet(destination, source, reply.value, weight * all_sizes * reply.weight);
                  sum += weight * all_sizes * reply.weight * latency.memory();
                }
              });
  return sum / weights;
}

// The sum over the copies of a packet: the last is at the end of the way, the others are as likely
// at any node before it. A worm of k addresses is k − 1 flits longer.
double PacketMix::latency_of_copies(const PacketLatency& latency, std::size_t hops,
                                    std::uint32_t flits) const {
  const auto end = static_cast<std::int64_t>(hops);
  if (settings_.destinations.empty()) {
    return latency(end, flits);
  }
  return weighted_mean(settings_.destinations, [&](std::uint32_t wanted) {
    const auto copies =
        static_cast<std::uint32_t>(std::min<std::size_t>(wanted, std::max<std::size_t>(hops, 1)));
    double before = 0;
    for (std::int64_t h = 1; h < end; ++h) {
      before += latency(h, flits + copies - 1) / static_cast<double>(end - 1);
    }
    return latency(end, flits + copies - 1) + (copies - 1) * before;
  });
}

}  // namespace flitcast
