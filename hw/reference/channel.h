#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>

#include "hw/reference/clock.h"
#include "hw/reference/message.h"
#include "hw/reference/pair.h"
#include "hw/waits.h"

namespace flitcast::reference {

struct Channel;

/// A number that stands for a flit of a message that a channel accepts at `at`, for virtual channel
/// `vc`. The sum over all flits of a channel is the same only if all have the same dates.
inline std::uint64_t trace_of_flit(std::uint64_t message, std::size_t vc, Cycle at) {
  std::uint64_t mixed =
      (message << 40U) ^ (std::uint64_t{vc} << 34U) ^ static_cast<std::uint64_t>(at);
  for (int i = 0; i < 2; ++i) {
    mixed = (mixed ^ (mixed >> 31U)) * 0x9E3779B97F4A7C15U;
  }
  return mixed ^ (mixed >> 29U);
}

/// A virtual channel: wires for flits and credits, and what the writer knows of it.
struct Lane {
  Channel* channel;
  std::size_t number;
  Cycle size;           // of the buffer behind it, in flits
  Cycle credits;        // free slots there
  bool held = false;    // by a worm, from header to tail
  Cycle free_from = 0;  // when the next worm may have it, unless held
  Wire<Flit> flits;
  Wire<Cycle> credits_back;

  // On/off flow control.
  bool stopped = false;  // as far as the writer knows
  bool says_stop = false;
  Wire<bool> signals;
};

/// A directed channel, which accepts a flit every `interval` cycles for any of its lanes.
struct Channel {
  /// Virtual channels that share slots have `own_room` each to themselves; 0: none is shared.
  Channel(Cycle delay_of_flit, Cycle cycles_per_flit, Cycle room, int vcs, Cycle own_room = 0)
      : delay(delay_of_flit), interval(cycles_per_flit), own(own_room) {
    for (int vc = 0; vc < vcs; ++vc) {
      lanes.push_back(
          {this, static_cast<std::size_t>(vc), room, room, false, 0, {}, {}, false, false, {}});
    }
  }
  Channel(const Channel&) = delete;

  /// Flits that may be sent to `lane` now. Shared slots: those of its own that are free, and those
  /// of the pool, from which every virtual channel has what it holds beyond its own.
  Cycle room(const Lane& lane) const {
    if (own == 0) {
      return lane.credits;
    }
    Cycle pool = lane.size - own;
    for (const Lane& each : lanes) {
      pool -= std::max<Cycle>(0, each.size - each.credits - own);
    }
    return std::max<Cycle>(0, own - (lane.size - lane.credits)) + pool;
  }

  /// Whether they may be sent.
  bool has_room(const Lane& lane, Cycle flits_to_send) const {
    return on > 0 ? !lane.stopped : room(lane) >= flits_to_send;
  }
  /// At the end of a cycle the buffer of `lane` has so many free slots: it says stop or go.
  void signal(Lane& lane, Cycle free_slots, Cycle now) const {
    const bool stop = free_slots <= off || (lane.says_stop && free_slots < on);
    if (on > 0 && stop != lane.says_stop) {
      lane.says_stop = stop;
      lane.signals.put(stop, now + delay);
    }
  }

  void accept(Lane& lane, const Flit& flit, Cycle now) {
    lane.flits.put(flit, now + delay);
    --lane.credits;
    accepts_from = now + interval;
    ++flits;
    dates += trace_of_flit(flit.message->number, lane.number, now);
  }
  /// The worm that holds `lane` has left it now.
  void release(Lane& lane, Cycle now) const {
    lane.held = false;
    lane.free_from = now + interval;
    if (pair != nullptr) {
      pair->release(now + interval);
    }
  }

  Cycle delay;  // of flits, and of credits
  Cycle interval;
  Cycle off = 0;  // free slots at which a buffer says stop,
  Cycle on = 0;   // and go; 0: it says neither, and the writer goes by credits
  Cycle own;      // slots of a virtual channel that shares others; 0: it shares none
  std::deque<Lane> lanes;
  Cycle accepts_from = 0;  // the next flit
  Pair* pair = nullptr;    // half duplex
  std::size_t side = 0;    // of the pair
  Waits waits;             // of flits that stood ready for it
  std::uint64_t flits = 0;
  std::uint64_t dates = 0;  // all flits that it has accepted, see trace_of_flit
};

}  // namespace flitcast::reference
