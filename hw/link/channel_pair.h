#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw/link/virtual_channel.h"
#include "hw/probe.h"
#include "hw/time/wake_queue.h"

namespace flitcast {

/// The two channels between neighbours when they are half duplex: one worm at a time has the pair,
/// from when its header leaves until its tail has left. Neither turning round nor an uncontended
/// grant costs time; when both sides want the pair in the same cycle, the one that had it last
/// gives way.
///
/// That both may ask in the same cycle without a cycle's notice takes two phases: a router asks,
/// is called a second time in the same cycle when all requests are in, and asks again.
class ChannelPair {
 public:
  enum class Answer {
    kWait,     ///< taken, or the other side has its turn
    kAsked,    ///< ask again in the second phase of this cycle
    kGranted,  ///< the pair is the worm's until release()
  };

  /// The header in input VC `index` of the router at `side` could leave for the virtual channel
  /// `to` now. Within a side, round robin.
  Answer ask(int side, int index, const VirtualChannel* to, const WakeQueue& wakes) {
    if (holder_ == to) {
      return Answer::kGranted;
    }
    if (holder_ != nullptr || free_at_ > wakes.now()) {
      return Answer::kWait;
    }
    Side& own = sides_[static_cast<std::size_t>(side)];
    if (!wakes.second_phase()) {
      if (own.asked_at != wakes.now() || own.turn(index) < own.turn(own.first)) {
        own.first = index;
      }
      own.asked_at = wakes.now();
      return Answer::kAsked;
    }
    const bool contended = sides_[static_cast<std::size_t>(1 - side)].asked_at == wakes.now();
    if ((contended && last_ == side) || own.first != index) {
      return Answer::kWait;
    }
    own.last = index;
    holder_ = to;
    last_ = side;
    return Answer::kGranted;
  }
  /// The packet that has the pair, or kNoPacket.
  PacketHandle holder() const {
    return holder_ == nullptr ? kNoPacket : holder_->last_pushed().packet;
  }
  /// The worm's tail has left; the pair may be taken again from `free_at` on.
  void release(Cycle free_at, WakeQueue& wakes) {
    holder_ = nullptr;
    free_at_ = free_at;
    for (Side& side : sides_) {
      for (const WakeCause& waiting : side.waiting) {
        wakes.wake(waiting, free_at);
      }
      side.waiting.clear();
    }
  }
  /// After kWait: `router`, the one at `side`, is woken when the pair is free again.
  void await(int side, const WakeCause& router, WakeQueue& wakes) {
    if (holder_ == nullptr && free_at_ > wakes.now()) {
      wakes.wake(router, free_at_);
      return;
    }
    std::vector<WakeCause>& waiting = sides_[static_cast<std::size_t>(side)].waiting;
    for (WakeCause& known : waiting) {
      if (known.alarm == router.alarm) {
        known.causes |= router.causes;
        return;
      }
    }
    waiting.push_back(router);
  }

 private:
  struct Side {
    // Place of an input VC in the round-robin order, after the one that had the pair last.
    std::uint32_t turn(int index) const { return static_cast<std::uint32_t>(index - last - 1); }

    Cycle asked_at = -1;
    int first = 0;  // of the input VCs that asked at asked_at, the one whose turn it is
    int last = -1;  // that had the pair
    std::vector<WakeCause> waiting;  // per alarm
  };
  std::array<Side, 2> sides_;
  Cycle free_at_ = 0;
  const VirtualChannel* holder_ = nullptr;  // where its worm goes
  int last_ = 1;
};

}  // namespace flitcast
