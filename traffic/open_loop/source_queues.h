#pragma once

#include <cstdint>
#include <vector>

#include "hw/types.h"

namespace flitcast {

/// A packet that has been created: what becomes a packet of the network when its turn has come.
struct CreatedPacket {
  Cycle created = 0;
  Cycle asked = -1;  ///< a reply: when its request was created; else -1
  NodeId destination = kNoNode;
  std::uint32_t kind = 0;  ///< its class
  std::uint32_t copies = 1;
  std::uint32_t seed = 0;    ///< of the choice of a multicast's destinations
  std::uint64_t number = 0;  ///< in the order of creation
};

/// The queues of all sources, first in, first out, without bound. Places are used again, so that
/// nothing is allocated unless there are more packets than ever before.
class SourceQueues {
 public:
  explicit SourceQueues(NodeId sources) : first_(sources, kNone), last_(sources, kNone) {}

  bool empty(NodeId source) const { return first_[source] == kNone; }
  /// Of all sources.
  std::uint64_t size() const { return size_; }

  void push(NodeId source, const CreatedPacket& packet) {
    std::uint32_t place = free_;
    if (place == kNone) {
      place = static_cast<std::uint32_t>(places_.size());
      places_.push_back({packet, kNone});
    } else {
      free_ = places_[place].next;
      places_[place] = {packet, kNone};
    }
    (empty(source) ? first_[source] : places_[last_[source]].next) = place;
    last_[source] = place;
    ++size_;
  }
  /// Precondition: the queue of the source is not empty.
  CreatedPacket pop(NodeId source) {
    const std::uint32_t place = first_[source];
    first_[source] = places_[place].next;
    places_[place].next = free_;
    free_ = place;
    --size_;
    return places_[place].packet;
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
  struct Place {
    CreatedPacket packet;
    std::uint32_t next;
  };

  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> last_;
  std::vector<Place> places_;
  std::uint32_t free_ = kNone;
  std::uint64_t size_ = 0;
};

}  // namespace flitcast
