#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/link/link_flow_control.h"

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
class SharedSlots final : public LinkFlowControl {
 public:
  /// `own` slots for each of `vcs` virtual channels, own >= 1, and `pool` slots for all.
  SharedSlots(int vcs, Cycle own, Cycle pool);

  void give_back(int vc, Cycle known_at, WakeQueue& wakes) override;
  bool has_room(int vc, Cycle now) override;
  void take(int vc, Cycle arrives) override;
  /// `writer`: one for all virtual channels; it is to ask again for any credit of theirs.
  Cycle await(int vc, Cycle now, const WakeCause& writer) override;
  Cycle free_slots(int vc, Cycle now) const override;

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
