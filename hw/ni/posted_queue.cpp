#include "hw/ni/posted_queue.h"

#include <algorithm>

namespace flitcast {

// Before those of lower priority.
void PostedQueue::raise_last(const PacketPool& packets) {
  const auto last = posted_.end() - 1;
  const int own = packets.priority(last->packet);
  const auto place = std::partition_point(
      posted_.begin() + static_cast<std::ptrdiff_t>(first_), last,
      [&](const PostedPacket& other) { return packets.priority(other.packet) >= own; });
  if (place != last) {
    std::rotate(place, last, posted_.end());
    dates_fall_ = true;
  }
}

const PostedPacket* PostedQueue::next_of_all(Cycle now) const {
  const auto found =
      std::find_if(posted_.begin() + static_cast<std::ptrdiff_t>(first_), posted_.end(),
                   [now](const PostedPacket& posted) { return posted.at < now; });
  return found == posted_.end() ? nullptr : &*found;
}

}  // namespace flitcast
