#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/routing/routing.h"
#include "hw/topology/link_times.h"
#include "hw/types.h"
#include "traffic/load/load_settings.h"
#include "traffic/load/packet_latency.h"
#include "traffic/load/packet_mix.h"
#include "traffic/pattern/traffic_pattern.h"

namespace flitcast {

/// Flits that pass the channels between routers, per flit that a processor offers on average.
class ChannelLoads {
 public:
  explicit ChannelLoads(const Topology& topology);

  void add(NodeId node, PortId port, double load) { loads_[place(node, port)] += load; }
  /// Of the channel that leaves `node` through `port`.
  double of(NodeId node, PortId port) const { return loads_[place(node, port)]; }

 private:
  std::size_t place(NodeId node, PortId port) const {
    return node * static_cast<std::size_t>(ports_) + port;
  }
  int ports_;
  std::vector<double> loads_;
};

/// The ways of packets that do not depend on the state of the network.
class ObliviousRoutes {
 public:
  virtual ~ObliviousRoutes() = default;
  /// Adds to every channel what `load` flits from `source` to another node put on it: `load` times
  /// the probability that a packet passes it.
  virtual void add(NodeId source, NodeId destination, double load, ChannelLoads& loads) const = 0;
  /// The same of all sources: `by_source[source]` flits from every processor. Those of the
  /// destination itself pass no channel.
  virtual void add_all(const std::vector<double>& by_source, NodeId destination,
                       ChannelLoads& loads) const;
};

/// One way for every pair: that of base routing.
class BaseRoutes final : public ObliviousRoutes {
 public:
  /// `routing` must outlive it.
  explicit BaseRoutes(const Routing& routing) : routing_(routing) {}
  void add(NodeId source, NodeId destination, double load, ChannelLoads& loads) const override;
  void add_all(const std::vector<double>& by_source, NodeId destination,
               ChannelLoads& loads) const override;

 private:
  const Routing& routing_;
};

/// Bounds of load.rate, which counts no replies; infinite where nothing limits it. Dally and
/// Towles, "Principles and Practices of Interconnection Networks", 2004, §3.3 and §23.1.
struct LoadBounds {
  double gamma_max = 0;  ///< the largest load of a channel, see ChannelLoads
  NodeId gamma_node = kNoNode;
  PortId gamma_port = kNoPort;
  double channel = 0;  ///< 1/(γ·t_m), the smallest over the channels
  /// Of the busiest source: a port of its network interface is taken for startup + P + 2 cycles by
  /// a packet of P flits. All ports of a node on staged routers have a flit a cycle between them.
  double injection = 0;
  /// Of the busiest destination: every port takes a flit a cycle; those of a node on staged routers
  /// together.
  double ejection = 0;
  /// Of the channels between the halves of the network, whatever the routing, the smallest over the
  /// dimensions and both ways; without coordinates infinite.
  double bisection = 0;

  double smallest() const;
};

/// What is known of a load without simulating it. Replies are counted, with requests, as traffic
/// the other way. Of a multicast that leaves copies on its way, one header flit is counted on every
/// channel, so that bounds are bounds.
class LoadTheory {
 public:
  /// Processors at most: all pairs of them are looked at.
  static constexpr NodeId kMostProcessors = 8192;

  /// `routes` says where packets go, `routing` how far it is on base routes. Throws
  /// std::invalid_argument as make_pattern does, and beyond kMostProcessors.
  LoadTheory(const Routing& routing, const NetworkConfig& config, const LoadSettings& settings,
             const ObliviousRoutes& routes);

  const ChannelLoads& loads() const { return loads_; }
  const LoadBounds& bounds() const { return bounds_; }
  /// Hops, sizes, latency without load.
  const PacketMix& mix() const { return mix_; }
  /// Mean latency at `rate`, estimated: what a packet takes without load, and at every channel of
  /// its way, injection and ejection included, what it waits on average for a server that takes t_m
  /// for a flit and to which packets come at random, whatever happens elsewhere: M/D/1 for packets
  /// of one size, else M/G/1 (Pollaczek–Khinchine; Agarwal, "Limits on interconnection network
  /// performance", IEEE TPDS 2(4), 1991, less his correction for packets that go on straight). It
  /// knows of no small buffers: a worm that stops where several channels are behind it takes none
  /// of them here. Infinite where a server has no time left.
  double estimate(const PacketLatency& latency, double rate) const;

 private:
  void add_flows(const TrafficPattern& pattern, const ObliviousRoutes& routes);
  void find_bounds();
  void find_bounds_of_interfaces();
  void find_bisection();
  double waiting(double flits, double interval, double rate) const;

  const Topology& topology_;
  NetworkConfig config_;
  LinkTimes links_;
  LoadSettings settings_;
  std::unique_ptr<TrafficPattern> pattern_;
  PacketMix mix_;
  ChannelLoads loads_;
  LoadBounds bounds_;
  // By processor, at a rate of 1, replies included.
  std::vector<double> sent_;  // flits
  std::vector<double> sent_packets_;
  std::vector<double> received_;  // flits
};

}  // namespace flitcast
