#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "hw/cache_line.h"
#include "hw/flit.h"
#include "hw/types.h"

namespace flitcast {

/// The slots of a buffer in the order in which they are written and read, round and round. A slot
/// holds a flit that may be read from cycle `time` on, or is empty and may be written from cycle
/// `time` on. Storage appears on first use and grows with the occupancy up to the capacity.
class SlotRing {
 public:
  struct Slot {
    Cycle time = 0;
    Flit flit;

    bool empty() const { return flit.kind == flit_kind::kNone; }
  };
  static_assert(sizeof(Slot) == 32, "two in a cache line");

  SlotRing() = default;

  /// In flits, 1 … 2^32 − 1.
  void set_capacity(Cycle flits) { capacity_ = static_cast<std::uint32_t>(flits); }
  std::size_t capacity() const { return capacity_; }

  /// Makes sure that there is storage.
  void open() {
    if (slots_ == nullptr) {
      allocate();
    }
  }
  bool is_open() const { return slots_ != nullptr; }
  /// Slots that there are: the capacity at most.
  std::size_t allocated() const { return static_cast<std::size_t>(end_ - slots_.get()); }
  bool may_grow() const { return allocated() < capacity_; }
  /// More slots. Precondition: may_grow(). Always true.
  bool grow();

  /// Next to read; next to write.
  Slot* head() const { return head_; }
  Slot* tail() const { return tail_; }
  void set_head(Slot* slot) { head_ = slot; }
  void set_tail(Slot* slot) { tail_ = slot; }
  Slot* begin() const { return slots_.get(); }
  Slot* end() const { return end_; }
  Slot* next(Slot* slot) const { return slot + 1 == end_ ? slots_.get() : slot + 1; }
  Slot* previous(Slot* slot) const { return slot == slots_.get() ? end_ - 1 : slot - 1; }
  /// `offset` places after `slot`, offset < allocated().
  Slot* after(Slot* slot, std::size_t offset) const {
    slot += offset;
    return slot >= end_ ? slot - allocated() : slot;
  }

  bool occupied() const { return !head_->empty(); }
  /// Flits in slots.
  std::size_t occupancy() const {
    if (head_ == tail_) {
      return occupied() ? allocated() : 0;
    }
    return static_cast<std::size_t>(tail_ > head_ ? tail_ - head_
                                                  : (end_ - head_) + (tail_ - slots_.get()));
  }
  /// From when on the slot may be written that is `place` places after the writer's, and empty.
  Cycle credit_time(std::size_t place) const { return after(tail_, place)->time; }
  /// The same for the slot that was read last; 0 when it is full again.
  Cycle last_credit() const {
    const Slot* slot = previous(head_);
    return slot->empty() ? slot->time : 0;
  }

  /// The slot whose reading the writer waits for, or null.
  Slot* awaited() const { return awaited_; }
  void set_awaited(Slot* slot) { awaited_ = slot; }

 private:
  struct FreeSlots {
    void operator()(Slot* slots) const { ::operator delete(slots, kSlotAlignment); }
  };
  static constexpr std::align_val_t kSlotAlignment{kCacheLine};

  static std::unique_ptr<Slot[], FreeSlots> make_slots(std::size_t count);
  void allocate();

  Slot* head_ = nullptr;
  Slot* tail_ = nullptr;
  Slot* end_ = nullptr;
  std::unique_ptr<Slot[], FreeSlots> slots_;
  Slot* awaited_ = nullptr;
  std::uint32_t capacity_ = 1;
};

}  // namespace flitcast
