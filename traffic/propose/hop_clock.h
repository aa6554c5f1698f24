#pragma once

#include <cstdint>
#include <queue>
#include <utility>
#include <vector>

#include "traffic/optimal/hop_plan.h"

namespace flitcast {

/// Links and ports of a network while chunks go over them, from event to event.
class HopClock {
 public:
  explicit HopClock(const ChunkNetwork& network);

  /// A chunk may start over the link now: it is free, and so are, with half duplex, the channel
  /// back and, unless chunks are on this channel, a port at either end.
  bool is_free(LinkId link) const;
  void start(LinkId link, std::uint32_t chunk);
  bool idle() const { return under_way_.empty(); }
  /// Goes on to the next arrival, and calls visit(link, chunk) for everything that arrives then.
  template <typename Visit>
  void advance(Visit&& visit) {
    plan_.time = under_way_.top().end;
    while (!under_way_.empty() && under_way_.top().end == plan_.time) {
      const Arrival arrival = under_way_.top();
      under_way_.pop();
      release(arrival.link);
      visit(arrival.link, arrival.chunk);
    }
  }
  /// What has been started so far; the clock is of no more use.
  HopPlan take() { return std::move(plan_); }

 private:
  struct Arrival {
    ChunkTime end;
    LinkId link;
    std::uint32_t chunk;
    bool operator<(const Arrival& other) const {
      return end != other.end ? end > other.end : link > other.link;
    }
  };
  void release(LinkId link);

  const ChunkNetwork& network_;
  std::vector<bool> busy_;
  std::vector<int> on_channel_;  // chunks, by its first link
  std::vector<int> sending_;     // ports in use, by node
  std::vector<int> receiving_;   // likewise
  std::priority_queue<Arrival> under_way_;
  HopPlan plan_;
};

}  // namespace flitcast
