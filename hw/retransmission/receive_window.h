#pragma once

#include <cstdint>
#include <stdexcept>

namespace flitcast {

/// The largest window: messages from one node to another that are on their way at a time.
inline constexpr int kMaxWindow = 64;

/// Which messages of one node have come to another one, of which up to kMaxWindow are on their way
/// at a time, in any order and maybe more than once.
class ReceiveWindow {
 public:
  /// A message has come. True the first time.
  bool take(std::uint32_t sequence) {
    if (sequence < next_) {
      return false;
    }
    const std::uint32_t ahead = sequence - next_;
    if (ahead >= kMaxWindow) {
      throw std::logic_error("a message has come that lies beyond the window of its sender");
    }
    const std::uint64_t mark = std::uint64_t{1} << ahead;
    if ((come_ & mark) != 0) {
      return false;
    }
    come_ |= mark;
    for (; (come_ & 1U) != 0; come_ >>= 1U) {
      ++next_;
    }
    return true;
  }

 private:
  std::uint32_t next_ = 0;  // the first that has not come
  std::uint64_t come_ = 0;  // bit i: next_ + i has
};

}  // namespace flitcast
