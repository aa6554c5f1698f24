#pragma once

#include <algorithm>

#include "hw/router/core_frame.h"

namespace flitcast {

/// The core of routers with one virtual channel per link. A worm that holds an output has the
/// channel to itself up to its tail. So when its flits leave follows from the dates of those that
/// are there and of the credits, and the router moves all of them at once, dated (lookahead).
/// Decisions (routes, arbitration) are never taken ahead.
template <typename Policies>
class StreamingCore final : public CoreFrame<Policies> {
 public:
  using CoreFrame<Policies>::CoreFrame;

  void tick(Cycle now) override {
    // 1. Inputs.
    auto [headers, moving] = this->look_at_inputs(now);
    // 2. VC allocation: headers take outputs and go on in the same cycle.
    if (!headers.empty()) {
      moving |= this->allocate_outputs(headers, now);
    }
    // 3. Switch: with one virtual channel there is nothing to arbitrate.
    moving.for_each([&](int index) { stream(index, this->input(index), now); });
  }

 private:
  void stream(int index, InputVc& in, Cycle now);
  void follow_reported(int index, const InputVc& in, const OutputVc& out);
};

// Moves every flit of the worm whose departure is known, each at its own date. What comes later is
// announced by the channel: the next flit by its push, the next credit by its pop.
template <typename Policies>
[[gnu::always_inline]] inline void StreamingCore<Policies>::stream(int index, InputVc& in,
                                                                   Cycle now) {
  OutputVc& out = *in.out;
  Link& to_link = *out.link;
  VirtualChannel& from = *in.channel;
  VirtualChannel& to = *out.channel;
  Cycle at = std::max(now, to_link.next_accept());
  while (from.occupied() && (in.absorb_out == nullptr || in.absorbed > 0)) {
    Flit& flit = from.front();
    at = std::max(at, from.front_time());
    if (at > this->wakes_.lookahead_limit()) {
      this->wakes_.wake(index, at);
      return;
    }
    Cycle room = to.room_from(at);
    const std::size_t need = this->room_.needed(flit, out);
    if (need > 1 && room != VirtualChannel::kOpen) {
      room = to.packet_room_from(need, at);
    }
    if (room != at) {
      WaitBook::block(in, WaitCause::kCredit, at);
      if (this->reporter_) {
        this->reporter_.state(index, in, VcState::kBlockedOnCredit, at);
      }
      if (room == VirtualChannel::kOpen) {
        to.await_room(need, this->wakes_.cause(index));
        return;
      }
      at = room;
      continue;
    }
    const std::uint16_t kind = flit.kind;
    if (!this->turns_.may_pass(index, in, kind, at, now, this->wakes_)) {
      return;
    }
    if (this->reporter_) {
      this->reporter_.moved(index, in, at);
    }
    this->waits_.unblock(in, to_link, at);
    to_link.send(flit, to, at, this->wakes_.queue());
    in.link->release(from, at, this->wakes_.queue());
    if (in.absorb_out != nullptr) {
      --in.absorbed;
    }
    if ((kind & flit_kind::kTail) != 0) {
      this->finish_worm(index, in, at);
      return;
    }
    // The body flits that only follow; with a probe, as far as they do so regularly.
    if (in.absorb_out == nullptr) {
      if (!this->reporter_) {
        to_link.send_stream(*in.link, from, to, this->wakes_.lookahead_limit());
      } else {
        follow_reported(index, in, out);
      }
    }
    at = to_link.next_accept();
  }
}

template <typename Policies>
[[gnu::cold, gnu::noinline]] void StreamingCore<Policies>::follow_reported(int index,
                                                                           const InputVc& in,
                                                                           const OutputVc& out) {
  if (!in.channel->occupied()) {
    return;
  }
  Link& link = *out.link;
  const Flit first = in.channel->front();
  const Cycle at = link.next_accept();
  if (const std::uint32_t count = link.send_steady_stream(*in.link, *in.channel, *out.channel,
                                                          this->wakes_.lookahead_limit())) {
    this->reporter_.bodies_moved(index, out, first, count, at);
  }
}

}  // namespace flitcast
