#pragma once

#include <cstdint>

namespace flitcast {

/// Round-robin arbiter over up to 64 requesters: the one that won last has the lowest priority.
class RoundRobinArbiter {
 public:
  /// The winner among the set bits of `requests` != 0; it becomes the last in turn.
  int pick(std::uint64_t requests) {
    const std::uint64_t behind = requests & ~((std::uint64_t{2} << last_) - 1);
    last_ = static_cast<std::uint8_t>(__builtin_ctzll(behind != 0 ? behind : requests));
    return last_;
  }

 private:
  std::uint8_t last_ = 63;
};

}  // namespace flitcast
