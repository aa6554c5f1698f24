#pragma once

#include <algorithm>
#include <cstdint>

#include "tests/hw/fast/worm_plan.h"
#include "tests/support/draw.h"

namespace flitcast {

/// Draws worms in every state in which a header can get its last output.
class PlanDrawer {
 public:
  explicit PlanDrawer(std::uint64_t seed) : draw_(seed) {}

  WormPlan plan() {
    flits_ = draw_.one_in(3) ? draw_.between(100U, 2000U) : draw_.between(2U, 60U);
    buffer_ = draw_.one_in(4) ? draw_.between(10U, 2500U) : draw_.between(1U, 9U);
    add_hops(draw_.between<std::size_t>(1, 6));
    add_links();
    add_arrivals();
    add_stalls();
    if (draw_.one_in(3)) {
      add_copies();
    }
    plan_.header_waits = draw_.one_in(2) ? 0 : draw_.between<Cycle>(1, 300);
    return plan_;
  }

 private:
  static constexpr Cycle kStart = 1000;
  static constexpr std::uint32_t kInjectionBuffer = 32;

  // The flits that stand before each hop; at the hindmost, the source adds to them, or its tail is
  // there.
  void add_hops(std::size_t hops) {
    const std::uint32_t style = draw_.between(0U, 2U);
    while (plan_.hops.size() < hops && plan_.sent < flits_) {
      const bool last = plan_.hops.size() + 1 == hops;
      const std::uint32_t room = last ? kInjectionBuffer : buffer_;
      const std::uint32_t most = std::min(room, flits_ - plan_.sent);
      const std::uint32_t least = plan_.hops.empty() ? 1 : 0;
      std::uint32_t held = draw_.between(least, std::max(least, most));
      if (style != 0) {
        held = style == 1 ? most : std::min(most, draw_.between(least, 2U));
      }
      plan_.hops.emplace_back().first = plan_.sent;
      plan_.sent += held;
    }
    from_source_ = plan_.hops.size() == hops;
  }

  void add_links() {
    const bool alike = draw_.one_in(2);
    const Cycle interval = draw_.between<Cycle>(1, 3);
    const Cycle delay = draw_.between<Cycle>(1, draw_.one_in(5) ? 30 : 5);
    const bool rivals = draw_.one_in(2);
    plan_.links.emplace_back();
    for (std::size_t i = 1; i <= plan_.hops.size(); ++i) {
      WormPlan::Link& link = plan_.links.emplace_back();
      if (i == plan_.hops.size() && from_source_) {
        return;
      }
      link.interval = alike ? interval : draw_.between<Cycle>(1, 3);
      link.delay = alike ? delay : draw_.between<Cycle>(1, 6);
      link.buffer = buffer_;
      if (rivals && i < plan_.hops.size()) {
        add_credits(link);
      }
    }
  }
  void add_credits(WormPlan::Link& link) {
    Cycle at = kStart + draw_.between<Cycle>(-60, 120);
    for (std::uint32_t n = draw_.between(0U, std::min(buffer_, 40U)); n > 0; --n) {
      link.credits.push_back(at);
      at += draw_.between<Cycle>(1, draw_.one_in(4) ? 20 : 2);
    }
  }

  void add_arrivals() {
    const bool dense = draw_.one_in(2);
    Cycle at = kStart;
    for (std::uint32_t k = 0; k < flits_; ++k) {
      if (k == plan_.sent && draw_.one_in(4)) {
        at += draw_.between<Cycle>(0, 60);  // the source is late
      }
      plan_.arrives.push_back(at);
      at += plan_.links.back().interval;
      if (!from_source_ && !dense && draw_.one_in(4)) {
        at += draw_.between<Cycle>(1, 9);
      }
    }
  }

  void add_stalls() {
    const std::uint32_t style = draw_.between(0U, 3U);
    for (WormPlan::Hop& hop : plan_.hops) {
      for (std::uint32_t k = 0; style > 1 && k < hop.first; ++k) {
        const bool stalls = style == 2 ? draw_.one_in(8) : k == 0;
        hop.stalls.push_back(stalls ? draw_.between<Cycle>(1, 30) : 0);
      }
    }
  }

  void add_copies() {
    for (std::size_t i = 1; i < plan_.hops.size(); ++i) {
      WormPlan::Hop& hop = plan_.hops[i];
      const std::uint32_t held = plan_.held_end(i) - hop.first;
      hop.copied = draw_.between(0U, held);
      hop.copies = draw_.one_in(2) && hop.first + hop.copied < flits_;
      hop.copy_from = kStart + (draw_.one_in(2) ? 0 : draw_.between<Cycle>(0, 200));
    }
  }

  Draw draw_;
  WormPlan plan_;
  std::uint32_t flits_ = 0;
  std::uint32_t buffer_ = 0;
  bool from_source_ = false;
};

}  // namespace flitcast
