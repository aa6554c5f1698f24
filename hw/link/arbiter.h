#pragma once

#include <cstdint>

namespace flitcast {

/// Round-robin arbiter over up to 64 requesters: the one that won last has the lowest priority.
/// A choice and its effect are separate, for allocators whose choices may come to nothing: an
/// arbiter that moves on without a grant can lock others out for ever.
class RoundRobinArbiter {
 public:
  /// The one whose turn it is among the set bits of `requests` != 0.
  int propose(std::uint64_t requests) const {
    const std::uint64_t behind = requests & ~((std::uint64_t{2} << last_) - 1);
    return __builtin_ctzll(behind != 0 ? behind : requests);
  }
  /// `winner` has had its turn.
  void accept(int winner) { last_ = static_cast<std::uint8_t>(winner); }
  /// Both at once.
  int pick(std::uint64_t requests) {
    const int winner = propose(requests);
    accept(winner);
    return winner;
  }

 private:
  std::uint8_t last_ = 63;
};

}  // namespace flitcast
