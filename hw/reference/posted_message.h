#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "hw/types.h"
#include "hw/worm_tree.h"

namespace flitcast {

/// A message that a test sends through a network without schedules.
struct PostedMessage {
  NodeId source = 0;
  std::vector<NodeId> destinations;  ///< in path order; several = an IRC worm
  std::uint32_t payload_flits = 1;
  Cycle post_at = 0;               ///< >= 0
  std::vector<PortId> route = {};  ///< source route, empty = base routing
  std::uint8_t message_class = 0;
  std::shared_ptr<const WormTree> tree = nullptr;  ///< how its worm forks; `destinations` are its
};

/// When it was where; what has not happened is -1, or not there.
struct MessageHistory {
  Cycle issued = -1;  ///< known, as `injected`, when it has left its source
  Cycle injected = -1;
  std::map<NodeId, Cycle> head;  ///< per destination that has all of it
  std::map<NodeId, Cycle> tail;
};

}  // namespace flitcast
