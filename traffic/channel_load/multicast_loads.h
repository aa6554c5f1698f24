#pragma once

#include <vector>

#include "hw/routing/routing.h"
#include "traffic/channel_load/channel_loads.h"
#include "traffic/channel_load/packet_mix.h"
#include "traffic/channel_load/route_tree.h"

namespace flitcast {

/// What a multicast to k nodes on the way to its last destination adds to the flits of a packet: an
/// address for every other destination, which a channel carries as far as there, and the copies.
/// The k − 1 other destinations are any of the nodes in between, all with the same probability.
class MulticastLoads {
 public:
  /// Packets follow base routes of `routing`; both must outlive it.
  MulticastLoads(const Routing& routing, const PacketMix& mix)
      : mix_(mix), tree_(routing.topology(), routing.base()) {}

  /// Every processor sends `by_source` flits to `last`, without the addresses of other destinations
  /// and without copies for them. Adds to `loads` and, by processor, to `sent` the flits of
  /// addresses, and to `received` those of copies.
  void add(const std::vector<double>& by_source, NodeId last, ChannelLoads& loads,
           std::vector<double>& sent, std::vector<double>& received);

 private:
  const PacketMix& mix_;
  RouteTree tree_;
};

}  // namespace flitcast
