#pragma once

#include <algorithm>
#include <cstddef>

#include "hw/router/staged_core.h"

namespace flitcast {

// StagedCore: what stands in front of the input virtual channels, until it asks for something.

template <typename Policies>
[[gnu::noinline]] void StagedCore<Policies>::take_in(int index, Cycle now) {
  const int local = index / layout_.vcs - layout_.network_ports;
  injection_[static_cast<std::size_t>(local)].take_in(now, wakes_.queue());
}

template <typename Policies>
[[gnu::always_inline]] inline void StagedCore<Policies>::look(int index, Cycle now) {
  InputVc& in = input(index);
  if (in.out == nullptr) {
    look_at_header(index, in, now);
  } else if (in.eligible <= now) {
    ask(index, in, now);
  }
}

// The header in front, if there is one, is routed, and asks for an output VC in time.
template <typename Policies>
[[gnu::always_inline]] inline void StagedCore<Policies>::look_at_header(int index, InputVc& in,
                                                                        Cycle now) {
  if (!in.channel->ready(now)) {
    return;
  }
  if (!in.routed()) {
    const Cycle in_front = std::max(in.channel->front_time(), in.eligible);
    if (in_front > now) {
      wakes_.wake(index, in_front);
      return;
    }
    const bool routed = routes_.route(index, in, now);
    if (reporter_) {
      reporter_.state(index, in, VcState::kRouting, std::max(in_front, now - header_lead_));
    }
    if (!routed) {
      return;
    }
    in.eligible += (layout_.is_local_unit(in.unit) ? ejection_ : through_).vc_decision;
  }
  if (in.eligible > now) {
    wakes_.wake(index, in.eligible);
  } else {
    bidding_.insert(index);
  }
}

// The flit in front asks for the switch as soon as it may: its worm holds an output.
template <typename Policies>
[[gnu::always_inline]] inline void StagedCore<Policies>::ask(int index, InputVc& in, Cycle now) {
  if (!in.channel->occupied()) {
    return;
  }
  const bool header = (in.channel->front().kind & flit_kind::kHead) != 0;
  const Cycle at = in.channel->front_time() + (header ? 0 : passage(index).flit_decision);
  if (at > now) {
    wakes_.wake(index, at);
  } else if ((!paces_ || accepts(index, in, now)) && has_room(index, in, now)) {
    if (!half_duplex_ || !header || has_turn(index, in, now)) {
      asking_.insert(index);
    }
  }
}

// Who has lost the switch keeps its pair.
template <typename Policies>
[[gnu::noinline]] bool StagedCore<Policies>::has_turn(int index, InputVc& in, Cycle now) {
  return lost_.contains(index) || turns_.may_pass(index, in, flit_kind::kHead, now, now, wakes_);
}

// Of channels some of which take more than a cycle per flit.
template <typename Policies>
[[gnu::noinline]] bool StagedCore<Policies>::accepts(int index, InputVc& in, Cycle now) {
  const Cycle at = in.out->link->next_accept() - passage(index).channel;
  if (at <= now) {
    return true;
  }
  if ((in.channel->front().kind & flit_kind::kHead) != 0) {
    WaitBook::block(in, WaitCause::kSerialisation, now);
  }
  wakes_.wake(index, at);
  return false;
}

template <typename Policies>
inline bool StagedCore<Policies>::has_room(int index, InputVc& in, Cycle now) {
  if (shared_ && !passage(index).local) {
    return has_shared_room(index, in, now);
  }
  VirtualChannel& to = *in.out->channel;
  const Flit& flit = in.channel->front();
  const bool room = to.can_push(now) && (!whole_packets_ || (flit.kind & flit_kind::kHead) == 0 ||
                                         to.has_room(room_.needed(flit, *in.out), now));
  if (room && !passage(index).local) {
    return true;
  }
  return room ? has_credit(index, in, now) : await_room(index, in, now);
}

// Of an ejection channel.
template <typename Policies>
inline bool StagedCore<Policies>::has_credit(int index, InputVc& in, Cycle now) {
  const Cycle from = window_of(*in.out).credit_from();
  if (from <= now) {
    return true;
  }
  WaitBook::block(in, WaitCause::kCredit, now);
  wakes_.wake(index, from);
  return false;
}

// Always false: the flit in front asks again when it has room.
template <typename Policies>
[[gnu::noinline]] bool StagedCore<Policies>::await_room(int index, InputVc& in, Cycle now) {
  WaitBook::block(in, WaitCause::kCredit, now);
  if (reporter_) {
    reporter_.state(index, in, VcState::kBlockedOnCredit, now);
  }
  const std::size_t need = room_.needed(in.channel->front(), *in.out);
  const Cycle room = in.out->channel->await_room(need, wakes_.cause(index));
  if (room != VirtualChannel::kOpen) {
    wakes_.wake(index, room);
  }
  return false;
}

}  // namespace flitcast
