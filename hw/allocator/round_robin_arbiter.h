#pragma once

#include <cstdint>

#include "hw/index_set.h"

namespace flitcast {

/// Arbiters choose one of several requesters. A choice and its effect are separate, for allocators
/// whose choices may come to nothing: an arbiter that moves on without a grant can lock others out
/// for ever. An arbiter has propose(), with or without the ages of the requesters, accept(), pick()
/// and a type Set, and says whether one that keeps asking is kFair to; what every one keeps to is
/// in tests/hw/allocator/test_arbiter.cpp.
///
/// Round robin: the one that won last has the lowest priority.
template <typename SetType>
class RoundRobinArbiter {
 public:
  using Set = SetType;
  static constexpr bool kFair = true;

  /// The one whose turn it is among `requests`, which are not empty.
  int propose(const Set& requests) const {
    const Set later = requests.beyond(last_);
    return later.empty() ? requests.first() : later.first();
  }
  /// `age_of(requester)` is of no interest to this one.
  template <typename AgeOf>
  int propose(const Set& requests, const AgeOf& /*age_of*/) const {
    return propose(requests);
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
