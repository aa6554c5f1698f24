#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "hw/router/parts/writable.h"
#include "hw/router/vc_core.h"

namespace flitcast {

// VcCore: which headers get output virtual channels, and when these are free again.

template <typename Policies>
[[gnu::always_inline]] inline void VcCore<Policies>::allocate_vcs(Cycle now) {
  if (bidding_.at_most_one()) {
    const int index = bidding_.first();
    InputVc& in = input(index);
    if (const Set wanted = bid(index, in, now); !wanted.empty()) {
      hold(index, in, vc_allocator_.grant_alone(index, wanted), now);
    }
    return;
  }
  do {
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
  } while (Policies::VcAllocator::kAsksAgain && !bidding_.empty());
  bidding_.for_each([&](int index) { block_header(index, input(index), now); });
}

// The output VCs that the header asks for; without any it waits until there are some.
template <typename Policies>
[[gnu::always_inline]] inline typename VcCore<Policies>::Set VcCore<Policies>::bid(int index,
                                                                                   InputVc& in,
                                                                                   Cycle now) {
  const Set wanted = wanted_by(index, in, now);
  if (wanted.empty()) {
    await_vc(index, in, now);
  } else if (leaves_bubbles_ && !has_bubble(index, in, now)) {
    return {};
  } else if (through_.speculation) {
    const int port = wanted.first() / layout_.vcs;
    if (delays_by(port).speculation) {
      speculating_.insert(index);
      bids_[static_cast<std::size_t>(index)] =
          static_cast<std::uint16_t>(crossbar_.output_for(index, port));
    }
  }
  return wanted;
}

// The free output VCs of the unit that the header prefers among those that have some; of a local
// port any that is for the class of the message, and of routing where ports have one.
template <typename Policies>
inline typename VcCore<Policies>::Set VcCore<Policies>::wanted_by(int index, const InputVc& in,
                                                                  Cycle now) const {
  Set free = free_.all();
  if (free_.knows_messages()) {
    free &= free_.of_messages(packets_[in.channel->front().packet].message_class);
  }
  if (crossbar_.joins_local_ports() && layout_.is_local_unit(in.unit)) {
    free &= free_.of_unit(in.unit);
    return free_.knows_routing() ? free & free_.of_routing(layout_.class_of(index % layout_.vcs))
                                 : free;
  }
  int unit = in.unit;
  if (in.candidates > 1) {
    unit = routes_.units().choose(
        in, [&](int number) { return slots_behind(free & free_.of_unit(number), now); });
  }
  return unit < 0 ? Set() : free & free_.of_unit(unit);
}

// See CandidateUnits::choose.
template <typename Policies>
[[gnu::noinline]] std::int64_t VcCore<Policies>::slots_behind(const Set& outputs, Cycle now) const {
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
[[gnu::noinline]] void VcCore<Policies>::await_vc(int index, InputVc& in, Cycle now) {
  bidding_.erase(index);
  blocked_.insert(index);
  block_header(index, in, now);
  for (int i = 0; i < in.candidates; ++i) {
    awaiting(routes_.units().unit(in, i)).insert(index);
  }
}

template <typename Policies>
[[gnu::noinline]] void VcCore<Policies>::block_header(int index, InputVc& in, Cycle now) {
  const bool local = layout_.is_local_unit(in.unit);
  WaitBook::block(in, local ? WaitCause::kPort : WaitCause::kContention, now);
  if (reporter_) {
    reporter_.blocked(index, in, now);
  }
}

// The header gets output VC `output`.
template <typename Policies>
[[gnu::always_inline]] inline void VcCore<Policies>::hold(int index, InputVc& in, int output,
                                                          Cycle now) {
  OutputVc& out = outputs_[static_cast<std::size_t>(output)];
  if (reporter_) {
    reporter_.waited(index, in, out.port, now);
  }
  waits_.unblock(in, *out.link, now);
  out.channel->open();
  free_.take(output);
  bidding_.erase(index);
  in.candidates = 0;
  if (routes_.strips(in)) {
    strip(index, in, out, now);
    return;
  }
  ++in.channel->front().sequence;
  in.out = &out;
  crossbar_.enter(index, out.port);
  const Passages& own = passages_[static_cast<std::size_t>(index)];
  const bool local = !layout_.is_network(out.port);
  passage_[static_cast<std::size_t>(index)] =
      local ? &own.ejection : (in.absorb_out != nullptr ? &own.copied : &own.through);
  if (reporter_) {
    reporter_.holding(index, in, now);
  }
  const StageDelays& delays = local ? ejection_ : through_;
  if (delays.speculation) {
    in.eligible = now;  // its bid for the switch is under way
    return;
  }
  in.eligible = now + delays.switch_decision;
  if (in.eligible == now + 1) {
    const bool surely =
        !looks_anew_ && !whole_packets_ && !half_duplex_ && asks_at(in, passage(index), now + 1);
    (surely ? asking_next_ : next_).insert(index);
  } else if (in.eligible == now) {
    ask(index, in, now);
  } else {
    wakes_.wake(index, in.eligible);
  }
}

// The address in front is taken off, and the rest of the worm is copied to `out`.
template <typename Policies>
[[gnu::noinline]] void VcCore<Policies>::strip(int index, InputVc& in, OutputVc& out, Cycle now) {
  absorber_.strip(index, in, out, now, wakes_);
  give_back(index, in, now + in.link->delay());
  served_.insert(index);
  absorb(index, now);
  if (in.channel->occupied()) {
    wakes_.wake(index, std::max(in.channel->front_time(), in.eligible));
  }
}

template <typename Policies>
[[gnu::noinline]] void VcCore<Policies>::absorb(int index, Cycle now) {
  InputVc& in = input(index);
  OutputVc& out = *in.absorb_out;
  if (absorber_.absorb(index, in, now, wakes_)) {
    served_ -= Set::of(index) - taken_in_;
    drain(out, out.link->next_accept(), now);
  }
}

// The worm that held `out` has left it.
template <typename Policies>
[[gnu::always_inline]] inline void VcCore<Policies>::release(OutputVc& out, Cycle now) {
  const Cycle free_at = kStaged ? now + ejection_round_trip_ : out.link->next_accept();
  if (needs_credits(out) || (!kStaged && free_at > now + 1)) {
    drain(out, free_at, now);
  } else {
    set_free(out);
  }
}

// Another one may have it from `free_at` on.
template <typename Policies>
[[gnu::noinline]] void VcCore<Policies>::drain(OutputVc& out, Cycle free_at, Cycle now) {
  out.free_at = free_at;
  draining_.insert(layout_.input(out.port, out.vc));
  free_drained(now);
}

template <typename Policies>
inline void VcCore<Policies>::set_free(const OutputVc& out) {
  free_.give_back(layout_.input(out.port, out.vc));
  if (Set& waiters = awaiting(out.unit); !waiters.empty()) {
    bidding_ |= std::exchange(waiters, Set()) & blocked_;
    blocked_ -= bidding_;
  }
}

// Output VCs that their worm has left are free at a date, or when they have all their credits back;
// the router looks again when that may be.
template <typename Policies>
[[gnu::noinline]] void VcCore<Policies>::free_drained(Cycle now) {
  draining_.for_each([&](int output) {
    const OutputVc& out = outputs_[static_cast<std::size_t>(output)];
    Cycle at = out.free_at;
    const bool by_slots = layout_.is_network(out.port) || window_of(out).is_of_slots();
    if (by_slots && needs_credits(out)) {
      VirtualChannel& channel = *out.channel;
      at = channel.packet_room_from(channel.capacity(), now);
      if (at == VirtualChannel::kOpen) {
        at = channel.await_room(channel.capacity(), {wakes_.first(), 0});
      }
      at = kStaged ? at : std::max(at, out.free_at);
    }
    if (at <= now) {
      draining_.erase(output);
      set_free(out);
    } else if (at != VirtualChannel::kOpen) {
      wakes_.queue().wake(*wakes_.first(), 0, at);
    }
  });
}

}  // namespace flitcast
