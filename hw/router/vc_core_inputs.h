#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include "hw/router/vc_core.h"

namespace flitcast {

// VcCore: what stands in front of the input virtual channels, until it asks for something.

template <typename Policies>
[[gnu::noinline]] void VcCore<Policies>::serve(int index, Cycle now) {
  if (taken_in_.contains(index)) {
    const int local = index / layout_.vcs - layout_.network_ports;
    injection_[static_cast<std::size_t>(local)].take_in(now, wakes_.queue());
  }
  if (input(index).absorb_out != nullptr) {
    absorb(index, now);
  }
}

// What others may have taken before may be there now.
template <typename Policies>
[[gnu::noinline]] void VcCore<Policies>::look_at_short(Cycle now) {
  std::exchange(short_, Set()).for_each([&](int index) { look(index, now); });
}

template <typename Policies>
[[gnu::always_inline]] inline void VcCore<Policies>::look(int index, Cycle now) {
  InputVc& in = input(index);
  if (in.out == nullptr) {
    look_at_header(index, in, now);
  } else if (in.eligible <= now) {
    if (forks_ && forking_.contains(index)) {
      ask_to_fork(index, in, now);
    } else {
      ask(index, in, now);
    }
  }
}

// The header in front, if there is one, is routed, and asks for an output VC in time.
template <typename Policies>
[[gnu::always_inline]] inline void VcCore<Policies>::look_at_header(int index, InputVc& in,
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
    const bool tree = forks_ && packets_[in.channel->front().packet].tree != nullptr;
    if (tree) {
      route_tree(index, in, now);
    }
    const bool routed = tree || routes_.route(index, in, now);
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
  } else if (!forks_ || !trees_.contains(index) || has_reservation(index, in, now)) {
    bidding_.insert(index);
  }
}

// The flit in front asks for the switch as soon as it may: its worm holds an output.
template <typename Policies>
[[gnu::always_inline]] inline void VcCore<Policies>::ask(int index, InputVc& in, Cycle now) {
  if (!in.channel->occupied() || (in.absorb_out != nullptr && in.absorbed == 0)) {
    return;
  }
  const bool header = (in.channel->front().kind & flit_kind::kHead) != 0;
  const Cycle at = in.channel->front_time() + (header ? 0 : passage(index).flit_decision);
  if (at > now) {
    wakes_.wake(index, at);
    return;
  }
  if (!kStaged && reporter_) {
    reporter_.room(index, in, room_, now);
  }
  if ((!paces_ || accepts(index, in, now)) && has_room(index, in, now)) {
    if (!half_duplex_ || !header || has_turn(index, in, now)) {
      asking_.insert(index);
    }
  }
}

// Who has lost the switch keeps its pair.
template <typename Policies>
[[gnu::noinline]] bool VcCore<Policies>::has_turn(int index, InputVc& in, Cycle now) {
  return lost_.contains(index) || turns_.may_pass(index, in, flit_kind::kHead, now, now, wakes_);
}

// Of channels some of which take more than a cycle per flit.
template <typename Policies>
[[gnu::noinline]] bool VcCore<Policies>::accepts(int index, InputVc& in, Cycle now) {
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
inline bool VcCore<Policies>::has_room(int index, InputVc& in, Cycle now) {
  if (by_link_ && in.out->link->flow_control() != nullptr) {
    return has_leave(index, in, now);
  }
  VirtualChannel& to = *in.out->channel;
  const Flit& flit = in.channel->front();
  const bool room = to.can_push(now) && (!whole_packets_ || (flit.kind & flit_kind::kHead) == 0 ||
                                         to.has_room(room_.needed(flit, *in.out), now));
  if (room && passage(index).plain) {
    return true;
  }
  return room ? has_credit(index, in, now) : await_room(index, in, now);
}

// Of a link with a flow control. Shared slots are one thing that all virtual channels wait for.
template <typename Policies>
[[gnu::noinline]] bool VcCore<Policies>::has_leave(int index, InputVc& in, Cycle now) {
  LinkFlowControl& link = *in.out->link->flow_control();
  if (link.has_room(in.out->vc, now)) {
    if (!in.out->channel->can_push(now)) {
      throw std::logic_error("flow control lets a buffer run over");
    }
    return true;
  }
  WaitBook::block(in, WaitCause::kCredit, now);
  if (reporter_) {
    reporter_.state(index, in, VcState::kBlockedOnCredit, now);
  }
  WakeCause whom = wakes_.cause(index);
  if (pipeline_.shares_buffers()) {
    short_.insert(index);
    whom = {wakes_.first(), 0};
  }
  const Cycle at = link.await(in.out->vc, now, whom);
  if (at != LinkFlowControl::kOpen) {
    wakes_.queue().wake(whom, at);
  }
  return false;
}

// The link by which the flit in front came is told of the slot that it gives back.
template <typename Policies>
[[gnu::noinline]] void VcCore<Policies>::give_back(int index, const InputVc& in, Cycle free_at) {
  if (LinkFlowControl* const own = in.link->flow_control()) {
    own->give_back(index % layout_.vcs, free_at, wakes_.queue());
  }
}

// Bubble flow control: whether the header in front may take the output VC that it likes. Headers
// that need different room wait for one buffer: all look again when one may be served, and the one
// that finds none on its way is woken by the next slot that is read.
template <typename Policies>
[[gnu::noinline]] bool VcCore<Policies>::has_bubble(int index, InputVc& in, Cycle now) {
  OutputVc& out =
      outputs_[static_cast<std::size_t>(layout_.input(layout_.port_of_unit(in.unit), 0))];
  if (layout_.is_local_unit(in.unit)) {
    return true;
  }
  out.channel->open();
  VirtualChannel& to = *out.channel;
  const std::size_t need = room_.needed_to_take(in.channel->front(), in.port, out);
  const Cycle room = to.packet_room_from(need, now);
  if (room == now) {
    return true;
  }
  bidding_.erase(index);
  short_.insert(index);
  WaitBook::block(in, WaitCause::kCredit, now);
  if (reporter_) {
    reporter_.blocked(index, in, now);
  }
  if (room != VirtualChannel::kOpen) {
    wakes_.wake(index, room);
  } else {
    to.await_room(to.capacity() - to.occupancy() + 1, wakes_.cause(index));
  }
  return false;
}

// Of an ejection channel; a worm that is being copied needs none elsewhere.
template <typename Policies>
inline bool VcCore<Policies>::has_credit(int index, InputVc& in, Cycle now) {
  if (layout_.is_network(in.out->port)) {
    return true;
  }
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
[[gnu::noinline]] bool VcCore<Policies>::await_room(int index, InputVc& in, Cycle now) {
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
