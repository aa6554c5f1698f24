#pragma once

#include <chrono>
#include <functional>

namespace flitcast {

/// When a search is to end without an answer.
struct SearchLimit {
  std::chrono::steady_clock::time_point end = std::chrono::steady_clock::time_point::max();
  /// Asked all the time: Ctrl-C was pressed. Null for never.
  std::function<bool()> stop = nullptr;

  bool reached() const {
    return (stop && stop()) || (end != std::chrono::steady_clock::time_point::max() &&
                                std::chrono::steady_clock::now() >= end);
  }
};

}  // namespace flitcast
