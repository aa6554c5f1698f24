#pragma once

#include <array>
#include <cstdint>

#include "hw/bits.h"
#include "hw/link/arbiter.h"
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
/// is triggered a second time in the same cycle when all requests are in, and asks again.
class ChannelPair {
 public:
  enum class Answer {
    kWait,     ///< taken, or the other side has its turn
    kAsked,    ///< ask again in the second phase of this cycle
    kGranted,  ///< the pair is the worm's until release()
  };

  /// The routers at both ends, side 0 and 1, and how they are woken.
  void attach(int side, Alarm& router) {
    sides_.at(static_cast<std::size_t>(side)).alarm = &router;
  }

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
      own.asking = own.asked_at == wakes.now() ? own.asking | bit(index) : bit(index);
      own.asked_at = wakes.now();
      return Answer::kAsked;
    }
    const bool contended = sides_[static_cast<std::size_t>(1 - side)].asked_at == wakes.now();
    if ((contended && last_ == side) || own.arbiter.propose(own.asking) != index) {
      return Answer::kWait;
    }
    own.arbiter.accept(index);
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
      if (side.causes != 0) {
        wakes.wake(*side.alarm, side.causes, free_at);
        side.causes = 0;
      }
    }
  }
  /// After kWait: the router at `side` is woken with `causes` when the pair is free again.
  void await(int side, std::uint64_t causes, WakeQueue& wakes) {
    Side& own = sides_[static_cast<std::size_t>(side)];
    if (holder_ == nullptr && free_at_ > wakes.now()) {
      wakes.wake(*own.alarm, causes, free_at_);
    } else {
      own.causes |= causes;
    }
  }

 private:
  struct Side {
    Alarm* alarm = nullptr;
    std::uint64_t causes = 0;  // to be woken with
    Cycle asked_at = -1;
    std::uint64_t asking = 0;  // input VCs, at asked_at
    RoundRobinArbiter arbiter;
  };
  std::array<Side, 2> sides_;
  Cycle free_at_ = 0;
  const VirtualChannel* holder_ = nullptr;  // where its worm goes
  int last_ = 1;
};

}  // namespace flitcast
