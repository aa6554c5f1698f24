#pragma once

#include <algorithm>
#include <cstdint>

#include "hw/router/vc_core.h"

namespace flitcast {

// VcCore: which flits get the switch, and what follows from it.

template <typename Policies>
[[gnu::always_inline]] inline void VcCore<Policies>::allocate_switch(Cycle now) {
  Set winners;
  if (!asking_.empty()) {
    winners = switch_.allocate_held(asking_, [this](int index) { return age_of(index); });
    if (const Set losers = asking_ - winners - lost_; !losers.empty()) {
      block_losers(losers, now);
    }
    lost_ -= winners;
  }
  if (!speculating_.empty()) {
    winners |= speculate(winners, now);
  }
  crossed_ = winners;
  move(winners, now);
}

template <typename Policies>
[[gnu::always_inline]] inline void VcCore<Policies>::move(const Set& winners, Cycle now) {
  Set again;
  winners.for_each([&](int index) __attribute__((always_inline)) {
    if (move(index, now)) {
      again.insert(index);
    }
  });
  asking_ = (asking_ - winners) | again;
}

template <typename Policies>
inline void VcCore<Policies>::block_losers(const Set& losers, Cycle now) {
  losers.for_each(
      [&](int index) { WaitBook::block(input(index), WaitCause::kSerialisation, now); });
  lost_ |= losers;
}

// Half duplex: headers whose pairs have been decided.
template <typename Policies>
[[gnu::noinline]] void VcCore<Policies>::cross_with_pairs(Cycle now) {
  const Set others = std::exchange(asking_, Set());
  wakes_.take(now).for_each([&](int index) { ask(index, input(index), now); });
  Set free = asking_;
  crossed_.for_each([&](int index) { free -= crossbar_.beside(index); });
  Set winners;
  if (!free.empty()) {
    winners = switch_.allocate_held(free, [this](int index) { return age_of(index); });
  }
  block_losers(asking_ - winners, now);
  lost_ -= winners;
  move(winners, now);
  asking_ |= others;
}

// Headers that have bid for an output VC in this cycle bid for the switch as well. What others ask
// for who hold one goes first; a grant is of use with the output VC and room behind it only.
// Returns the input VCs whose header goes on; others that hold an output VC now ask in the next
// cycle.
template <typename Policies>
[[gnu::noinline]] typename VcCore<Policies>::Set VcCore<Policies>::speculate(const Set& first,
                                                                             Cycle now) {
  CrossbarUse<Set> use;
  use.add(crossbar_, first);
  Set winners;
  const Set granted = speculative_.allocate(
      speculating_, [this](int index) { return bid_of(index); },
      [this](int index) { return age_of(index); });
  granted.for_each([&](int index) {
    InputVc& in = input(index);
    if (in.out == nullptr || crossbar_.output_of(index) != bid_of(index) ||
        use.meets(crossbar_, index)) {
      return;
    }
    ask(index, in, now);
    if (asking_.contains(index)) {
      winners.insert(index);
    }
  });
  next_ |= (speculating_ & crossbar_.holding()) - asking_;
  speculating_ = Set();
  return winners;
}

// The flit in front goes on; the next one asks in the next cycle, if it is there and has room.
template <typename Policies>
[[gnu::always_inline]] inline bool VcCore<Policies>::move(int index, Cycle now) {
  InputVc& in = input(index);
  const OutputVc& out = *in.out;
  const Passage& passage = this->passage(index);
  VirtualChannel& from = *in.channel;
  Link& link = *out.link;
  const Flit& front = from.front();
  // Made anew: a number stored into a part of it would have to be there before it can be copied.
  const Flit flit{front.word, front.packet, front.sequence, front.kind, out.vc};
  const Cycle enters = now + passage.channel;
  if (reporter_) {
    from.front().vc = out.vc;
    reporter_.passed(index, in, now, std::max(enters, link.next_accept()));
  }
  waits_.unblock(in, link, now);
  link.send(flit, *out.channel, queued_ ? std::max(enters, link.next_accept()) : enters,
            wakes_.queue(), passage.header_lead);
  const Cycle free_at = now + passage.credit;
  if (from.pop(free_at)) {
    from.wake_writer(free_at, wakes_.queue());
  }
  if (!passage.plain) {
    if (!layout_.is_network(out.port)) {
      window_of(out).take(now);
    }
    in.absorbed -= in.absorb_out != nullptr ? 1 : 0;
  }
  if (by_link_) {
    if (LinkFlowControl* const ahead = link.flow_control()) {
      ahead->take(out.vc, link.last_arrival());
    }
    give_back(index, in, free_at);
  }
  if ((flit.kind & flit_kind::kTail) != 0) {
    finish(index, in, now);
    return false;
  }
  if (!in.channel->occupied()) {
    return false;
  }
  if (asks_at(in, passage, now + 1)) {
    return true;
  }
  wakes_.wake(index, std::max(in.channel->front_time() + passage.flit_decision, now + 1));
  return false;
}

// Whether the flit in front, which may ask for the switch at `at`, has come by then and has room,
// unless all of its packet needs that.
template <typename Policies>
[[gnu::always_inline]] inline bool VcCore<Policies>::asks_at(const InputVc& in,
                                                             const Passage& passage, Cycle at) {
  return in.channel->front_time() + passage.flit_decision <= at && in.out->channel->can_push(at) &&
         (passage.plain || may_ask_at(in, at));
}

// The same where an ejection channel needs a credit, and a copy of the worm is looked at anew.
template <typename Policies>
inline bool VcCore<Policies>::may_ask_at(const InputVc& in, Cycle at) {
  return in.absorb_out == nullptr &&
         (layout_.is_network(in.out->port) || window_of(*in.out).credit_from() <= at);
}

// The slot of a flit can be written again when the credit is back; that of a buffer which takes
// in what is on its way (InjectionBuffer), when a flit can be here that was sent on it.
template <typename Policies>
inline typename VcCore<Policies>::Passage VcCore<Policies>::passage_of(const InputVc& in,
                                                                       bool local,
                                                                       bool copied) const {
  const StageDelays& delays = local ? ejection_ : through_;
  const Cycle delay = in.link->delay();
  const Cycle way = delay + (layout_.is_network(in.port) ? credit_delay_ : local_credit_delay_);
  return {delays.read + way, delays.channel, delays.flit_decision, local ? 0 : header_lead_,
          !local && !copied};
}

// The pair is free for headers that come to the channel when the flit after the tail could.
template <typename Policies>
[[gnu::noinline]] void VcCore<Policies>::leave_pair(OutputVc& out, const Passage& passage) {
  out.free_at = out.link->next_accept() - passage.channel;
  turns_.release(out, wakes_.queue());
}

// The tail has left.
template <typename Policies>
[[gnu::always_inline]] inline void VcCore<Policies>::finish(int index, InputVc& in, Cycle now) {
  OutputVc& out = *in.out;
  crossbar_.leave(index);
  routes_.leave(index, now);
  in.out = nullptr;
  in.absorbed = 0;
  in.eligible = now + 1;
  if (forks_ && trees_.contains(index)) {
    leave_tree(index, now);
  }
  if (half_duplex_) {
    leave_pair(out, passage(index));
  }
  release(out, now);
  if (reporter_) {
    reporter_.idle(index, now + 1);
  }
  if (in.channel->occupied()) {
    wakes_.wake(index, std::max(in.channel->front_time(), in.eligible) + header_lead_);
  }
}

}  // namespace flitcast
