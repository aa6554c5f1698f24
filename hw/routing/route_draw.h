#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/types.h"

namespace flitcast {

/// Draws the ways of packets at their sources. The code that posts a packet has its header carry
/// the ports: see Routing::draw_route.
class RouteDraw {
 public:
  virtual ~RouteDraw() = default;

  /// Appends the ports of a way from `source` to `destination`, and their classes of virtual
  /// channels, which follow from 64 random bits and from nothing else. Both are processors; from a
  /// node to itself there are no ports. Returns 0; or how many of the ports are a direct way,
  /// behind which those of another one are, where the router of the source chooses between both
  /// (Packet::direct_hops).
  virtual std::size_t append_route(NodeId source, NodeId destination, std::uint64_t bits,
                                   std::vector<PortId>& ports,
                                   std::vector<PortId>& classes) const = 0;
};

}  // namespace flitcast
