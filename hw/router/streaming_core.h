#pragma once

#include <algorithm>

#include "hw/cache_line.h"
#include "hw/fast/bulk_moves.h"
#include "hw/fast/worm_settler.h"
#include "hw/router/core_frame.h"

namespace flitcast {

/// The core of routers with one virtual channel per link. A worm that holds an output has the
/// channel to itself up to its tail. So when its flits leave follows from the dates of those that
/// are there and of the credits, and the router moves all of them at once, dated (lookahead).
/// Decisions (routes, arbitration) are never taken ahead.
///
/// A worm whose header is given the port of its last destination goes there as a whole, and its
/// body stays at its source until then if nothing delays the header: see WormSettler. Neither where
/// a probe watches.
///
/// It begins with a WormRouter, so that who knows one knows where to ask for the memory of a core.
template <typename Policies>
class alignas(kCacheLine) StreamingCore final : public WormRouter, public CoreFrame<Policies> {
 public:
  explicit StreamingCore(const RouterSite& site) : CoreFrame<Policies>(site), worms_(site.worms) {}

  void tick(Cycle now) override {
    // 1. Inputs.
    auto [headers, moving] = this->look_at_inputs(now);
    // 2. VC allocation: headers take outputs and go on in the same cycle.
    if (!headers.empty()) {
      const auto granted = this->allocate_outputs(headers, now);
      granted.for_each([&](int index) { settle(this->input(index), now); });
      moving |= granted;
    }
    // 3. Switch: with one virtual channel there is nothing to arbitrate.
    moving.for_each([&](int index) {
      InputVc& in = this->input(index);
      if (in.out != nullptr && !in.out->link->fast().body_lags) {
        stream(index, in, now);
      }
    });
    // 4. Headers that have not got on have their bodies follow.
    headers.for_each([&](int index) {
      const InputVc& in = this->input(index);
      if (in.link->fast().body_lags && (in.out == nullptr || !in.out->link->fast().body_lags)) {
        worms_->catch_up(*in.link);
      }
    });
  }

  void fetch(Cycle now, int step, FetchChain& chain) override;

  void worm_passed(const WormHop& hop, Cycle tail, Cycle copied, Cycle waited) override;
  void follow_up(InputVc& input) override;
  void fetch_hop(const InputVc& input) const override { this->fetch_held(input); }

 private:
  WormRouter* passed_by_worms() override { return this; }
  static void fetch_trail(FetchChain& chain);
  void settle(const InputVc& in, Cycle now);
  bool may_body_lag(const InputVc& in, const Flit& header, Cycle at) const;
  bool may_begin_to_lag(const InputVc& in, const Flit& header, Cycle at) const;
  void stream(int index, InputVc& in, Cycle now);
  bool knows_room(int index, InputVc& in, const Departure& next);
  void follow_reported(int index, const InputVc& in, const OutputVc& out);

