#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace flitcast::reference {

/// Whose turn it is: the first behind the one that won last, or the first of all.
struct RoundRobin {
  /// `requests` are in ascending order, and not empty.
  std::size_t choose(const std::vector<std::size_t>& requests) const {
    const auto later = std::upper_bound(requests.begin(), requests.end(), last);
    return never || later == requests.end() ? requests.front() : *later;
  }
  void won(std::size_t winner) {
    last = winner;
    never = false;
  }

  std::size_t last = 0;
  bool never = true;  // has anybody won
};

}  // namespace flitcast::reference
