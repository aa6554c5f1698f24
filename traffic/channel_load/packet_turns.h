#pragma once

#include "hw/network_config.h"
#include "hw/topology/topology.h"

namespace flitcast {

/// How long packets keep virtual channels of staged routers from others, at least.
///
/// A packet is in front of a buffer from the cycle in which its header begins with its route until
/// its tail is granted the switch: the header waits longer than other flits, which are granted one
/// a cycle at most; then the next is in front. It has an output virtual channel from when that is
/// allocated until its tail is granted the switch, or, where they are given away empty, until the
/// credit of the tail is back. And every flit has a slot of a buffer for a round trip.
class PacketTurns {
 public:
  /// `longest`: flits of a packet on average, at most, on whatever channel.
  PacketTurns(const NetworkConfig& config, double longest);

  /// Cycles that `flits` of `packets` are in front of one buffer, the flits of each `interval`
  /// apart unless they queue for their channel elsewhere; `ejected`: maybe for the node itself.
  double in_front(double flits, double packets, Cycle interval, bool ejected) const;
  /// Cycles from flit to flit of a channel, whose virtual channels take turns.
  double passing_flit(const LinkTime& link) const;
  /// The same of an ejection channel.
  double ejected_flit() const;

 private:
  double held(Cycle decision, double interval, Cycle round_trip) const;

  NetworkConfig config_;
  double packets_;  // of a flit
};

}  // namespace flitcast
