#pragma once

#include <cstddef>
#include <cstdint>

#include "hw/flit.h"
#include "hw/link/departure.h"
#include "hw/link/slot_ring.h"
#include "hw/time/wake_queue.h"

namespace flitcast {

/// One virtual channel of a link: the receiver's input buffer, its flits in flight and its credits
/// in one ring of slots that writer and reader share.
///
/// The flight time of a flit and the way back of its credit are dates on its slot, and a slot is a
/// credit. Every date lies at least one cycle after the act that set it, so the order of writer and
/// reader within a cycle is of no consequence; and a side that knows its own future may act ahead
/// of time, because the other goes by the dates alone.
///
/// Sleeping: the reader looks after itself while there are flits; `push` tells the writer when to
/// wake it. A writer without room names the slot it waits for; `pop` tells the reader when to
/// wake the writer.
class VirtualChannel : public SlotRing {
 public:
  // ---- reader ----

  /// True when the next flit may be read at `now`.
  bool ready(Cycle now) const { return occupied() && front_time() <= now; }
  Flit& front() { return head()->flit; }
  /// First cycle at which the next flit may be read; only when occupied().
  Cycle front_time() const { return head()->time; }
  /// As ready() and front() for the flit `offset` places after the next one, offset < capacity.
  bool ready_at(std::size_t offset, Cycle now) const {
    return occupied_at(offset) && peek_time(offset) <= now;
  }
  bool occupied_at(std::size_t offset) const {
    return offset < allocated() && !after(head(), offset)->empty();
  }
  Flit& peek(std::size_t offset) { return after(head(), offset)->flit; }
  const Flit& peek(std::size_t offset) const { return after(head(), offset)->flit; }
  Cycle peek_time(std::size_t offset) const { return after(head(), offset)->time; }

  /// Kinds of flits that the writer wakes the reader for even when it finds flits before them:
  /// tails for a reader that waits for whole packets, all for one that looks at flits after the
  /// next one.
  void set_wake_kinds(std::uint16_t kinds) { wake_kinds_ = kinds; }

  /// Worms of fewer flits than so many wake the reader with their tail alone: it takes them whole.
  void set_whole_worms(std::uint32_t flits) { whole_worms_ = flits; }

  /// How the reader is woken.
  void attach_reader(const WakeCause& reader) { reader_ = reader; }

  /// Removes the next flit; its slot may be written again from `free_at` on. Returns true when
  /// the writer waits for this slot and has to be woken.
  bool pop(Cycle free_at) {
    Slot* slot = head();
    slot->flit.kind = flit_kind::kNone;
    slot->time = free_at;
    set_head(next(slot));
    if (slot != awaited()) {
      return false;
    }
    set_awaited(nullptr);
    return true;
  }
  /// After a pop for which it waited.
  [[gnu::always_inline]] void wake_writer(Cycle free_at, WakeQueue& wakes) const {
    wakes.wake(writer_, free_at);
  }

  // ---- writer ----

  /// The answer when a date is not known yet.
  static constexpr Cycle kOpen = Departure::kOpen;

  /// True when the next flit may be written at `now`.
  [[gnu::always_inline]] bool can_push(Cycle now) {
    return (tail()->empty() && tail()->time <= now) || (may_grow() && grow());
  }
  /// As can_push for a writer that goes by dates: kOpen when there is no room and none in sight,
  /// else the first cycle >= `from` in which the next flit may be written.
  Cycle room_from(Cycle from) {
    if (tail()->empty()) {
      return tail()->time <= from || (may_grow() && grow()) ? from : tail()->time;
    }
    return may_grow() && grow() ? from : kOpen;
  }
  /// As room_from for a packet of `flits` <= capacity flits that needs all its room at once.
  Cycle packet_room_from(std::size_t flits, Cycle from) const {
    const std::size_t unused = capacity() - allocated();
    if (flits <= unused) {
      return from;
    }
    const Slot* last = after(tail(), flits - unused - 1);
    if (!last->empty()) {
      return kOpen;
    }
    return last->time <= from ? from : last->time;
  }
  /// True when `flits` more may be written at `now`, storage that is yet to come included.
  bool has_room(std::size_t flits, Cycle now) const { return packet_room_from(flits, now) == now; }
  /// Writes a flit that becomes readable at `ready_at`. Precondition: there is room. Returns true
  /// when the reader has to be woken for it: it may be asleep because there were none, or has
  /// asked to be woken for this kind.
  bool push(const Flit& flit, Cycle ready_at) {
    Slot* slot = tail();
    const bool reader_idle = !occupied();
    slot->flit = flit;
    slot->time = ready_at;
    set_tail(next(slot));
    return (reader_idle && !comes_whole(flit)) || (flit.kind & wake_kinds_) != 0;
  }
  /// For a flit that was pushed.
  [[gnu::always_inline]] void wake_reader(Cycle ready_at, WakeQueue& wakes) const {
    wakes.wake(reader_, ready_at);
  }
  /// The pop that makes room for a packet of `flits` will wake `writer`.
  /// Precondition: packet_room_from (for one flit: room_from) is open. Returns the date when it is
  /// known after all.
  Cycle await_room(std::size_t flits, const WakeCause& writer) {
    const std::size_t unused = capacity() - allocated();
    return await(after(tail(), flits - unused - 1), writer);
  }
  /// As await_room, for the slot of the flit that was pushed `count` pushes ago (1 = the last).
  Cycle await_pushed(std::size_t count, const WakeCause& writer) {
    return await(after(tail(), allocated() - count), writer);
  }

  // ---- watchers ----

  /// Calls visit(flit, time) for every slot with storage, from the oldest flit on; an empty slot's
  /// flit is of kind kNone.
  template <typename Visit>
  void visit_slots(Visit&& visit) const {
    for (std::size_t i = 0; i < allocated(); ++i) {
      const Slot* slot = after(head(), i);
      visit(slot->flit, slot->time);
    }
  }
  /// The flit written last, its kind perhaps cleared because it has been read since. Precondition:
  /// there was one.
  const Flit& last_pushed() const { return previous(tail())->flit; }

  /// Asks for the memory of the next flit, and of what a push touches.
  void fetch_front() const { __builtin_prefetch(head()); }
  void fetch_for_push(Cycle now) const {
    __builtin_prefetch(tail());
    __builtin_prefetch(&reader_.alarm->causes(now + 1));
  }

 private:
  Cycle await(Slot* slot, const WakeCause& writer) {
    if (slot->empty()) {
      return slot->time;
    }
    set_awaited(slot);
    writer_ = writer;
    return kOpen;
  }

  bool comes_whole(const Flit& flit) const {
    return (flit.kind & flit_kind::kHead) != 0 && header_flits(flit.word) < whole_worms_;
  }

  std::uint16_t wake_kinds_ = flit_kind::kNone;
  std::uint32_t whole_worms_ = 0;
  WakeCause reader_;
  WakeCause writer_;  // that waits for the slot awaited()
};

}  // namespace flitcast
