#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "hw/routing/routing.h"
#include "hw/topology/link_times.h"
#include "hw/types.h"
#include "traffic/channel_load/channel_loads.h"
#include "traffic/channel_load/oblivious_routes.h"
#include "traffic/channel_load/packet_latency.h"
#include "traffic/channel_load/packet_mix.h"
#include "traffic/channel_load/packet_turns.h"
#include "traffic/load/load_settings.h"
#include "traffic/pattern/traffic_pattern.h"

namespace flitcast {

/// Bounds of load.rate, which counts no replies, that all sources have, each its share: beyond
/// saturation some may have more, and the one with least has no more. Infinite where nothing limits
/// it, or nothing is known. Dally and Towles, "Principles and Practices of Interconnection
/// Networks", 2004, §3.3 and §23.1.
struct LoadBounds {
  /// The largest load of a channel, see ChannelLoads; of half duplex that of both channels of a
  /// pair; NaN: not known.
  double gamma_max = 0;
  NodeId gamma_node = kNoNode;
  PortId gamma_port = kNoPort;
  /// 1/(γ·t_m), the smallest over the channels; over pairs of them, 1/Σ(γ·t_m), with half duplex. A
  /// channel of staged routers may be slower than t_m, see PacketTurns.
  double channel = 0;
  /// Of the busiest source: a port of its network interface is taken for startup + P + 2 cycles by
  /// a packet of P flits, on staged routers for startup + max(P, 3), and the buffer behind it as
  /// PacketTurns has it. All ports of a node on staged routers have a flit a cycle between them;
  /// one that sends in turn takes startup + P for each packet.
  double injection = 0;
  /// Of the busiest destination: every port takes a flit a cycle, with turns on staged routers;
  /// those of a node on staged routers together.
  double ejection = 0;
  /// Of the channels between the halves of the network, whatever the routing, the smallest over the
  /// dimensions and both ways, with half duplex for both ways together; without coordinates
  /// infinite.
  double bisection = 0;
  /// Of the memory that is asked most, whose banks take a request each MemorySettings::latency
  /// cycles.
  double memory = std::numeric_limits<double>::infinity();

  double smallest() const;
};

/// What is known of a load without simulating it. Replies are counted, with requests, as traffic
/// the other way. Multicasts that leave copies on their way are counted with their addresses, see
/// MulticastLoads; at receive ports without those of destinations further on.
class LoadTheory {
 public:
  /// Processors at most: all pairs of them are looked at.
  static constexpr NodeId kMostProcessors = 8192;

  /// Throws std::invalid_argument as make_pattern does, and beyond kMostProcessors.
  LoadTheory(const Routing& routing, const NetworkConfig& config, const LoadSettings& settings);

  /// Where packets go is not known, see unknown_routes(): there are no loads, and only bounds that
  /// hold for any routing.
  bool knows_routes() const { return routes_ != nullptr; }
  const ChannelLoads& loads() const { return loads_; }
  const LoadBounds& bounds() const { return bounds_; }
  /// Hops, sizes, latency without load.
  const PacketMix& mix() const { return mix_; }
  /// Mean latency at `rate`, estimated: what a packet takes without load, and at every channel of
  /// its way, injection and ejection included, what it waits on average for a server that takes t_m
  /// for a flit and to which packets come at random, whatever happens elsewhere: queues M/G/1,
  /// M/D/1 for packets of one size (Pollaczek–Khinchine; Agarwal, "Limits on interconnection
  /// network performance", IEEE TPDS 2(4), 1991, less his correction for packets that go on
  /// straight). It knows of no small buffers: a worm that stops where several channels are behind
  /// it takes none of them here. Infinite where a server has no time left, NaN where packets may go
  /// anywhere, and for a trace, whose packets do not come at random.
  double estimate(const PacketLatency& latency, double rate) const;

 private:
  /// What takes flits one after the other: a port, a channel, or two with half duplex. At a rate
  /// of 1, in every cycle:
  struct Server {
    double flits = 0;
    double cycles = 0;   ///< that these take
    double squares = 0;  ///< sum of the squares of the cycles that each of them takes
  };

  void add_flows(const Routing& routing);
  void find_bounds();
  void find_busiest_channel();
  void find_bisection();
  double bisection_of(int dimension) const;
  double interval(NodeId node, PortId port) const;
  static Server alike(double flits, double interval);
  void count_packets(const std::vector<TracePacket>& trace);
  double interface_cycles(NodeId node) const;
  Server send_ports_of(NodeId node) const;
  Server receive_ports_of(NodeId node) const;
  Server server_of(NodeId node, PortId port) const;
  double waiting(const Server& server, double rate) const;

  const Topology& topology_;
  NetworkConfig config_;
  LinkTimes links_;
  std::unique_ptr<TrafficPattern> pattern_;
  std::unique_ptr<ObliviousRoutes> routes_;
  PacketMix mix_;
  PacketTurns turns_;
  ChannelLoads loads_;
  LoadBounds bounds_;
  bool self_sends_ = false;  // a node is its own destination
  // By processor, at a rate of 1, replies included.
  std::vector<double> sent_;  // flits
  std::vector<double> sent_packets_;
  std::vector<double> received_;  // flits
  std::vector<double> requests_;  // that the node is sent
};

}  // namespace flitcast
