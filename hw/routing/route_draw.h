#pragma once

#include <cstdint>
#include <vector>

#include "hw/types.h"

namespace flitcast {

/// Draws the ways of packets at their sources. Whoever posts a packet has its header carry the
/// ports: see Routing::draw_route.
class RouteDraw {
 public:
  virtual ~RouteDraw() = default;

  /// Appends the ports of a way from `source` to `destination`, which follows from 64 random bits
  /// and from nothing else. Both are processors; from a node to itself there are no ports.
  virtual void append_route(NodeId source, NodeId destination, std::uint64_t bits,
                            std::vector<PortId>& ports) const = 0;
  /// What is drawn is a detour, and the router of the source chooses between it and the base route
  /// (Packet::direct_hops).
  virtual bool is_detour() const { return false; }
};

}  // namespace flitcast
