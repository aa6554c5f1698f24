#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "hw/cache_line.h"
#include "hw/flit.h"
#include "hw/time/wake_queue.h"

namespace flitcast {

/// One virtual channel of a link: the receiver's input buffer, its flits in flight and its credits
/// in one ring of slots that writer and reader share.
///
/// A slot holds a flit that may be read from cycle `time` on, or is empty and may be written from
/// cycle `time` on: the flight time of a flit and the way back of its credit are dates on the slot,
/// and a slot is a credit. Every date lies at least one cycle after the act that set it, so the
/// order of writer and reader within a cycle is of no consequence; and a side that knows its own
/// future may act ahead of time, because the other goes by the dates alone.
///
/// Sleeping: the reader looks after itself while there are flits; `push` tells the writer when to
/// wake it. A writer without room names the slot it waits for; `pop` tells the reader when to
/// wake the writer. Storage appears on first use and grows with the occupancy up to the capacity.
class VirtualChannel {
 public:
  VirtualChannel() = default;

  /// Times of stream(), cycles: way of a credit back, way of a flit on, time from flit to flit, and
  /// the last cycle in which one may leave.
  struct Pace {
    Cycle credit;
    Cycle flight;
    Cycle interval;
    Cycle last;
  };

  /// Capacity in flits, 1 … 2^32 − 1: the buffer depth that credits stand for.
  void set_capacity(Cycle flits) { capacity_ = static_cast<std::uint32_t>(flits); }
  std::size_t capacity() const { return capacity_; }

  /// Makes sure that there is storage. The writer calls it before the first push, the reader is
  /// never woken earlier.
  void open() {
    if (slots_ == nullptr) {
      allocate();
    }
  }
  bool is_open() const { return slots_ != nullptr; }

  // ---- reader ----

  /// True when the next flit may be read at `now`.
  bool ready(Cycle now) const { return head_->flit.kind != flit_kind::kNone && head_->time <= now; }
  /// True when a next flit exists, readable now or later.
  bool occupied() const { return head_->flit.kind != flit_kind::kNone; }
  Flit& front() { return head_->flit; }
  /// First cycle at which the next flit may be read; only when occupied().
  Cycle front_time() const { return head_->time; }
  /// As ready() and front() for the flit `offset` places behind the next one, offset < capacity.
  bool ready_at(std::size_t offset, Cycle now) const {
    return occupied_at(offset) && peek_time(offset) <= now;
  }
  bool occupied_at(std::size_t offset) const {
    return offset < allocated() && behind(head_, offset)->flit.kind != flit_kind::kNone;
  }
  const Flit& peek(std::size_t offset) const { return behind(head_, offset)->flit; }
  Cycle peek_time(std::size_t offset) const { return behind(head_, offset)->time; }

  /// Kinds of flits that the writer wakes the reader for even when it finds flits before them:
  /// tails for a reader that waits for whole packets, all for one that looks at flits behind the
  /// next one.
  void set_wake_kinds(std::uint16_t kinds) { wake_kinds_ = kinds; }

  /// How the reader is woken.
  void attach_reader(const WakeCause& reader) { reader_ = reader; }

  /// Removes the next flit; its slot may be written again from `free_at` on. Returns true when
  /// the writer waits for this slot and has to be woken.
  bool pop(Cycle free_at) {
    Slot* slot = head_;
    slot->flit.kind = flit_kind::kNone;
    slot->time = free_at;
    head_ = next(slot);
    if (slot != awaited_) {
      return false;
    }
    awaited_ = nullptr;
    return true;
  }
  /// After a pop for which it waited.
  [[gnu::always_inline]] void wake_writer(Cycle free_at, WakeQueue& wakes) const {
    wakes.wake(writer_, free_at);
  }

  // ---- a worm that passes as a whole ----

  /// Slots that there are: the capacity at most.
  std::size_t allocated() const { return static_cast<std::size_t>(end_ - slots_.get()); }
  /// Flits in slots.
  std::size_t occupancy() const {
    if (head_ == tail_) {
      return occupied() ? allocated() : 0;
    }
    return static_cast<std::size_t>(tail_ > head_ ? tail_ - head_
                                                  : (end_ - head_) + (tail_ - slots_.get()));
  }
  /// From when on the slot may be written that is `place` places after the writer's, and empty.
  Cycle credit_time(std::size_t place) const { return behind(tail_, place)->time; }
  /// The same for the slot that was read last; 0 when it is full again.
  Cycle last_credit() const {
    const Slot* slot = previous(head_);
    return slot->flit.kind == flit_kind::kNone ? slot->time : 0;
  }
  /// What is left of a worm passes: the `held` flits in front, and `coming` that follow them,
  /// after which there is nothing. Leaves the slots as after the last of them, flit i of these
  /// being read so that its slot may be written from free_at(i) on. No flit of another worm is
  /// written before `next_push`.
  template <typename FreeAt>
  void pass(std::uint32_t held, std::uint32_t coming, Cycle next_push, WakeQueue& wakes,
            FreeAt&& free_at) {
    const std::uint32_t flits = held + coming;
    if (coming == 0) {
      wake_who_awaits(held, wakes, free_at);
    } else {
      awaited_ = nullptr;
      std::size_t in_use = 0;
      while (in_use < flits &&
             free_at(flits - 1 - static_cast<std::uint32_t>(in_use)) > next_push &&
             in_use < capacity_) {
        ++in_use;
      }
      if (in_use == flits) {
        in_use += credits_after(next_push);
      }
      while (allocated() < in_use) {
        grow();
      }
    }
    const auto slots = static_cast<std::uint32_t>(allocated());
    const std::uint32_t first = flits > slots ? flits - slots : 0;
    Slot* slot = behind(head_, first % slots);
    for (std::uint32_t i = first; i < flits; ++i, slot = next(slot)) {
      slot->flit.kind = flit_kind::kNone;
      slot->time = free_at(i);
    }
    head_ = slot;
    if (coming > 0) {
      tail_ = slot;
    }
  }

