#pragma once

#include <cstdint>
#include <vector>

#include "hw/types.h"

namespace flitcast {

/// Draws the ways of packets at their sources. Whoever posts a packet has its header carry the
/// ports (Packet::route) and says how many links they are (Packet::hops).
class RouteDraw {
 public:
  virtual ~RouteDraw() = default;

  /// Appends the ports of a way from `source` to `destination`, which follows from 64 random bits
  /// and from nothing else. Both are processors; from a node to itself there are no ports.
  virtual void append_route(NodeId source, NodeId destination, std::uint64_t bits,
                            std::vector<PortId>& ports) const = 0;
};

}  // namespace flitcast
