#pragma once

#include "hw/network_config.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// What every channel between routers is like: as the configuration says, unless the network has it
/// otherwise.
class LinkTimes {
 public:
  /// `topology` must outlive it.
  LinkTimes(const Topology& topology, const NetworkConfig& config);

  /// Some channel is not as the configuration says.
  bool differ() const { return differ_; }
  LinkTime of(NodeId node, PortId port) const { return completed(topology_.link_time(node, port)); }
  Cycle router_delay() const { return config_.router_delay; }

  /// The smallest, or largest, delay and time per flit of any channel.
  const LinkTime& smallest() const { return smallest_; }
  const LinkTime& largest() const { return largest_; }
  /// The channel whose time per flit exceeds its delay most: the last to be free for a worm that
  /// comes as soon as the one before it has arrived.
  const LinkTime& busiest() const { return busiest_; }
  /// Flits that a buffer needs for one virtual channel to use the full rate of any channel, however
  /// slowly its flits came: of the fastest rate and the longest way of a credit.
  Cycle full_rate_buffer() const {
    return flitcast::full_rate_buffer(config_.router_delay, largest_.delay,
                                      smallest_.cycles_per_flit);
  }
  /// Of a network whose channels were all the fastest: lower bounds are made of it.
  TimingModel fastest_model() const;

 private:
  LinkTime completed(LinkTime own) const {
    return {own.delay != 0 ? own.delay : config_.link_delay,
            own.cycles_per_flit != 0 ? own.cycles_per_flit : config_.cycles_per_flit};
  }
  void include(const LinkTime& link);

  const Topology& topology_;
  NetworkConfig config_;
  bool differ_ = false;
  LinkTime smallest_;
  LinkTime largest_;
  LinkTime busiest_;
};

}  // namespace flitcast
