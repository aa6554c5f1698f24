#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "traffic/worms/worm_instance.h"

namespace flitcast {

enum class WormBoundKind {
  kGrowth,  ///< those that know a chunk tell so many others in a round at most
  kPorts,   ///< a node sends or receives so many worms, over its ports
  kLinks,   ///< so many times worms go over some links
};

/// No schedule has less rounds, for a reason that can be counted.
struct WormBound {
  WormBoundKind kind;
  std::uint32_t rounds;
  NodeId node = 0;                                    ///< kPorts; kGrowth: whose chunk it is
  std::vector<std::pair<NodeId, NodeId>> links = {};  ///< kLinks; with half duplex the lower first
  std::string reason = {};
};

/// The best that is found; at least a round where there is something to do.
WormBound worm_bound(const WormInstance& instance);

}  // namespace flitcast
