#pragma once

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "hw/reference/clock.h"
#include "hw/reference/message.h"

namespace flitcast::reference {

/// Trees that are reserved: each has its place in one line, by when it was asked for, and may go
/// from the cycle after it on if no tree before it in the line has still to leave one of its
/// routers.
class Reservations {
 public:
  void ask(const Message& message, Clock& clock) {
    line_.push_back({&message, clock.now(), {}});
    for (const WormTree::Stop& stop : message.posted.tree->stops()) {
      line_.back().to_leave.insert(stop.node);
    }
    std::sort(line_.begin(), line_.end(), [](const Asked& a, const Asked& b) {
      return std::pair(a.at, a.message->number) < std::pair(b.at, b.message->number);
    });
    clock.changed();
  }
  bool may_go(const Message& message, const Clock& clock) const {
    for (const Asked& other : line_) {
      if (other.message == &message) {
        return other.at < clock.now();
      }
      for (const WormTree::Stop& stop : message.posted.tree->stops()) {
        if (other.to_leave.count(stop.node) != 0) {
          return false;
        }
      }
    }
    return false;
  }
  /// A tail leaves a router. It counts when the cycle is over.
  void leave(const Message& message, NodeId node) { left_.emplace_back(&message, node); }
  void end_cycle() {
    for (const auto& [message, node] : std::exchange(left_, {})) {
      for (Asked& asked : line_) {
        if (asked.message == message) {
          asked.to_leave.erase(node);
        }
      }
    }
  }

 private:
  struct Asked {
    const Message* message;
    Cycle at;
    std::set<NodeId> to_leave;
  };
  std::vector<Asked> line_;
  std::vector<std::pair<const Message*, NodeId>> left_;
};

}  // namespace flitcast::reference
