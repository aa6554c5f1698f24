#pragma once

#include <algorithm>
#include <stdexcept>

#include "hw/router/parts/input_vc.h"
#include "hw/router/parts/reporter.h"

namespace flitcast {

/// Intermediate reception: takes addresses off multi-destination worms and copies their payload to
/// a local output while the rest of the worm goes on. `Wakes` is the alarms of the router.
class Absorber {
 public:
  /// `usual_wake_kinds`: flits that wake the reader of a channel when nothing is absorbed.
  Absorber(const Reporter& reporter, std::uint16_t usual_wake_kinds)
      : reporter_(reporter), usual_wake_kinds_(usual_wake_kinds) {}

  /// Takes the address flit off the worm in front of `in`; a copy of it announces the message to
  /// the NI. The rest of the worm is to be absorbed through `out`, a local output that the worm
  /// has been given.
  template <typename Wakes>
  void strip(int index, InputVc& in, OutputVc& out, Cycle now, Wakes& wakes) {
    Flit copy = in.channel->front();
    copy.kind = flit_kind::kHead;
    copy.vc = out.vc;
    if (!out.channel->can_push(now)) {
      throw std::logic_error("an ejection channel is full between two messages");
    }
    out.link->send(copy, *out.channel, now, wakes.queue());
    in.link->release(*in.channel, now, wakes.queue());
    in.eligible = now + 1;
    in.hops = static_cast<std::uint16_t>(copy.sequence);
    in.absorb_out = &out;
    in.absorbed = 0;
    if (reporter_) {
      reporter_.stripped(index, in, copy, now);
    }
    in.channel->set_wake_kinds(flit_kind::kEvery);
  }

  /// Copies what is there to the local output, one payload flit a cycle at most, ahead of the
  /// worm's way through the router; the local output is the worm's own, so this goes by dates. The
  /// next flit of the worm wakes the router when it arrives. True when the tail has been copied and
  /// the output is free again.
  template <typename Wakes>
  bool absorb(int index, InputVc& in, Cycle now, Wakes& wakes) {
    OutputVc& out = *in.absorb_out;
    while (in.channel->occupied_at(in.absorbed)) {
      Flit flit = in.channel->peek(in.absorbed);
      if ((flit.kind & flit_kind::kAddress) == 0) {
        Departure copy{std::max(now, in.channel->peek_time(in.absorbed)), out.link->next_accept(),
                       0};
        copy.room = out.channel->room_from(copy.ready());
        if (copy.room == Departure::kOpen) {
          out.channel->await_room(1, wakes.cause(index));
          return false;
        }
        const Cycle at = copy.at();
        if (at > wakes.lookahead_limit()) {
          wakes.wake(index, at);
          return false;
        }
        flit.vc = out.vc;
        if (reporter_) {
          reporter_.copied(out, flit, at);
        }
        out.link->send(flit, *out.channel, at, wakes.queue());
      }
      ++in.absorbed;
      if ((flit.kind & flit_kind::kTail) != 0) {
        end(in);
        return true;
      }
    }
    return false;
  }
  /// The tail of the worm in front of `in` has been copied.
  void end(InputVc& in) const {
    in.absorb_out = nullptr;
    in.channel->set_wake_kinds(usual_wake_kinds_);
  }

 private:
  const Reporter& reporter_;
  std::uint16_t usual_wake_kinds_;
};

}  // namespace flitcast
