#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/time/wake_queue.h"

namespace flitcast {

/// The slots of an input port that its virtual channels divide among themselves as they need them
/// (Y. Tamir and G. L. Frazier, "High-performance multi-queue buffers for VLSI communications
/// switches", ISCA 1988). Each has some of its own, so that none can keep another from going on;
/// the rest is a pool for all. A flit takes a slot of its virtual channel's own while there is one,
/// and a slot of the pool beyond that; when a slot is given back, the virtual channel gives one
/// back to the pool as long as it has more than its own.
///
/// The writer counts, as it does credits: a slot is taken from when a flit is sent for it until the
/// credit is back. Dates as in VirtualChannel: a credit lies at least one cycle after the act that
/// gave it, so the order of writer and reader within a cycle is of no consequence.
class SharedSlots {
 public:
  /// The answer when no credit is on its way.
  static constexpr Cycle kOpen = -1;

  /// `own` slots for each of `vcs` virtual channels, own >= 1, and `pool` slots for all.
  SharedSlots(int vcs, Cycle own, Cycle pool);

  // ---- reader ----

  /// A slot of virtual channel `vc` may be taken again from `free_at` on. Wakes the routers that
  /// wait.
  void give_back(int vc, Cycle free_at, WakeQueue& wakes);

  // ---- writer ----

  /// True when a flit may be sent for virtual channel `vc` at `now`, which does not lie before the
  /// last such question. `vc` waits no longer then. What is asked, and when, has no other effect.
  bool has_room(int vc, Cycle now);
  /// One is sent. Precondition: there is room.
  void take(int vc);
  /// `vc` has no room at `now`. Returns when the next credit of any virtual channel is back, or
  /// kOpen; `writer`, one for all virtual channels, is woken for others that follow.
  Cycle await(int vc, Cycle now, const WakeCause& writer);

  // ---- watchers ----

  /// Slots that `vc` may take at `now`, one after the other, if no other does.
  Cycle free_slots(int vc, Cycle now) const;
  /// Slots taken at the last question of the writer: of one virtual channel, and of the pool.
  Cycle taken(int vc) const { return channels_[static_cast<std::size_t>(vc)].taken; }
  Cycle pool_taken() const { return pool_size_ - pool_; }

 private:
  struct Channel {
    Cycle taken = 0;
    bool waits = false;
  };
  struct Credit {
    Cycle at;
    int vc;
  };

  void take_credits(Cycle now);

  Cycle own_;
  Cycle pool_size_;
  Cycle pool_;  // slots of it that are free
  std::vector<Channel> channels_;
  int waiting_ = 0;  // of these
  WakeCause writer_;
  std::vector<Credit> credits_;  // on their way, by date
};

}  // namespace flitcast