  WormSettler* worms_;
};

// From the alarm to the flit in front, and from there either on to where it goes or, when it has
// arrived, back to where its worm comes from.
template <typename Policies>
void StreamingCore<Policies>::fetch(Cycle now, int step, FetchChain& chain) {
  auto* const in = static_cast<InputVc*>(chain.in);
  auto* const out = static_cast<OutputVc*>(chain.out);
  if (step >= 5 && out == nullptr) {
    if (step == 5) {
      this->liked_output(*in).link->fetch();
    }
    fetch_trail(chain);
    return;
  }
  switch (step) {
    case 0:
      this->wakes_.first()->fetch(now);
      this->fetch_hot(this);
      return;
    case 1: {
      const std::uint64_t causes = this->wakes_.first()->causes(now);
      chain.ended = causes == 0;
      if (!chain.ended) {
        chain.in = &this->input(lowest(causes));
        __builtin_prefetch(chain.in);
      }
      return;
    }
    case 2:
      in->link->fetch();
      __builtin_prefetch(in->out);
      return;
    case 3:
      in->channel->fetch_front();
      return;
    case 4:
      if (in->out != nullptr) {
        chain.out = in->out;
      } else if (!this->route_early(this->index_of(*in), *in, now)) {
        chain.ended = true;
      } else {
        OutputVc& liked = this->fetch_unit(*in);
        chain.out = &liked;
        if (this->layout_.is_local_unit(in->unit)) {  // not if all of the worm is here
          chain.out = nullptr;
          chain.ended = in->channel->occupancy() >= header_flits(in->channel->front().word);
        }
      }
      return;
    case 5:
      out->link->fetch();
      return;
    default:
      if (out->channel->is_open()) {
        out->channel->fetch_for_push(now);
      }
      chain.ended = true;
      return;
  }
}

// By turns: of a link that is there, what stands in its buffer, and the router before it with its
// input; of these, the output and the link to the input.
template <typename Policies>
void StreamingCore<Policies>::fetch_trail(FetchChain& chain) {
  auto* const in = static_cast<InputVc*>(chain.in);
  if (chain.router == nullptr) {
    const Link& link = *in->link;
    link.virtual_channel(0).fetch_front();
    chain.in = link.fast().worm_from;
    chain.router = link.fast().router;
    chain.ended = chain.in == nullptr || chain.router == nullptr;
    __builtin_prefetch(chain.in);
    CoreFrame<Policies>::fetch_hot(chain.router);
  } else {
    in->link->fetch();
    static_cast<const WormRouter*>(chain.router)->fetch_hop(*in);
    chain.router = nullptr;
  }
}

// A header that has been given the port of its last destination takes all of its worm along.
template <typename Policies>
[[gnu::always_inline]] inline void StreamingCore<Policies>::settle(const InputVc& in, Cycle now) {
  if (worms_ != nullptr && !this->layout_.is_network(in.out->port)) {
    worms_->settle(*in.out->link, in.channel->front().packet, now);
  }
}

// Whether the body of the worm whose header leaves at `at`, without delay, may stay where it is, at
// its source. The header does not stand behind another worm when it arrives.
template <typename Policies>
inline bool StreamingCore<Policies>::may_body_lag(const InputVc& in, const Flit& header,
                                                  Cycle at) const {
  if (this->layout_.is_network(in.port) ? !in.link->fast().body_lags
                                        : !may_begin_to_lag(in, header, at)) {
    return false;
  }
  const OutputVc& out = *in.out;
  return !this->reporter_ && this->layout_.is_network(out.port) && !out.channel->occupied() &&
         out.channel->last_credit() < at + 2 * out.link->delay();
}

template <typename Policies>
inline bool StreamingCore<Policies>::may_begin_to_lag(const InputVc& in, const Flit& header,
                                                      Cycle at) const {
  return worms_ != nullptr && in.link->fast().source != nullptr &&
         (header.kind & flit_kind::kAddress) == 0 &&
         worms_->may_lag(header.packet, header_flits(header.word), at);
}

template <typename Policies>
void StreamingCore<Policies>::follow_up(InputVc& input) {
  if (input.out != nullptr) {
    stream(this->index_of(input), input, 0);
  }
}

template <typename Policies>
void StreamingCore<Policies>::worm_passed(const WormHop& hop, Cycle tail, Cycle copied,
                                          Cycle waited) {
  InputVc& in = *hop.input;
  if (hop.copy != nullptr) {
    this->finish_copy(in, copied);
  }
  if (waited > 0) {
    hop.out->count_blocked(WaitCause::kCredit, waited);
  }
  in.blocked_since = InputVc::kNotBlocked;
  this->finish_worm(this->index_of(in), in, tail);
}

// Moves every flit of the worm whose departure is known, each at its own date. What comes later is
// announced by the channel: the next flit by its push, the next credit by its pop.
template <typename Policies>
[[gnu::always_inline]] inline void StreamingCore<Policies>::stream(int index, InputVc& in,
                                                                   Cycle now) {
  OutputVc& out = *in.out;
  Link& to_link = *out.link;
  VirtualChannel& from = *in.channel;
  VirtualChannel& to = *out.channel;
  Cycle channel = std::max(now, to_link.next_accept());
  while (from.occupied() && (in.absorb_out == nullptr || in.absorbed > 0)) {
    Flit& flit = from.front();
    Cycle at = std::max(from.front_time(), channel);
    if (at > this->wakes_.lookahead_limit()) {
      this->wakes_.wake(index, at);
      return;
    }
    const Departure next{from.front_time(), channel, this->room_.room_from(at, flit, out)};
    if (next.waits_for_room()) {
      if (!knows_room(index, in, next)) {
        return;
      }
      at = next.room;
    }
    const std::uint16_t kind = flit.kind;
    if (!this->turns_.may_pass(index, in, kind, at, now, this->wakes_)) {
      return;
    }
    if (this->reporter_) {
      this->reporter_.moved(index, in, at);
    }
    this->waits_.unblock(in, to_link, at);
    const bool lags = (kind & flit_kind::kHead) != 0 && at == now && may_body_lag(in, flit, at);
    to_link.send(flit, to, at, this->wakes_.queue());
    in.link->release(from, at, this->wakes_.queue());
    if (in.absorb_out != nullptr) {
      --in.absorbed;
    }
    if ((kind & flit_kind::kTail) != 0) {
      this->finish_worm(index, in, at);
      return;
    }
    if (lags) {
      to_link.fast().body_lags = true;
      return;
    }
    // The body flits that only follow; with a probe, as far as they do so regularly.
    if (in.absorb_out == nullptr && !this->reporter_) {
      send_bodies<false>(*in.link, from, to_link, to, this->wakes_.lookahead_limit());
    } else if (in.absorb_out == nullptr) {
      follow_reported(index, in, out);
    }
    channel = to_link.next_accept();
  }
}

// Of a flit that waits for room from next.ready() on: whether it is known already when there is
// some; otherwise the router will be woken.
template <typename Policies>
[[gnu::always_inline]] inline bool StreamingCore<Policies>::knows_room(int index, InputVc& in,
                                                                       const Departure& next) {
  WaitBook::block(in, WaitCause::kCredit, next.ready());
  if (this->reporter_) {
    this->reporter_.state(index, in, VcState::kBlockedOnCredit, next.ready());
  }
  if (next.room == Departure::kOpen) {
    const std::size_t need = this->room_.needed(in.channel->front(), *in.out);
    in.out->channel->await_room(need, this->wakes_.cause(index));
    return false;
  }
  if (next.room > this->wakes_.lookahead_limit()) {
    this->wakes_.wake(index, next.room);
    return false;
  }
  return true;
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
  if (const std::uint32_t count = send_bodies<true>(*in.link, *in.channel, link, *out.channel,
                                                    this->wakes_.lookahead_limit())) {
    this->reporter_.bodies_moved(index, out, first, count, at);
  }
}

}  // namespace flitcast
