#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

#include "hw/router/vc_core.h"

namespace flitcast {

// VcCore: worms that fork. A header that has several ways here takes an output VC of each, before
// headers that have one, and keeps what it has until it has all. Then its flits cross to all of
// them at once: when every channel accepts one and has room, and no other flit crosses by the same
// inputs or outputs. One that has lost the switch goes first in the next cycle; else others do.

template <typename Policies>
[[gnu::noinline]] void VcCore<Policies>::route_tree(int index, InputVc& in, Cycle now) {
  Fork& fork = fork_[static_cast<std::size_t>(index)];
  routes_.route_tree(index, in, fork.ways);
  trees_.insert(index);
  if (fork.ways.size() > 1) {
    forking_.insert(index);
    in.candidates = 1;
    fork.outs.assign(fork.ways.size(), nullptr);
  }
  if (reservations_ != nullptr && !layout_.is_network(in.port)) {
    const Packet& packet = packets_[in.channel->front().packet];
    reservations_->ask(packet.number(), *packet.tree, now, wakes_.cause(index));
    wakes_.wake(index, now + 1);
  }
}

// The header in front of a worm that forks somewhere may ask for output VCs; else it is woken.
template <typename Policies>
[[gnu::noinline]] bool VcCore<Policies>::has_reservation(int index, InputVc& in, Cycle now) {
  if (reservations_ == nullptr || layout_.is_network(in.port) ||
      reservations_->may_go(packets_[in.channel->front().packet].number(), now)) {
    return true;
  }
  WaitBook::block(in, WaitCause::kContention, now);
  if (reporter_) {
    reporter_.blocked(index, in, now);
  }
  return false;
}

// True when headers are left that have one way.
template <typename Policies>
[[gnu::noinline]] bool VcCore<Policies>::take_ways(Cycle now) {
  const Set bidding = bidding_ & forking_;
  bidding_ -= bidding;
  const Set later = from_turn(bidding, way_turn_);
  later.for_each([&](int index) { take_ways(index, input(index), now); });
  (bidding - later).for_each([&](int index) { take_ways(index, input(index), now); });
  return !bidding_.empty();
}

template <typename Policies>
void VcCore<Policies>::take_ways(int index, InputVc& in, Cycle now) {
  Fork& fork = fork_[static_cast<std::size_t>(index)];
  bool all = true;
  for (std::size_t way = 0; way < fork.ways.size(); ++way) {
    if (fork.outs[way] != nullptr) {
      continue;
    }
    in.unit = fork.ways[way];
    const Set wanted = wanted_by(index, in, now);
    if (wanted.empty()) {
      await_way(index, in.unit);
      all = false;
      continue;
    }
    fork.outs[way] = &outputs_[static_cast<std::size_t>(wanted.first())];
    fork.outs[way]->channel->open();
    free_.take(wanted.first());
  }
  in.unit = fork.ways.front();
  if (!all) {
    blocked_.insert(index);
    block_header(index, in, now);
    return;
  }
  way_turn_ = index + 1;
  hold_all(index, in, now);
}

template <typename Policies>
void VcCore<Policies>::hold_all(int index, InputVc& in, Cycle now) {
  OutputVc& first = *fork_[static_cast<std::size_t>(index)].outs.front();
  if (reporter_) {
    reporter_.waited(index, in, first.port, now);
  }
  waits_.unblock(in, *first.link, now);
  in.candidates = 0;
  ++in.channel->front().sequence;
  in.out = &first;
  in.eligible = now + through_.switch_decision;
  passage_[static_cast<std::size_t>(index)] = &passages_[static_cast<std::size_t>(index)].through;
  if (reporter_) {
    reporter_.holding(index, in, now);
  }
  if (in.eligible == now) {
    ask_to_fork(index, in, now);
  } else {
    wakes_.wake(index, in.eligible);
  }
}

// The header takes more ways when the tail of a worm has left by one of the unit, which is any
// local port of the node.
template <typename Policies>
void VcCore<Policies>::await_way(int index, int unit) {
  if (!layout_.is_local_unit(unit)) {
    awaiting(unit).insert(index);
    return;
  }
  for (int port = layout_.network_ports; port < layout_.ports(); ++port) {
    awaiting(layout_.unit(port, 0)).insert(index);
  }
}

template <typename Policies>
[[gnu::noinline]] void VcCore<Policies>::ask_to_fork(int index, InputVc& in, Cycle now) {
  crossing_.erase(index);
  if (!in.channel->occupied()) {
    return;
  }
  const bool header = (in.channel->front().kind & flit_kind::kHead) != 0;
  const Cycle at = in.channel->front_time() + (header ? 0 : through_.flit_decision);
  if (at > now) {
    wakes_.wake(index, at);
    return;
  }
  for (OutputVc* const out : fork_[static_cast<std::size_t>(index)].outs) {
    if (!has_way(index, in, *out, now)) {
      return;
    }
  }
  crossing_.insert(index);
}

// One of the channels accepts the flit in front, and has room; else this input VC is woken.
template <typename Policies>
bool VcCore<Policies>::has_way(int index, InputVc& in, OutputVc& out, Cycle now) {
  const bool local = !layout_.is_network(out.port);
  const Cycle accepts = out.link->next_accept() - through_.channel;
  if (accepts > now) {
    if ((in.channel->front().kind & flit_kind::kHead) != 0) {
      WaitBook::block(in, WaitCause::kSerialisation, now);
    }
    wakes_.wake(index, accepts);
    return false;
  }
  Cycle room = local ? window_of(out).credit_from() : now;
  if (room <= now && !out.channel->can_push(now)) {
    room = out.channel->await_room(1, wakes_.cause(index));
  }
  if (room <= now) {
    return true;
  }
  WaitBook::block(in, WaitCause::kCredit, now);
  if (reporter_) {
    reporter_.state(index, in, VcState::kBlockedOnCredit, now);
  }
  if (room != VirtualChannel::kOpen) {
    wakes_.wake(index, room);
  }
  return false;
}

// The switch, where some flits may need several of its outputs.
template <typename Policies>
[[gnu::noinline]] void VcCore<Policies>::cross_with_forks(Cycle now) {
  crossing_.for_each([&](int index) { ask_to_fork(index, input(index), now); });
  if (crossing_.empty()) {
    if (!asking_.empty()) {
      allocate_switch(now);
    }
    return;
  }
  CrossbarUse<Set> use;
  const Set outdone = outdone_ & crossing_;
  const Set others = crossing_ - outdone;
  if (!outdone.empty()) {
    cross_outdone(outdone, use, now);
  }
  allocate_beside(use, now);
  others.for_each([&](int index) { cross_if_free(index, use, now); });
  if (!crossing_.empty()) {
    wakes_.queue().wake(*wakes_.first(), 0, now + 1);
  }
}

// Those who lost the switch last.
template <typename Policies>
void VcCore<Policies>::cross_outdone(const Set& outdone, CrossbarUse<Set>& use, Cycle now) {
  const Set later = from_turn(outdone, fork_turn_);
  fork_turn_ = (later.empty() ? outdone : later).first() + 1;
  later.for_each([&](int index) { cross_if_free(index, use, now); });
  (outdone - later).for_each([&](int index) { cross_if_free(index, use, now); });
}

// Flits that cross to one channel, with what of the switch is left.
template <typename Policies>
void VcCore<Policies>::allocate_beside(CrossbarUse<Set>& use, Cycle now) {
  Set able;
  asking_.for_each([&](int index) {
    if (!use.meets(crossbar_, index)) {
      able.insert(index);
    }
  });
  Set winners;
  if (!able.empty()) {
    winners = switch_.allocate_held(able, [this](int index) { return age_of(index); });
  }
  if (const Set losers = asking_ - winners - lost_; !losers.empty()) {
    block_losers(losers, now);
  }
  lost_ -= winners;
  use.add(crossbar_, winners);
  crossed_ = winners;
  move(winners, now);
}

template <typename Policies>
void VcCore<Policies>::cross_if_free(int index, CrossbarUse<Set>& use, Cycle now) {
  Set own;
  for (const OutputVc* const out : fork_[static_cast<std::size_t>(index)].outs) {
    own.insert(crossbar_.output_for(index, out->port));
  }
  const int from = crossbar_.input_of(index);
  if (use.inputs.contains(from) || !(use.outputs & own).empty()) {
    WaitBook::block(input(index), WaitCause::kSerialisation, now);
    outdone_.insert(index);
    return;
  }
  use.inputs.insert(from);
  use.outputs |= own;
  outdone_.erase(index);
  move_on_all(index, now);
}

// The flit in front goes on by all its ways.
template <typename Policies>
void VcCore<Policies>::move_on_all(int index, Cycle now) {
  InputVc& in = input(index);
  crossing_.erase(index);
  const bool tail = (in.channel->front().kind & flit_kind::kTail) != 0;
  send_on_all(index, in, now);
  const Cycle free_at = now + passage(index).credit;
  if (in.channel->pop(free_at)) {
    in.channel->wake_writer(free_at, wakes_.queue());
  }
  if (tail) {
    finish_fork(index, in, now);
  } else if (in.channel->occupied()) {
    wakes_.wake(index, std::max(in.channel->front_time() + through_.flit_decision, now + 1));
  }
}

template <typename Policies>
void VcCore<Policies>::send_on_all(int index, InputVc& in, Cycle now) {
  const Cycle enters = now + through_.channel;
  Flit flit = in.channel->front();
  for (OutputVc* const out : fork_[static_cast<std::size_t>(index)].outs) {
    const bool local = !layout_.is_network(out->port);
    flit.vc = out->vc;
    if (out == in.out) {
      if (reporter_) {
        in.channel->front().vc = out->vc;
        reporter_.passed(index, in, now, enters);
      }
      waits_.unblock(in, *out->link, now);
    } else if (reporter_) {
      reporter_.copied(*out, flit, enters);
    }
    out->link->send(flit, *out->channel, enters, wakes_.queue(), local ? 0 : header_lead_);
    if (local) {
      window_of(*out).take(now);
    }
  }
}

template <typename Policies>
void VcCore<Policies>::finish_fork(int index, InputVc& in, Cycle now) {
  in.out = nullptr;
  in.eligible = now + 1;
  forking_.erase(index);
  for (OutputVc* const out : fork_[static_cast<std::size_t>(index)].outs) {
    release(*out, now);
  }
  leave_tree(index, now);
  if (reporter_) {
    reporter_.idle(index, now + 1);
  }
  if (in.channel->occupied()) {
    wakes_.wake(index, std::max(in.channel->front_time(), in.eligible));
  }
}

// The tail has left.
template <typename Policies>
[[gnu::noinline]] void VcCore<Policies>::leave_tree(int index, Cycle now) {
  trees_.erase(index);
  if (reservations_ != nullptr) {
    reservations_->leave(node_, now, wakes_.queue());
  }
}

}  // namespace flitcast
