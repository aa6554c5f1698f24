#pragma once

#include <cstdint>

#include "hw/index_set.h"

namespace flitcast {

/// Arbiters choose one of several requesters. A choice and its effect are separate, for allocators
/// whose choices may come to nothing: an arbiter that moves on without a grant can lock others out
/// for ever. An arbiter has propose() and accept(), pick() and a type Set; what every one keeps to
/// is in tests/hw/router/test_arbiter.cpp.
///
/// Round robin: the one that won last has the lowest priority.
template <typename SetType>
class RoundRobinArbiter {
 public:
  using Set = SetType;

  /// The one whose turn it is among `requests`, which are not empty.
  int propose(const Set& requests) const {
    const Set later = requests.beyond(last_);
    return later.empty() ? requests.first() : later.first();
  }
  /// `winner` has had its turn.
  void accept(int winner) { last_ = static_cast<std::uint16_t>(winner); }
  /// Both at once.
  int pick(const Set& requests) {
    const int winner = propose(requests);
    accept(winner);
    return winner;
  }

 private:
  std::uint16_t last_ = Set::kSize - 1;
};

}  // namespace flitcast
