#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "hw/time/wake_queue.h"
#include "hw/types.h"
#include "hw/worm_tree.h"

namespace flitcast {

/// Routers that worms which fork have reserved: all of a tree, before the worm sets out. Every
/// router has a queue, and all queues have the trees in one order, that in which they were asked
/// for (in one cycle: of their numbers). A tree goes when it is the first in all its queues, so
/// that none can wait for another one in a circle; a router is out of it when its tail has left
/// there. That a reservation goes round takes no time: it is made with the cycle in which it could
/// be made if all routers were told at once.
class TreeReservations {
 public:
  explicit TreeReservations(NodeId nodes) : queues_(nodes) {}

  /// Tree `number` is to go from `now` on, which is the current cycle; `whom` is woken when it may.
  /// The tree has to stay.
  void ask(std::uint64_t number, const WormTree& tree, Cycle now, const WakeCause& whom) {
    asked_.push_back({number, &tree, now, whom});
  }
  /// Whether tree `number` may go at `now`, the current cycle, at the earliest that after it was
  /// asked for.
  bool may_go(std::uint64_t number, Cycle now) {
    enter(now);
    const auto entry = entries_.find(number);
    return entry != entries_.end() && entry->second.missing == 0 && entry->second.from <= now;
  }
  /// The tail of the first tree at `node` leaves it at `now`, the current cycle.
  void leave(NodeId node, Cycle now, WakeQueue& wakes) {
    enter(now);
    std::deque<std::uint64_t>& queue = queues_[node];
    Entry& gone = entries_.at(queue.front());
    if (--gone.left == 0) {
      entries_.erase(queue.front());
    }
    queue.pop_front();
    if (!queue.empty()) {
      Entry& next = entries_.at(queue.front());
      next.from = std::max(next.from, now + 1);
      if (--next.missing == 0) {
        wakes.wake(next.whom, next.from);
      }
    }
  }

 private:
  struct Asked {
    std::uint64_t number;
    const WormTree* tree;
    Cycle at;
    WakeCause whom;
  };
  struct Entry {
    std::size_t missing;  // routers where others are before it
    std::size_t left;     // routers that its tail has not left
    Cycle from;           // it may go, when none are missing
    WakeCause whom;
  };

  // What was asked for before `now`, so that the order of modules in a cycle does not matter.
  void enter(Cycle now) {
    if (asked_.empty()) {
      return;
    }
    std::sort(asked_.begin(), asked_.end(), [](const Asked& a, const Asked& b) {
      return std::pair(a.at, a.number) < std::pair(b.at, b.number);
    });
    const auto end = std::find_if(asked_.begin(), asked_.end(),
                                  [now](const Asked& asked) { return asked.at >= now; });
    for (auto asked = asked_.begin(); asked != end; ++asked) {
      const auto& stops = asked->tree->stops();
      Entry entry{0, stops.size(), asked->at + 1, asked->whom};
      for (const WormTree::Stop& stop : stops) {
        entry.missing += queues_[stop.node].empty() ? 0U : 1U;
        queues_[stop.node].push_back(asked->number);
      }
      entries_.emplace(asked->number, entry);
    }
    asked_.erase(asked_.begin(), end);
  }

  std::vector<Asked> asked_;
  std::map<std::uint64_t, Entry> entries_;         // by number
  std::vector<std::deque<std::uint64_t>> queues_;  // by node
};

}  // namespace flitcast
