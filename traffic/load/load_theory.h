#pragma once

#include <cstdint>
#include <vector>

#include "hw/routing/routing.h"
#include "hw/types.h"
#include "traffic/load/load_settings.h"
#include "traffic/load/packet_latency.h"
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
};

/// One way for every pair: that of base routing.
class BaseRoutes final : public ObliviousRoutes {
 public:
  /// `routing` must outlive it.
  explicit BaseRoutes(const Routing& routing) : routing_(routing) {}
  void add(NodeId source, NodeId destination, double load, ChannelLoads& loads) const override;

 private:
  const Routing& routing_;
};

/// Bounds of the rate at which a network can deliver a pattern, in flits per processor and cycle as
/// load.rate counts them; infinite where nothing limits it. Dally and Towles, "Principles and
/// Practices of Interconnection Networks", 2004, §3.3 and §23.1.
struct LoadBounds {
  double gamma_max = 0;  ///< the largest load of a channel, see ChannelLoads
  NodeId gamma_node = kNoNode;
  PortId gamma_port = kNoPort;
  double channel = 0;    ///< 1/(γ·t_m), the smallest over the channels
  double injection = 0;  ///< of the busiest source
  double ejection = 0;   ///< of the busiest destination
  /// Of the channels across the middle of the network, whatever the routing; infinite where no
  /// middle is known (that is, without coordinates).
  double bisection = 0;

  double smallest() const;
};

/// What is known of a load without simulating it. References must outlive it.
class LoadTheory {
 public:
  /// Exact channel loads: a step for every pair of nodes and link. Throws std::invalid_argument as
  /// make_pattern does.
  LoadTheory(const Routing& routing, const NetworkConfig& config, const LoadSettings& settings,
             const ObliviousRoutes& routes);

  const ChannelLoads& loads() const { return loads_; }
  const LoadBounds& bounds() const { return bounds_; }
  /// Links on the base routes, mean over the packets.
  double hops() const { return hops_; }
  /// Mean latency without load over pattern and sizes.
  double zero_load(const PacketLatency& latency) const;
  /// Mean latency at `rate`, estimated: every channel of the way, injection and ejection included,
  /// is a queue M/D/1 or, where sizes differ, M/G/1 (Pollaczek–Khinchine), independent of the
  /// others, a worm occupying it for its flits; Agarwal, "Limits on interconnection network
  /// performance", IEEE TPDS 2(4), 1991. Infinite from the smallest bound of those queues on.
  double estimate(const PacketLatency& latency, double rate) const;

 private:
  ChannelLoads loads_;
  LoadBounds bounds_;
  std::vector<double> by_hops_;  // probability of a packet
  double hops_ = 0;
};

}  // namespace flitcast
