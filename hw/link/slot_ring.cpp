#include "hw/link/slot_ring.h"

#include <algorithm>

namespace flitcast {
namespace {

constexpr std::size_t kFirstSlots = 8;

}  // namespace

// From a cache line on, so that a small buffer is one.
auto SlotRing::make_slots(std::size_t count) -> std::unique_ptr<Slot[], FreeSlots> {
  auto* const slots = static_cast<Slot*>(::operator new(count * sizeof(Slot), kSlotAlignment));
  std::uninitialized_value_construct_n(slots, count);
  return std::unique_ptr<Slot[], FreeSlots>(slots);
}

void SlotRing::allocate() {
  const std::size_t slots = std::min<std::size_t>(capacity_, kFirstSlots);
  slots_ = make_slots(slots);
  end_ = slots_.get() + slots;
  head_ = tail_ = slots_.get();
}

// Doubles the storage, up to the capacity, and puts the new, free slots where the writer stands.
bool SlotRing::grow() {
  const std::size_t old = allocated();
  const std::size_t slots = std::min<std::size_t>(capacity_, 2 * old);
  auto larger = make_slots(slots);
  // From the oldest flit round the ring: everything before the writer's place, the new slots,
  // then the slots from the writer's place on, whose credits are the oldest.
  const auto lead = static_cast<std::ptrdiff_t>(old);
  const auto place = [&](const Slot* slot) {
    return static_cast<std::size_t>((slot - head_ + lead) % lead);
  };
  const std::size_t held = place(tail_);
  const std::size_t awaited = awaited_ == nullptr ? 0 : place(awaited_);
  const bool full = !tail_->empty();
  const std::size_t before = full ? old : held;
  for (std::size_t i = 0; i < before; ++i) {
    larger[i] = *after(head_, i);
  }
  for (std::size_t i = before; i < old; ++i) {
    larger[slots - old + i] = *after(head_, i);
  }
  slots_ = std::move(larger);
  end_ = slots_.get() + slots;
  head_ = slots_.get();
  tail_ = slots_.get() + before;
  awaited_ = awaited_ == nullptr ? nullptr : slots_.get() + awaited;
  return true;
}

}  // namespace flitcast
