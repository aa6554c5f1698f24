#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/routing/routing.h"
#include "traffic/channel_load/packet_latency.h"
#include "traffic/load/load_settings.h"
#include "traffic/pattern/traffic_pattern.h"

namespace flitcast {

/// What packets of a load are like on average: how far they go, and how large they are. Those of a
/// trace are its own, whatever the settings say of sizes, replies and destinations.
class PacketMix {
 public:
  /// Up to so many processors all pairs are looked at; of more, a fixed number is drawn.
  static constexpr NodeId kExactProcessors = 1024;

  /// `settings` must be valid; `routing` and `pattern` must outlive it.
  PacketMix(const Routing& routing, const TrafficPattern& pattern, const LoadSettings& settings);

  /// Links from source to (last) destination on the way without load, mean over the packets.
  double hops() const;
  /// Flits of a packet at load.rate, a request where there are replies, without copies for further
  /// destinations.
  double flits() const { return flits_; }
  /// Flits of packets on average, at most, wherever one looks: requests and replies may take other
  /// ways, and so may every packet of a trace.
  double longest() const;
  /// Flits of the packet to which a flit belongs, mean over the flits, replies included:
  /// E(P²)/E(P).
  double flits_beside_flit() const;
  bool multicasts() const { return !settings_.destinations.empty(); }
  /// Nodes that a packet goes to; a multicast to no more than there are on its way.
  double copies() const;
  /// The same of packets whose last destination is `hops` links away.
  double copies_over(std::size_t hops) const;
  /// Replies of a request, in flits of replies per flit delivered of requests.
  double reply_share() const;
  /// Mean latency without load, of requests and replies alike, and of all copies. Where links
  /// differ it is that over those of the ways that may be drawn, or of the base routes where
  /// headers choose; of multicasts and of ways by midpoints it is as if links were alike.
  double zero_load(const PacketLatency& latency) const;

 private:
  /// Packets that go equally far, whatever their size.
  struct Group {
    std::vector<Weighted> sizes;
    std::vector<double> by_hops;  // probability, adding up to the share of the packets
  };

  void add_drawn(const Routing& routing, const TrafficPattern& pattern);
  void add_trace(const Routing& routing, const std::vector<TracePacket>& packets);
  double latency_by_links(const PacketLatency& latency) const;
  double latency_of_copies(const PacketLatency& latency, std::size_t hops,
                           std::uint32_t flits) const;

  const Routing* routing_;
  const TrafficPattern* pattern_;
  LoadSettings settings_;
  std::vector<Weighted> replies_;  // flits
  std::vector<Group> groups_;
  double flits_ = 0;
  double squared_flits_ = 0;
};

}  // namespace flitcast
