#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace flitcast {

/// The receives of one node, numbered from 1, which may end out of order.
class ReceiveStream {
 public:
  void finish(std::uint32_t number) {
    early_.push_back(number);
    for (auto next = find_next(); next != early_.end(); next = find_next()) {
      early_.erase(next);
      ++complete_;
    }
  }
  /// All receives up to this one have ended.
  std::uint32_t complete() const { return complete_; }

 private:
  std::vector<std::uint32_t>::iterator find_next() {
    return std::find(early_.begin(), early_.end(), complete_ + 1);
  }

  std::uint32_t complete_ = 0;
  std::vector<std::uint32_t> early_;  // ended behind one that has not; a few at most
};

}  // namespace flitcast
