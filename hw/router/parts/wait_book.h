#pragma once

#include "hw/packet.h"
#include "hw/router/parts/input_vc.h"

namespace flitcast {

/// Keeps the times for which flits stand ready without leave, by cause: per link that they wait
/// for and, for headers, per packet.
class WaitBook {
 public:
  explicit WaitBook(PacketPool& packets) : packets_(packets) {}

  /// The flit in front of `in` could go on at `now`, but for `cause`. A wait that is under way goes
  /// on under the cause that it began with; one foreseen for `now` has not begun.
  static void block(InputVc& in, WaitCause cause, Cycle now) {
    if (!in.blocked() || in.blocked_since == now) {
      in.blocked_since = now;
      in.blocked_by = cause;
    }
  }
  /// The flit in front of `in` goes on, to `link`, at `at`.
  [[gnu::always_inline]] void unblock(InputVc& in, Link& link, Cycle at) {
    if (in.blocked()) {
      const Cycle cycles = at - in.blocked_since;
      link.count_blocked(in.blocked_by, cycles);
      in.blocked_since = InputVc::kNotBlocked;
      const Flit& flit = in.channel->front();
      if ((flit.kind & flit_kind::kHead) != 0) {
        count_header(flit.packet, in.blocked_by, cycles);
      }
    }
  }

 private:
  [[gnu::noinline]] void count_header(PacketHandle packet, WaitCause cause, Cycle cycles) {
    packets_.count_wait(packet, cause, cycles);
  }

  PacketPool& packets_;
};

}  // namespace flitcast