  // ---- fetching ----

  void fetch_front() const { __builtin_prefetch(head_); }
  void fetch_for_push(Cycle now) const {
    __builtin_prefetch(tail_);
    __builtin_prefetch(&reader_.alarm->causes(now + 1));
  }

  // ---- watchers ----

  /// Calls visit(flit, time) for every slot with storage, from the oldest flit on; an empty slot's
  /// flit is of kind kNone.
  template <typename Visit>
  void visit_slots(Visit&& visit) const {
    for (std::size_t i = 0; i < allocated(); ++i) {
      const Slot* slot = behind(head_, i);
      visit(slot->flit, slot->time);
    }
  }
  /// The flit written last, its kind perhaps cleared because it has been read since. Precondition:
  /// there was one.
  const Flit& last_pushed() const { return previous(tail_)->flit; }
  /// True when `flits` more may be written at `now`, storage that is yet to come included.
  bool has_room(std::size_t flits, Cycle now) const { return packet_room_from(flits, now) == now; }

  // ---- writer ----

  /// True when the next flit may be written at `now`.
  [[gnu::always_inline]] bool can_push(Cycle now) {
    return (tail_->flit.kind == flit_kind::kNone && tail_->time <= now) || (may_grow() && grow());
  }
  /// As can_push for a writer that goes by dates: kOpen when there is no room and none in sight,
  /// else the first cycle >= `from` in which the next flit may be written.
  Cycle room_from(Cycle from) {
    if (tail_->flit.kind == flit_kind::kNone) {
      return tail_->time <= from || (may_grow() && grow()) ? from : tail_->time;
    }
    return may_grow() && grow() ? from : kOpen;
  }
  /// As room_from for a packet of `flits` <= capacity flits that needs all its room at once.
  Cycle packet_room_from(std::size_t flits, Cycle from) const {
    const std::size_t unused = capacity_ - allocated();
    if (flits <= unused) {
      return from;
    }
    const Slot* last = behind(tail_, flits - unused - 1);
    if (last->flit.kind != flit_kind::kNone) {
      return kOpen;
    }
    return last->time <= from ? from : last->time;
  }
  /// Writes a flit that becomes readable at `ready_at`. Precondition: there is room. Returns true
  /// when the reader has to be woken for it: it may be asleep because there were none, or has
  /// asked to be woken for this kind.
  bool push(const Flit& flit, Cycle ready_at) {
    Slot* slot = tail_;
    const bool reader_idle = !occupied();
    slot->flit = flit;
    slot->time = ready_at;
    tail_ = next(slot);
    return reader_idle || (flit.kind & wake_kinds_) != 0;
  }
  /// For a flit that was pushed.
  [[gnu::always_inline]] void wake_reader(Cycle ready_at, WakeQueue& wakes) const {
    wakes.wake(reader_, ready_at);
  }
  /// For a worm in full flow: moves body flits from here to `to`, as many as follow each other
  /// without anybody to wake or to wait for; the first leaves at `at` or when it is there, with
  /// kSteady only at `at`, and the others as regularly. `to` holds the flit before them. Returns
  /// how many; `at` becomes the date from which the next may leave.
  template <bool kSteady>
  [[gnu::always_inline]] std::uint32_t stream(VirtualChannel& to, const Pace& pace, Cycle& at) {
    Slot* const from_begin = slots_.get();
    Slot* const from_end = end_;
    Slot* const to_begin = to.slots_.get();
    Slot* const to_end = to.end_;
    Slot* const stop = awaited_;
    Slot* from_slot = head_;
    Slot* to_slot = to.tail_;
    std::uint32_t moved = 0;
    while (from_slot->flit.kind == flit_kind::kBody && from_slot != stop) {
      const Cycle leaves = from_slot->time > at ? from_slot->time : at;
      if (to_slot->flit.kind != flit_kind::kNone || to_slot->time > leaves || leaves > pace.last ||
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
    head_ = from_slot;
    to.tail_ = to_slot;
    return moved;
  }
  /// For a writer that has words at hand: appends body flits with consecutive sequence numbers and
  /// dates, one a cycle, while there is room at `now`. The flit before `first` is still there.
  /// Returns how many of the `count` words went in.
  std::uint32_t append_bodies(const Flit& first, const Word* words, std::uint32_t count,
                              Cycle ready_at, Cycle now) {
    std::uint32_t done = 0;
    Flit flit = first;
    for (; done < count && can_push(now); ++done, ++flit.sequence) {
      flit.word = words[done];
      tail_->flit = flit;
      tail_->time = ready_at + done;
      tail_ = next(tail_);
    }
    return done;
  }

  /// For a reader that takes a message in batches: removes body flits of `packet` that carry the
  /// sequence numbers from `sequence` on, while another flit is readable behind them and nobody
  /// waits for their slots. Returns how many words were written to `words`, at most `count`.
  std::uint32_t take_bodies(PacketHandle packet, std::uint32_t sequence, Word* words,
                            std::uint32_t count, Cycle free_at, Cycle now) {
    Slot* const begin = slots_.get();
    Slot* const end = end_;
    Slot* const stop = awaited_;
    Slot* slot = head_;
    std::uint32_t done = 0;
    while (done < count && slot != stop && slot->flit.kind == flit_kind::kBody &&
           slot->flit.packet == packet && slot->flit.sequence == sequence + done) {
      Slot* behind = slot + 1 == end ? begin : slot + 1;
      if (behind->flit.kind == flit_kind::kNone || behind->time > now) {
        break;
      }
      words[done++] = slot->flit.word;
      slot->flit.kind = flit_kind::kNone;
      slot->time = free_at;
      slot = behind;
    }
    head_ = slot;
    return done;
  }

  /// The answer when a date is not known yet.
  static constexpr Cycle kOpen = -1;
  /// The pop that makes room for a packet of `flits` will wake `writer`.
  /// Precondition: packet_room_from (for one flit: room_from) is open. Returns the date when it is
  /// known after all.
  Cycle await_room(std::size_t flits, const WakeCause& writer) {
    const std::size_t unused = capacity_ - allocated();
    return await(behind(tail_, flits - unused - 1), writer);
  }
  /// As await_room, for the slot of the flit that was pushed `count` pushes ago (1 = the last).
  Cycle await_pushed(std::size_t count, const WakeCause& writer) {
    return await(behind(tail_, allocated() - count), writer);
  }

 private:
  struct Slot {
    Cycle time = 0;
    Flit flit;
  };
  struct FreeSlots {
    void operator()(Slot* slots) const { ::operator delete(slots, kSlotAlignment); }
  };
  static_assert(sizeof(Slot) == 32, "two in a cache line");
  static constexpr std::align_val_t kSlotAlignment{kCacheLine};

  static std::unique_ptr<Slot[], FreeSlots> make_slots(std::size_t count);

  // The writer of other worms, if it waits for one of the first `held` slots.
  template <typename FreeAt>
  void wake_who_awaits(std::uint32_t held, WakeQueue& wakes, FreeAt&& free_at) {
    if (awaited_ == nullptr) {
      return;
    }
    const std::ptrdiff_t away = awaited_ - head_;
    const auto place = static_cast<std::uint32_t>(
        away < 0 ? away + static_cast<std::ptrdiff_t>(allocated()) : away);
    if (place < held) {
      awaited_ = nullptr;
      wake_writer(free_at(place), wakes);
    }
  }

  // Empty slots that may be written after `date` only: those that were read last.
  std::size_t credits_after(Cycle date) const {
    const std::size_t most = allocated() - occupancy();
    std::size_t count = 0;
    for (Slot* slot = previous(head_); count < most && slot->time > date; slot = previous(slot)) {
      ++count;
    }
    return count;
  }

  Slot* next(Slot* slot) const { return slot + 1 == end_ ? slots_.get() : slot + 1; }
  Slot* previous(Slot* slot) const { return slot == slots_.get() ? end_ - 1 : slot - 1; }
  Slot* behind(Slot* slot, std::size_t offset) const {
    slot += offset;
    return slot >= end_ ? slot - allocated() : slot;
  }
  Cycle await(Slot* slot, const WakeCause& writer) {
    if (slot->flit.kind == flit_kind::kNone) {
      return slot->time;
    }
    awaited_ = slot;
    writer_ = writer;
    return kOpen;
  }

  bool may_grow() const { return allocated() < capacity_; }
  void allocate();
  bool grow();

  Slot* head_ = nullptr;  // next to read
  Slot* tail_ = nullptr;  // next to write
  Slot* end_ = nullptr;
  std::unique_ptr<Slot[], FreeSlots> slots_;
  Slot* awaited_ = nullptr;
  std::uint32_t capacity_ = 1;
  std::uint16_t wake_kinds_ = flit_kind::kNone;
  WakeCause reader_;
  WakeCause writer_;  // that waits for the slot awaited_
};

}  // namespace flitcast
