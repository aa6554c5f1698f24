#pragma once

#include <deque>
#include <vector>

#include "hw/link/link_flow_control.h"

namespace flitcast {

/// On/off flow control (Dally and Towles, "Principles and Practices of Interconnection Networks",
/// 2004, 13.3): the reader of a buffer tells its writer to stop and to go, instead of every slot
/// that it frees. At the end of a cycle it looks at its free slots: when they have fallen to `off`
/// or less, it says stop; when they have risen to `on` or more, go. The writer knows a flight time
/// of the link later, and sends nothing until it is told to go.
///
/// Flits on their way when the reader says stop, and those sent until the writer knows, have to
/// find room: see least_off.
///
/// Writer and reader are told of what the other did with dates, and `OnOff` works out what was said
/// when the writer asks.
class OnOff final : public LinkFlowControl {
 public:
  /// Free slots at which the reader has to say stop, at the latest, on a link of these times: so
  /// many flits come after that. A buffer needs one slot more.
  static Cycle least_off(Cycle delay, Cycle cycles_per_flit) {
    return (2 * delay - 1) / cycles_per_flit;
  }

  /// For `vcs` buffers of `slots` behind a link of flight time `delay`; off < on <= slots.
  OnOff(int vcs, Cycle slots, Cycle off, Cycle on, Cycle delay);

  void give_back(int vc, Cycle known_at, WakeQueue& wakes) override;
  bool has_room(int vc, Cycle now) override;
  void take(int vc, Cycle arrives) override;
  Cycle await(int vc, Cycle now, const WakeCause& writer) override;
  /// One or none: the writer does not know how many.
  Cycle free_slots(int vc, Cycle now) const override;

 private:
  struct Channel {
    Cycle free;  // slots in the cycle that the writer knows of
    bool stopped = false;
    bool waits = false;
    WakeCause writer = {};
    // When the writer knows of flits that came, and that were taken out; ascending.
    std::deque<Cycle> came = {};
    std::deque<Cycle> left = {};
  };

  // What the writer knows at `now`.
  void advance(Channel& channel, Cycle now) const;

  Cycle off_;
  Cycle on_;
  Cycle delay_;
  std::vector<Channel> channels_;
};

}  // namespace flitcast
