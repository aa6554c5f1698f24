#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "hw/router/staged_core.h"

namespace flitcast {

// StagedCore: who gets output virtual channels and the switch, and what follows from it.

// ---- VC allocation ----

template <typename Policies>
void StagedCore<Policies>::allocate_vcs(Cycle now) {
  if (bidding_.is_single()) {
    const int index = bidding_.first();
    InputVc& in = input(index);
    if (const Set wanted = bid(index, in, now); !wanted.empty()) {
      hold(index, in, vc_allocator_.grant_alone(index, wanted), now);
    }
    return;
  }
  vc_requests_.clear();
  bidding_.for_each([&](int index) {
    if (const Set wanted = bid(index, input(index), now); !wanted.empty()) {
      vc_requests_.add(index, wanted);
    }
  });
  if (vc_requests_.rows.empty()) {
    return;
  }
  vc_allocator_.allocate(vc_requests_, vc_matching_,
                         [this](int index, int /*output*/) { return age_of(index); });
  vc_matching_.rows.for_each(
      [&](int index) { hold(index, input(index), vc_matching_.column_of(index), now); });
  bidding_.for_each([&](int index) { block_header(index, input(index), now); });
}

// The output VCs that the header asks for; without any it waits until there are some.
template <typename Policies>
[[gnu::always_inline]] inline typename StagedCore<Policies>::Set StagedCore<Policies>::bid(
    int index, InputVc& in, Cycle now) {
  const Set wanted = wanted_by(in, now);
  if (wanted.empty()) {
    await_vc(index, in, now);
  } else if (through_.speculation) {
    const int port = wanted.first() / layout_.vcs;
    if (steps_by(port).speculation) {
      speculating_.insert(index);
      bids_[static_cast<std::size_t>(index)] =
          static_cast<std::uint16_t>(crossbar_.output_for(index, port));
    }
  }
  return wanted;
}

// The free output VCs of the unit that the header prefers among those that have some; of a local
// port any.
template <typename Policies>
inline typename StagedCore<Policies>::Set StagedCore<Policies>::wanted_by(const InputVc& in,
                                                                          Cycle now) const {
  if (layout_.is_local_unit(in.unit)) {
    return free_ & local_;
  }
  Set free = free_;
  if (!message_vcs_.empty()) {
    const std::size_t own = packets_[in.channel->front().packet].message_class;
    free &= message_vcs_[std::min(own, message_vcs_.size() - 1)];
  }
  int unit = in.unit;
  if (in.candidates > 1) {
    unit = routes_.units().choose(in, [&](int number) {
      return slots_behind(free & units_[static_cast<std::size_t>(number)], now);
    });
  }
  return unit < 0 ? Set() : free & units_[static_cast<std::size_t>(unit)];
}

// See CandidateUnits::choose.
template <typename Policies>
[[gnu::noinline]] std::int64_t StagedCore<Policies>::slots_behind(const Set& outputs,
                                                                  Cycle now) const {
  std::int64_t slots = outputs.empty() ? -1 : 0;
  if (routes_.units().by_credits()) {
    outputs.for_each([&](int output) {
      slots += static_cast<std::int64_t>(writable(outputs_[static_cast<std::size_t>(output)], now));
    });
  }
  return slots;
}

// The header bids again when the tail of a worm has left by a port that it may take.
template <typename Policies>
[[gnu::noinline]] void StagedCore<Policies>::await_vc(int index, InputVc& in, Cycle now) {
  bidding_.erase(index);
  blocked_.insert(index);
  block_header(index, in, now);
  for (int i = 0; i < in.candidates; ++i) {
    awaiting(layout_.port_of_unit(routes_.units().unit(in, i))).insert(index);
  }
}

template <typename Policies>
[[gnu::noinline]] void StagedCore<Policies>::block_header(int index, InputVc& in, Cycle now) {
  const bool local = layout_.is_local_unit(in.unit);
  WaitBook::block(in, local ? WaitCause::kPort : WaitCause::kContention, now);
  if (reporter_) {
    reporter_.blocked(index, in, now);
  }
}

// The header gets output VC `output`.
template <typename Policies>
inline void StagedCore<Policies>::hold(int index, InputVc& in, int output, Cycle now) {
  OutputVc& out = outputs_[static_cast<std::size_t>(output)];
  if (reporter_) {
    reporter_.waited(in, out.port, now);
  }
  waits_.unblock(in, *out.link, now);
  out.channel->open();
  out.held = true;
  free_.erase(output);
  bidding_.erase(index);
  in.candidates = 0;
  ++in.channel->front().sequence;
  in.out = &out;
  crossbar_.enter(index, out.port);
  if (reporter_) {
    reporter_.holding(index, in, now);
  }
  if (steps(in).speculation) {
    in.eligible = now;  // its bid for the switch is under way
    return;
  }
  in.eligible = now + steps(in).switch_decision;
  if (in.eligible == now + 1) {
    next_.insert(index);
  } else if (in.eligible == now) {
    ask(index, in, now);
  } else {
    wakes_.wake(index, in.eligible);
  }
}

// ---- switch allocation and traversal ----

template <typename Policies>
[[gnu::always_inline]] inline void StagedCore<Policies>::allocate_switch(Cycle now) {
  // Who meets nobody goes on,
  Set contested;
  asking_.for_each([&](int index) {
    if ((crossbar_.rivals(index) & asking_).is_single()) {
      switch_.grant_alone(index, crossbar_.output_of(index));
    } else {
      contested.insert(index);
    }
  });
  Set winners = asking_ - contested;
  // the others take turns.
  if (!contested.empty()) {
    winners |= take_turns(contested, now);
  }
  if (!speculating_.empty()) {
    winners |= speculate(winners, now);
  }
  winners.for_each([&](int index) { move(index, now); });
}

// Returns the input VCs whose flit goes on.
template <typename Policies>
[[gnu::noinline]] typename StagedCore<Policies>::Set StagedCore<Policies>::take_turns(
    const Set& contested, Cycle now) {
  const Set winners = switch_.allocate(
      contested, [this](int index) { return crossbar_.output_of(index); },
      [this](int index) { return age_of(index); });
  (contested - winners).for_each([&](int index) {
    WaitBook::block(input(index), WaitCause::kSerialisation, now);
  });
  return winners;
}

// Headers that have bid for an output VC in this cycle bid for the switch as well. What others ask
// for who hold one goes first; a grant is of use with the output VC and room behind it only.
// Returns the input VCs whose header goes on; others that hold an output VC now ask in the next
// cycle.
template <typename Policies>
[[gnu::noinline]] typename StagedCore<Policies>::Set StagedCore<Policies>::speculate(
    const Set& first, Cycle now) {
  Set inputs;
  Set outputs;
  first.for_each([&](int index) {
    inputs.insert(crossbar_.input_of(index));
    outputs.insert(crossbar_.output_of(index));
  });
  Set winners;
  const Set granted = speculative_.allocate(
      speculating_, [this](int index) { return bid_of(index); },
      [this](int index) { return age_of(index); });
  granted.for_each([&](int index) {
    InputVc& in = input(index);
    if (inputs.contains(crossbar_.input_of(index)) || outputs.contains(bid_of(index)) ||
        in.out == nullptr || crossbar_.output_of(index) != bid_of(index)) {
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
[[gnu::always_inline]] inline void StagedCore<Policies>::move(int index, Cycle now) {
  InputVc& in = input(index);
  const OutputVc& out = *in.out;
  VirtualChannel& from = *in.channel;
  Link& link = *out.link;
  const Steps& steps = this->steps(in);
  Flit& flit = from.front();
  const std::uint16_t kind = flit.kind;
  flit.vc = out.vc;
  if (reporter_) {
    reporter_.passed(index, in, now, std::max(now + steps.channel, link.next_accept()));
  }
  waits_.unblock(in, link, now);
  const Cycle enters = now + steps.channel;
  const bool leads = (kind & flit_kind::kHead) != 0 && out.port < layout_.network_ports;
  link.send(flit, *out.channel, queued_ ? std::max(enters, link.next_accept()) : enters,
            leads ? header_lead_ : 0, wakes_.queue());
  give_credit(in, from, now + steps.read);
  if (out.port >= layout_.network_ports) {
    window_of(out).take(now);
  }
  if ((kind & flit_kind::kTail) != 0) {
    finish(index, in, now);
    return;
  }
  if (!from.occupied()) {
    asking_.erase(index);
    return;
  }
  const Cycle next = from.front_time() + steps.flit_decision;
  if (next > now + 1 || !out.channel->can_push(now + 1) ||
      (out.port >= layout_.network_ports && window_of(out).credit_from() > now + 1)) {
    asking_.erase(index);
    wakes_.wake(index, std::max(next, now + 1));
  } else {
    asking_.insert(index);
  }
}

// The slot of the flit that left at `at` can be written again when the credit is back; that of a
// local port, when a flit can be here that was sent on it.
template <typename Policies>
inline void StagedCore<Policies>::give_credit(InputVc& in, VirtualChannel& from, Cycle at) {
  const Cycle delay = in.link->delay();
  const Cycle free_at = at + delay + (in.port < layout_.network_ports ? credit_delay_ : delay);
  if (from.pop(free_at)) {
    from.wake_writer(free_at, wakes_.queue());
  }
}

// The tail has left.
template <typename Policies>
inline void StagedCore<Policies>::finish(int index, InputVc& in, Cycle now) {
  OutputVc& out = *in.out;
  crossbar_.leave(index);
  asking_.erase(index);
  in.out = nullptr;
  in.eligible = now + 1;
  out.held = false;
  if (atomic_ || routes_.units().needs_empty(out.unit)) {
    out.free_at = now + ejection_round_trip_;
    draining_.insert(layout_.input(out.port, out.vc));
    free_drained(now);
  } else {
    set_free(out);
  }
  if (reporter_) {
    reporter_.idle(index, now + 1);
  }
  if (in.channel->occupied()) {
    wakes_.wake(index, std::max(in.channel->front_time(), in.eligible) + header_lead_);
  }
}

template <typename Policies>
inline void StagedCore<Policies>::set_free(const OutputVc& out) {
  free_.insert(layout_.input(out.port, out.vc));
  if (Set& waiters = awaiting(out.port); !waiters.empty()) {
    bidding_ |= std::exchange(waiters, Set()) & blocked_;
    blocked_ -= bidding_;
  }
}

// Output VCs that their worm has left are free when they have all their credits back; the router
// looks again when that may be.
template <typename Policies>
[[gnu::noinline]] void StagedCore<Policies>::free_drained(Cycle now) {
  draining_.for_each([&](int output) {
    const OutputVc& out = outputs_[static_cast<std::size_t>(output)];
    Cycle at = out.free_at;
    if (layout_.is_network(out.port)) {
      VirtualChannel& channel = *out.channel;
      at = channel.packet_room_from(channel.capacity(), now);
      if (at == VirtualChannel::kOpen) {
        at = channel.await_room(channel.capacity(), {wakes_.first(), 0});
      }
    }
    if (at == now) {
      draining_.erase(output);
      set_free(out);
    } else if (at > now) {
      wakes_.queue().wake(*wakes_.first(), 0, at);
    }
  });
}

}  // namespace flitcast
