#pragma once

#include <optional>

#include "hw/topology/topology.h"
#include "hw/types.h"

namespace flitcast {

/// How many bits number the processors, where their number is a power of two and not 1.
inline std::optional<int> address_bits(const Topology& topology) {
  const NodeId processors = topology.processors();
  if (processors < 2 || (processors & (processors - 1)) != 0) {
    return std::nullopt;
  }
  return __builtin_ctz(processors);
}

/// The lowest `bits` bits of a node rotated to the left by `places` < `bits`.
inline NodeId rotated(NodeId node, int bits, int places) {
  const NodeId all = (NodeId{1} << bits) - 1;
  return (node << places | node >> (bits - places)) & all;
}

}  // namespace flitcast
