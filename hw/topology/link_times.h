#pragma once

#include <cstddef>
#include <vector>

#include "hw/network_config.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// What every channel between routers is like: as the configuration says, unless the network has it
/// otherwise.
class LinkTimes {
 public:
  LinkTimes(const Topology& topology, const NetworkConfig& config);

  /// Some channel is not as the configuration says.
  bool differ() const { return differ_; }
  const LinkTime& of(NodeId node, PortId port) const {
    return differ_ ? own_[node * ports_ + port] : largest_;
  }
  /// Of a header in a router without other traffic.
  Cycle router_delay() const { return config_.header_delay(); }
  /// The longest time until a slot of a buffer is taken again.
  Cycle round_trip() const { return config_.round_trip(largest_.delay); }
  Switching switching() const { return config_.switching; }

  /// The smallest, or largest, delay and time per flit of any channel.
  const LinkTime& smallest() const { return smallest_; }
  const LinkTime& largest() const { return largest_; }
  /// The channel whose time per flit exceeds its delay most: the last to be free for a worm that
  /// comes as soon as the one before it has arrived.
  const LinkTime& busiest() const { return busiest_; }
  /// Flits that a buffer needs for one virtual channel to use the full rate of any channel, however
  /// slowly its flits came: of the fastest rate and the longest way of a credit.
  Cycle full_rate_buffer() const {
    return flitcast::full_rate_buffer(config_, largest_.delay, smallest_.cycles_per_flit);
  }
  /// What the network would be with all channels like the fastest: lower bounds are made of it.
  NetworkConfig fastest() const;
  TimingModel fastest_model() const { return timing_model(fastest()); }

 private:
  void include(const LinkTime& link);

  NetworkConfig config_;
  bool differ_ = false;
  std::size_t ports_;
  std::vector<LinkTime> own_;  // node-major, per network port; empty where the network has none
  LinkTime smallest_;
  LinkTime largest_;
  LinkTime busiest_;
};

}  // namespace flitcast
