#include "traffic/load/packet_mix.h"

#include <algorithm>
#include <functional>

#include "traffic/load/mean_hops.h"
#include "traffic/schedule/random.h"

namespace flitcast {
namespace {

constexpr int kSample = 1 << 16;  // packets drawn where there are too many pairs

using VisitPacket = std::function<void(double hops, double weight)>;

/// All pairs, as far apart as they are on average, with their share of the packets; or many packets
/// that are drawn.
void visit_packets(const TrafficPattern& pattern, const Routing& routing,
                   const VisitPacket& visit) {
  const MeanHops hops(routing);
  const NodeId processors = routing.topology().processors();
  if (processors <= PacketMix::kExactProcessors) {
    for (NodeId source = 0; source < processors; ++source) {
      const double share = pattern.share(source);
      pattern.visit(source, [&](NodeId destination, double probability) {
        visit(hops.of(source, destination), share * probability);
      });
    }
    return;
  }
  SplitMix64 random(1);
  for (int i = 0; i < kSample; ++i) {
    const auto source = static_cast<NodeId>(random.below(processors));
    const double share = pattern.share(source);
    if (share > 0) {
      const NodeId destination = pattern.destination(source, random);
      visit(hops.drawn(source, destination, random), share);
    }
  }
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
    : settings_(settings) {
  double weights = 0;
  visit_packets(pattern, routing, [&](double hops, double weight) {
    add(hops, weight);
    weights += weight;
  });
  for (double& probability : by_hops_) {
    probability /= weights;
  }
  flits_ = weighted_mean(settings.sizes, [](std::uint32_t flits) { return 1.0 * flits; });
  squared_flits_ =
      weighted_mean(settings.sizes, [](std::uint32_t flits) { return 1.0 * flits * flits; });
}

// Latency grows evenly from link to link, from the first one on: so a mean that is no whole number
// counts as some of each of its neighbours.
void PacketMix::add(double hops, double weight) {
  const auto below = static_cast<std::size_t>(hops);
  const double above = hops - static_cast<double>(below);
  by_hops_.resize(std::max(by_hops_.size(), below + 2), 0);
  by_hops_[below] += weight * (1 - above);
  by_hops_[below + 1] += weight * above;
}

double PacketMix::hops() const {
  double hops = 0;
  for (std::size_t h = 0; h < by_hops_.size(); ++h) {
    hops += static_cast<double>(h) * by_hops_[h];
  }
  return hops;
}

double PacketMix::copies() const {
  if (settings_.destinations.empty()) {
    return 1;
  }
  double copies = 0;
  for (std::size_t h = 0; h < by_hops_.size(); ++h) {
    copies += by_hops_[h] * copies_over(h);
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
  return settings_.reply_flits / flits_;
}

double PacketMix::flits_beside_flit() const {
  const double reply = settings_.reply_flits;
  return (squared_flits_ + reply * reply) / (flits_ + reply);
}

double PacketMix::zero_load(const PacketLatency& latency) const {
  double packets = 0;
  double sum = 0;
  for (std::size_t h = 0; h < by_hops_.size(); ++h) {
    if (by_hops_[h] > 0) {
      sum += by_hops_[h] * weighted_mean(settings_.sizes, [&](std::uint32_t flits) {
               return latency_of_copies(latency, h, flits);
             });
    }
  }
  packets = copies();
  if (settings_.reply_flits > 0) {
    for (std::size_t h = 0; h < by_hops_.size(); ++h) {
      sum += by_hops_[h] * latency(static_cast<std::int64_t>(h), settings_.reply_flits);
    }
    packets += 1;
  }
  return sum / packets;
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
