#include "hw/link/shared_slots.h"

#include <algorithm>

namespace flitcast {

SharedSlots::SharedSlots(int vcs, Cycle own, Cycle pool)
    : own_(own), pool_size_(pool), pool_(pool), channels_(static_cast<std::size_t>(vcs)) {}

void SharedSlots::give_back(int vc, Cycle known_at, WakeQueue& wakes) {
  const auto later =
      std::upper_bound(credits_.begin(), credits_.end(), known_at,
                       [](Cycle at, const Credit& credit) { return at < credit.at; });
  credits_.insert(later, {known_at, vc});
  if (waiting_ > 0) {
    wakes.wake(writer_, known_at);
  }
}

bool SharedSlots::has_room(int vc, Cycle now) {
  take_credits(now);
  Channel& channel = channels_[static_cast<std::size_t>(vc)];
  if (channel.taken >= own_ && pool_ == 0) {
    return false;
  }
  waiting_ -= channel.waits ? 1 : 0;
  channel.waits = false;
  return true;
}

void SharedSlots::take(int vc, Cycle /*arrives*/) {
  Channel& channel = channels_[static_cast<std::size_t>(vc)];
  pool_ -= channel.taken >= own_ ? 1 : 0;
  ++channel.taken;
}

Cycle SharedSlots::await(int vc, Cycle now, const WakeCause& writer) {
  take_credits(now);
  Channel& channel = channels_[static_cast<std::size_t>(vc)];
  waiting_ += channel.waits ? 0 : 1;
  channel.waits = true;
  writer_ = writer;
  return credits_.empty() ? kOpen : credits_.front().at;
}

Cycle SharedSlots::free_slots(int vc, Cycle now) const {
  SharedSlots later = *this;
  later.take_credits(now);
  const Cycle taken = later.taken(vc);
  return std::max<Cycle>(0, own_ - taken) + later.pool_;
}

void SharedSlots::take_credits(Cycle now) {
  auto credit = credits_.begin();
  for (; credit != credits_.end() && credit->at <= now; ++credit) {
    Channel& channel = channels_[static_cast<std::size_t>(credit->vc)];
    --channel.taken;
    pool_ += channel.taken >= own_ ? 1 : 0;
  }
  credits_.erase(credits_.begin(), credit);
}

}  // namespace flitcast
