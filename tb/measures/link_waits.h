#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "hw/types.h"

namespace flitcast {

/// How long messages waited, and where: for links, in the buffers at the ends of links, and for
/// send and receive ports of nodes.
class LinkWaits {
 public:
  struct Wait {
    NodeId from;  ///< kNoNode: the receive port of `to`
    NodeId to;    ///< kNoNode: the send port of `from`
    Cycle cycles;
  };

  void add(std::uint64_t message, const Wait& wait) { by_message_[message].push_back(wait); }
  /// Of a message by its number (Packet::id); a place may come several times.
  const std::vector<Wait>& of(std::uint64_t message) const {
    static const std::vector<Wait> none;
    const auto found = by_message_.find(message);
    return found == by_message_.end() ? none : found->second;
  }

 private:
  std::unordered_map<std::uint64_t, std::vector<Wait>> by_message_;
};

}  // namespace flitcast
