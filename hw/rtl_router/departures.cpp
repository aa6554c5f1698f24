#include "hw/rtl_router/departures.h"

#include <algorithm>

namespace flitcast {

void Departures::take_credits(FlitPins& pins, Cycle now) {
  for (int index = 0; index < site_.layout.network_ports * site_.layout.vcs; ++index) {
    std::uint32_t& uncredited = uncredited_[static_cast<std::size_t>(index)];
    if (uncredited > 0) {
      const Cycle at =
          site_.output(index).channel->await_pushed(uncredited, site_.wakes.cause(index));
      if (at != VirtualChannel::kOpen && at <= now) {
        pins[Pin::kCredit].set(index);
        --uncredited;
      }
    }
  }
}

void Departures::send(const OutputVc& out, const Flit& flit, Cycle now) {
  if (now < out.link->next_accept()) {
    site_.violations.violation(out.port,
                               "sends a flit before the channel takes one, which is in cycle " +
                                   std::to_string(out.link->next_accept()),
                               now);
  }
  if (!out.channel->can_push(now)) {
    site_.violations.violation(
        out.port,
        "sends a flit without a credit: the " + std::to_string(out.channel->capacity()) +
            " slots behind virtual channel " + std::to_string(out.vc) + " are taken",
        now);
  }
  if (site_.layout.is_network(out.port)) {
    ++uncredited_[static_cast<std::size_t>(site_.layout.input(out.port, out.vc))];
  }
  out.link->send(flit, *out.channel, now, site_.wakes.queue());
}

void Departures::wake_for_credits(Cycle now) {
  for (int index = 0; index < site_.layout.network_ports * site_.layout.vcs; ++index) {
    if (const std::uint32_t sent = uncredited_[static_cast<std::size_t>(index)]; sent > 0) {
      const Cycle at = site_.output(index).channel->await_pushed(sent, site_.wakes.cause(index));
      if (at != VirtualChannel::kOpen) {
        site_.wakes.wake(index, std::max(now + 1, at));
      }
    }
  }
}

}  // namespace flitcast
