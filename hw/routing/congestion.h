#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/topology/topology.h"
#include "hw/types.h"

namespace flitcast {

/// How long the queues of a router are.
class OutputQueues {
 public:
  virtual ~OutputQueues() = default;
  /// Slots taken in the buffers after output `port`, of all virtual channels, as the credits have
  /// it that are back by now.
  virtual std::uint64_t slots_taken(PortId port, Cycle now) const = 0;
  /// The same and the flits of packets here whose header has been routed to the port, as the cycle
  /// before left them, for other routers to look at: it does not matter which is called first. With
  /// one virtual channel, packets here do not count.
  virtual std::uint64_t length_before(PortId port, Cycle now) const = 0;
};

/// The queues of all routers of a network.
class NetworkQueues {
 public:
  explicit NetworkQueues(const Topology& topology) : routers_(topology.nodes(), nullptr) {}

  /// Those of `node` are `queues`, which must stay where they are.
  void enter(NodeId node, const OutputQueues& queues) { routers_[node] = &queues; }
  const OutputQueues& of(NodeId node) const { return *routers_[node]; }

 private:
  std::vector<const OutputQueues*> routers_;
};

/// A way that a header at `node` might take: its ports, one at least.
struct WayAhead {
  NodeId node;
  const PortId* ports;
  std::size_t hops;
};

/// What a router sees of queues when it chooses between ways: its own, and, where the fabric has
/// them told, all others.
struct SeenQueues {
  const Topology& topology;
  const OutputQueues& own;
  const NetworkQueues* all;
  Cycle now;
};

/// How congested a way is: the length of some queue on it.
using Congestion = std::uint64_t (*)(const WayAhead& way, const SeenQueues& queues);

/// That of the first channel, which the router has itself.
inline std::uint64_t own_queue(const WayAhead& way, const SeenQueues& queues) {
  return queues.own.slots_taken(way.ports[0], queues.now);
}

}  // namespace flitcast
