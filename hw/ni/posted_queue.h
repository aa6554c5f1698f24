#pragma once

#include <cstddef>
#include <vector>

#include "hw/ni/interface_core.h"
#include "hw/packet.h"

namespace flitcast {

/// Messages of a node that wait in its interface: those of higher priority first, see
/// PacketPool::priority, then in the order in which they were posted.
class PostedQueue {
 public:
  bool empty() const { return first_ == posted_.size(); }

  /// Puts a message posted at `now` after all others.
  void append(PacketHandle packet, Cycle now) {
    remove_gone();
    posted_.push_back({packet, now});
  }

  /// Puts a message posted at `now` in its place by priority.
  void insert(PacketHandle packet, Cycle now, const PacketPool& packets) {
    append(packet, now);
    if (packets.has_priorities()) {
      raise_last(packets);
    }
  }

  /// The first that was posted before `now`; null where there is none. It stays valid until the
  /// queue changes.
  const PostedPacket* next(Cycle now) const {
    if (empty()) {
      return nullptr;
    }
    const PostedPacket& front = posted_[first_];
    return front.at < now ? &front : dates_fall_ ? next_of_all(now) : nullptr;
  }

  /// Takes out what next() found.
  PostedPacket take(const PostedPacket* found) {
    const PostedPacket taken = *found;
    if (found == &posted_[first_]) {
      ++first_;
    } else {
      posted_.erase(posted_.begin() + (found - posted_.data()));
    }
    return taken;
  }

 private:
  void raise_last(const PacketPool& packets);
  const PostedPacket* next_of_all(Cycle now) const;

  void remove_gone() {
    if (2 * first_ >= posted_.size()) {
      posted_.erase(posted_.begin(), posted_.begin() + static_cast<std::ptrdiff_t>(first_));
      first_ = 0;
    }
  }

  std::vector<PostedPacket> posted_;
  std::size_t first_ = 0;    // those before it have gone
  bool dates_fall_ = false;  // one has gone before others that were posted earlier
};

}  // namespace flitcast
