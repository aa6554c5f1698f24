#pragma once

#include <cstdint>

#include "hw/link/link.h"
#include "hw/link/virtual_channel.h"

namespace flitcast {

// Many flits of one worm at a time. Slots, dates and links are left as after the same flits one by
// one.

/// Times of move_bodies(), cycles: way of a credit back, way of a flit on, time from flit to flit,
/// and the last cycle in which one may leave.
struct Pace {
  Cycle credit;
  Cycle flight;
  Cycle interval;
  Cycle last;
};

/// For a worm in full flow: moves body flits `from` a virtual channel `to` the next one, as many as
/// follow each other without anybody to wake or to wait for; the first leaves at `at` or when it is
/// there, with kSteady only at `at`, and the others as regularly. `to` holds the flit before them.
/// Returns how many; `at` becomes the date from which the next may leave.
template <bool kSteady>
[[gnu::always_inline]] inline std::uint32_t move_bodies(SlotRing& from, SlotRing& to,
                                                        const Pace& pace, Cycle& at) {
  using Slot = SlotRing::Slot;
  Slot* const from_begin = from.begin();
  Slot* const from_end = from.end();
  Slot* const to_begin = to.begin();
  Slot* const to_end = to.end();
  Slot* const stop = from.awaited();
  Slot* from_slot = from.head();
  Slot* to_slot = to.tail();
  std::uint32_t moved = 0;
  while (from_slot->flit.kind == flit_kind::kBody && from_slot != stop) {
    const Cycle leaves = from_slot->time > at ? from_slot->time : at;
    if (!to_slot->empty() || to_slot->time > leaves || leaves > pace.last ||
        (kSteady && leaves != at)) {
      break;
    }
    to_slot->flit = from_slot->flit;
    to_slot->time = leaves + pace.flight;
    from_slot->flit.kind = flit_kind::kNone;
    from_slot->time = leaves + pace.credit;
    from_slot = from_slot + 1 == from_end ? from_begin : from_slot + 1;
    to_slot = to_slot + 1 == to_end ? to_begin : to_slot + 1;
    at = leaves + pace.interval;
    ++moved;
  }
  from.set_head(from_slot);
  to.set_tail(to_slot);
  return moved;
}

/// The same out of `from`, a virtual channel of `in`, by `out`, up to cycle `last`. Returns how
/// many.
template <bool kSteady>
[[gnu::always_inline]] inline std::uint32_t send_bodies(const Link& in, SlotRing& from, Link& out,
                                                        SlotRing& to, Cycle last) {
  Cycle next = out.next_accept();
  const std::uint32_t count =
      move_bodies<kSteady>(from, to, {in.delay(), out.delay(), out.cycles_per_flit(), last}, next);
  out.count_sent(count, next);
  return count;
}

/// For a writer that has words at hand: appends body flits with consecutive sequence numbers and
/// dates, one a cycle, while there is room at `now`. The flit before `first` is still there.
/// Returns how many of the `count` words went in.
inline std::uint32_t append_bodies(VirtualChannel& to, const Flit& first, const Word* words,
                                   std::uint32_t count, Cycle ready_at, Cycle now) {
  std::uint32_t done = 0;
  Flit flit = first;
  for (; done < count && to.can_push(now); ++done, ++flit.sequence) {
    SlotRing::Slot* const slot = to.tail();
    flit.word = words[done];
    slot->flit = flit;
    slot->time = ready_at + done;
    to.set_tail(to.next(slot));
  }
  return done;
}

/// For a reader that takes a message in batches: removes body flits of `packet` that carry the
/// sequence numbers from `sequence` on, while another flit is readable after them and nobody
/// waits for their slots. Returns how many words were written to `words`, at most `count`.
inline std::uint32_t take_bodies(SlotRing& from, PacketHandle packet, std::uint32_t sequence,
                                 Word* words, std::uint32_t count, Cycle free_at, Cycle now) {
  SlotRing::Slot* const stop = from.awaited();
  SlotRing::Slot* slot = from.head();
  std::uint32_t done = 0;
  while (done < count && slot != stop && slot->flit.kind == flit_kind::kBody &&
         slot->flit.packet == packet && slot->flit.sequence == sequence + done) {
    SlotRing::Slot* const after = from.next(slot);
    if (after->empty() || after->time > now) {
      break;
    }
    words[done++] = slot->flit.word;
    slot->flit.kind = flit_kind::kNone;
    slot->time = free_at;
    slot = after;
  }
  from.set_head(slot);
  return done;
}

/// Empty slots that may be written after `date` only: those that were read last.
inline std::size_t credits_after(const SlotRing& ring, Cycle date) {
  const std::size_t most = ring.allocated() - ring.occupancy();
  std::size_t count = 0;
  for (SlotRing::Slot* slot = ring.previous(ring.head()); count < most && slot->time > date;
       slot = ring.previous(slot)) {
    ++count;
  }
  return count;
}

/// The writer of other worms is woken, if it waits for one of the first `held` slots.
template <typename FreeAt>
void wake_who_awaits(VirtualChannel& channel, std::uint32_t held, WakeQueue& wakes,
                     FreeAt&& free_at) {
  if (channel.awaited() == nullptr) {
    return;
  }
  const std::ptrdiff_t away = channel.awaited() - channel.head();
  const auto place = static_cast<std::uint32_t>(
      away < 0 ? away + static_cast<std::ptrdiff_t>(channel.allocated()) : away);
  if (place < held) {
    channel.set_awaited(nullptr);
    channel.wake_writer(free_at(place), wakes);
  }
}

/// What is left of a worm passes `channel`: the `held` flits in front, and `coming` that follow
/// them, after which there is nothing. Leaves the slots as after the last of them, flit i of these
/// being read so that its slot may be written from free_at(i) on. No flit of another worm is
/// written before `next_push`.
template <typename FreeAt>
void pass_worm(VirtualChannel& channel, std::uint32_t held, std::uint32_t coming, Cycle next_push,
               WakeQueue& wakes, FreeAt&& free_at) {
  const std::uint32_t flits = held + coming;
  if (coming == 0) {
    wake_who_awaits(channel, held, wakes, free_at);
  } else {
    channel.set_awaited(nullptr);
    std::size_t in_use = 0;
    while (in_use < flits && free_at(flits - 1 - static_cast<std::uint32_t>(in_use)) > next_push &&
           in_use < channel.capacity()) {
      ++in_use;
    }
    if (in_use == flits) {
      in_use += credits_after(channel, next_push);
    }
    while (channel.allocated() < in_use) {
      channel.grow();
    }
  }
  const auto slots = static_cast<std::uint32_t>(channel.allocated());
  const std::uint32_t first = flits > slots ? flits - slots : 0;
  SlotRing::Slot* slot = channel.after(channel.head(), first % slots);
  for (std::uint32_t i = first; i < flits; ++i, slot = channel.next(slot)) {
    slot->flit.kind = flit_kind::kNone;
    slot->time = free_at(i);
  }
  channel.set_head(slot);
  if (coming > 0) {
    channel.set_tail(slot);
  }
}

/// The last `flits` flits of a worm pass `link`, its tail at `last`.
inline void pass_link(Link& link, std::uint32_t flits, Cycle last) {
  link.fast().body_lags = false;
  link.count_sent(flits, last + link.cycles_per_flit());
}

}  // namespace flitcast
