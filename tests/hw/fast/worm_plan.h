#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hw/types.h"

namespace flitcast {

/// A worm on its way over a row of routers, hop 0 being the foremost: what happened until its
/// header got its last output, and with it everything that follows. Link i leads out of hop i; the
/// last one, behind all hops, into the hindmost.
struct WormPlan {
  struct Link {
    Cycle delay = 1;
    Cycle interval = 1;
    std::uint32_t buffer = 32;        ///< flits
    std::vector<Cycle> credits = {};  ///< dates of the last that another worm gave back, ascending

    /// Date of the credit for flit `k` of the worm, one of the first `buffer` ones.
    Cycle credit(std::uint32_t k) const {
      const std::size_t unused = buffer - credits.size();
      return k < unused ? 0 : credits[k - unused];
    }
  };
  struct Hop {
    std::uint32_t first = 0;  ///< flits that have left
    bool copies = false;
    std::uint32_t copied = 0;        ///< of the flits from `first` on
    Cycle copy_from = 0;             ///< the copy leaves from here on at the earliest
    std::vector<Cycle> stalls = {};  ///< cycles that flit k stood without any reason
  };

  std::uint32_t held_end(std::size_t hop) const {
    return hop + 1 < hops.size() ? hops[hop + 1].first : sent;
  }

  std::vector<Hop> hops;
  std::vector<Link> links;     ///< one more
  std::vector<Cycle> arrives;  ///< at the hindmost hop at the earliest, per flit
  std::uint32_t sent = 0;      ///< flits that have come into the links, or are in them
  Cycle header_waits = 0;      ///< for the output of the foremost hop
};

/// When every flit of a planned worm leaves every hop: the recurrence flit by flit.
class FlitDates {
 public:
  explicit FlitDates(const WormPlan& plan)
      : plan_(plan),
        left_(plan.hops.size(), std::vector<Cycle>(plan.arrives.size())),
        arrived_(plan.arrives),
        copied_(left_),
        waited_(plan.hops.size()) {
    for (std::uint32_t k = 0; k < plan.arrives.size(); ++k) {
      Cycle there = arrive(k);
      for (std::size_t hop = plan.hops.size(); hop-- > 0;) {
        copy(hop, k, there);
        there = leave(hop, k, there) + plan.links[hop].delay;
      }
    }
  }

  Cycle left(std::size_t hop, std::uint32_t k) const { return left_[hop][k]; }
  Cycle tail(std::size_t hop) const { return left_[hop].back(); }
  Cycle arrived(std::size_t hop, std::uint32_t k) const {
    return hop + 1 < left_.size() ? left(hop + 1, k) + plan_.links[hop + 1].delay : arrived_[k];
  }
  /// Date of the copy of flit `k`.
  Cycle copied(std::size_t hop, std::uint32_t k) const { return copied_[hop][k]; }
  /// Cycles that flits which have not left yet will stand without room.
  Cycle waited(std::size_t hop) const { return waited_[hop]; }

  /// Whether all that have not left yet do so a link's interval after each other.
  bool even() const {
    for (std::size_t hop = 0; hop < left_.size(); ++hop) {
      for (std::size_t k = plan_.hops[hop].first + 1; k < left_[hop].size(); ++k) {
        if (left_[hop][k] - left_[hop][k - 1] != plan_.links.at(1).interval) {
          return false;
        }
      }
    }
    return true;
  }

 private:
  // At the hindmost hop: those that have been sent, when there was room; the others a cycle apart.
  Cycle arrive(std::uint32_t k) {
    const WormPlan::Link& link = plan_.links.back();
    Cycle& at = arrived_[k];
    if (k > 0) {
      at = std::max(at, arrived_[k - 1] + (k < plan_.sent ? link.interval : 1));
    }
    if (k < plan_.sent && k >= link.buffer) {
      at = std::max(at, left_.back()[k - link.buffer] + 2 * link.delay);
    }
    return at;
  }
  void copy(std::size_t hop, std::uint32_t k, Cycle there) {
    const Cycle before = k <= 1 ? plan_.hops[hop].copy_from : copied_[hop][k - 1] + 1;
    copied_[hop][k] = std::max(there, before);
  }
  Cycle leave(std::size_t hop, std::uint32_t k, Cycle there) {
    const WormPlan::Hop& here = plan_.hops[hop];
    std::vector<Cycle>& left = left_[hop];
    Cycle at = k == 0 ? there : std::max(there, left[k - 1] + plan_.links[hop].interval);
    if (hop > 0) {
      const Cycle free = room(hop, k);
      if (k >= here.first) {
        waited_[hop] += std::max<Cycle>(0, free - at);
      }
      at = std::max(at, free);
    } else if (k == 0) {
      at += plan_.header_waits;
    }
    if (k == 0) {
      at = std::max(at, after_earlier_worm(hop));
    }
    if (k < here.first && k < here.stalls.size()) {
      at += here.stalls[k];
    }
    return left[k] = at;
  }
  // A header comes to the front of a buffer when the tail of the worm before has left it.
  Cycle after_earlier_worm(std::size_t hop) const {
    const WormPlan::Link& into = plan_.links[hop + 1];
    return into.credits.empty() ? 0 : into.credits.back() - into.delay + 1;
  }
  Cycle room(std::size_t hop, std::uint32_t k) const {
    const WormPlan::Link& link = plan_.links[hop];
    return k < link.buffer ? link.credit(k) : left_[hop - 1][k - link.buffer] + link.delay;
  }

  const WormPlan& plan_;
  std::vector<std::vector<Cycle>> left_;  // by hop and flit
  std::vector<Cycle> arrived_;            // at the hindmost hop
  std::vector<std::vector<Cycle>> copied_;
  std::vector<Cycle> waited_;
};

}  // namespace flitcast
