#pragma once

#include "hw/link/departure.h"
#include "hw/time/wake_queue.h"

namespace flitcast {

/// What the writer of a link goes by besides the dates of slots: whether there is room now, from
/// when on, and who is woken. A virtual channel whose link has none goes by credits alone.
///
/// Dates as in VirtualChannel: what the reader says lies at least one cycle after the act that made
/// it say so, so the order of writer and reader within a cycle is of no consequence.
class LinkFlowControl {
 public:
  /// The answer when nothing that the reader has said is on its way.
  static constexpr Cycle kOpen = Departure::kOpen;

  virtual ~LinkFlowControl() = default;

  // ---- reader ----

  /// A flit of virtual channel `vc` has been taken out of its buffer, and the writer knows from
  /// `known_at` on. Wakes the routers that wait.
  virtual void give_back(int vc, Cycle known_at, WakeQueue& wakes) = 0;

  // ---- writer ----

  /// True when a flit may be sent for virtual channel `vc` at `now`, which does not lie before the
  /// last such question. `vc` waits no longer then. What is asked, and when, has no other effect.
  virtual bool has_room(int vc, Cycle now) = 0;
  /// One is sent, which is in the buffer from `arrives` on. Precondition: there is room.
  virtual void take(int vc, Cycle arrives) = 0;
  /// `vc` has no room at `now`. Returns when the writer is to ask again, or kOpen; `writer` is
  /// woken for what follows.
  virtual Cycle await(int vc, Cycle now, const WakeCause& writer) = 0;

  // ---- watchers ----

  /// Flits that may be sent for `vc` at `now`, one after the other, if nothing else is sent: as
  /// far as the writer knows.
  virtual Cycle free_slots(int vc, Cycle now) const = 0;
};

}  // namespace flitcast
