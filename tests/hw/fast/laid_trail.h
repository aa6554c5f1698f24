#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <vector>

#include "hw/fast/bulk_moves.h"
#include "hw/fast/worm_trail.h"
#include "hw/link/link.h"
#include "tests/hw/fast/worm_plan.h"

namespace flitcast {

/// The links of a planned worm as they are when its header has got its last output, and its trail
/// over them. Everything was put into them and taken out of them by its dates.
class LaidTrail {
 public:
  LaidTrail(const WormPlan& plan, const FlitDates& dates) : plan_(plan), dates_(dates) {
    alarms_.emplace_back();
    wakes_.enlist(alarms_[0]);
    for (std::size_t i = 0; i < plan.links.size(); ++i) {
      const WormPlan::Link& link = plan.links[i];
      links_.emplace_back(LinkParameters{link.delay, link.interval, Cycle{link.buffer}, 1});
      links_.back().attach_reader(&alarms_[0], 0, flit_kind::kNone);
      if (i > 0) {
        give_old_credits(links_[i].virtual_channel(0), link);
        send(i);
      }
    }
    for (std::size_t hop = 0; hop < plan.hops.size(); ++hop) {
      add(hop);
    }
    const auto flits = static_cast<std::uint32_t>(plan.arrives.size());
    if (plan.sent < flits) {
      trail_.set_unsent(
          UnsentFlits{nullptr, flits - plan.sent, dates.arrived(plan.hops.size() - 1, plan.sent)});
    }
  }

  const WormTrail& trail() const { return trail_; }
  const VirtualChannel& buffer(std::size_t hop) const { return links_[hop + 1].virtual_channel(0); }

 private:
  static Flit body() { return {0, 0, 0, flit_kind::kBody, 0}; }

  // An earlier worm has passed: the ring stands anywhere, its last credits are on the way.
  static void give_old_credits(VirtualChannel& buffer, const WormPlan::Link& link) {
    buffer.open();
    for (Cycle i = 0; i < link.delay; ++i) {
      buffer.push(body(), 0);
      buffer.pop(0);
    }
    for (std::size_t i = 0; i < link.credits.size(); ++i) {
      require(buffer.can_push(0));
      buffer.push(body(), 0);
    }
    for (const Cycle credit : link.credits) {
      buffer.pop(credit);
    }
  }

  // The flits that have gone over link i, or stand in its buffer.
  void send(std::size_t i) {
    VirtualChannel& buffer = links_[i].virtual_channel(0);
    const bool is_last = i == plan_.hops.size();
    const std::uint32_t end = plan_.held_end(i - 1);
    std::uint32_t taken = 0;
    const auto take_until = [&](Cycle at) {
      for (; taken < plan_.hops[i - 1].first; ++taken) {
        const Cycle free_at = dates_.left(i - 1, taken) + plan_.links[i].delay;
        if (free_at > at) {
          return;
        }
        buffer.pop(free_at);
      }
    };
    for (std::uint32_t k = 0; k < end; ++k) {
      const Cycle at =
          is_last ? dates_.arrived(i - 1, k) - plan_.links[i].delay : dates_.left(i, k);
      take_until(at);
      require(buffer.room_from(at) == at);
      buffer.push(body(), dates_.arrived(i - 1, k));
    }
    take_until(WakeQueue::kNever);
  }

  void add(std::size_t index) {
    const WormPlan::Hop& here = plan_.hops[index];
    WormHop hop;
    hop.in = &links_[index + 1];
    hop.out = &links_[index];
    hop.first = here.first;
    hop.held_end = plan_.held_end(index);
    if (here.first > 0) {
      pass_link(*hop.out, here.first, dates_.left(index, here.first - 1));
    }
    if (here.copies) {
      const std::uint32_t next = here.first + here.copied;
      hop.copy = &copies_.emplace_back(LinkParameters{1, 1, 32, 1});
      pass_link(*hop.copy, next, next <= 1 ? here.copy_from - 1 : dates_.copied(index, next - 1));
      hop.copied = here.copied;
    }
    trail_.add_hop() = hop;
  }

  static void require(bool met) {
    if (!met) {
      throw std::logic_error("the plan does not keep to the credits");
    }
  }

  const WormPlan& plan_;
  const FlitDates& dates_;
  WakeQueue wakes_;
  std::deque<Alarm> alarms_;
  std::deque<Link> links_;
  std::deque<Link> copies_;
  WormTrail trail_;
};

}  // namespace flitcast
