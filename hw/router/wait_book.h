#pragma once

#include "hw/packet.h"
#include "hw/router/input_vc.h"

namespace flitcast {

/// Keeps the times for which flits stand ready without leave, by cause: per link that they wait
/// for and, for headers, per packet.
class WaitBook {
 public:
  explicit WaitBook(PacketPool& packets) : packets_(packets) {}

  /// The flit in front of `in` could go on at `now`, but for `cause`. A wait that is under way goes
  /// on under the cause that it began with.
  static void block(InputVc& in, WaitCause cause, Cycle now) {
    if (!in.blocked()) {
      in.blocked_since = now;
      in.blocked_by = cause;
    }
  }
  /// The flit in front of `in` goes on, to `link`, at `at`.
  void unblock(InputVc& in, Link& link, Cycle at) {
    if (in.blocked()) {
      count(in, link, at);
    }
  }

 private:
  void count(InputVc& in, Link& link, Cycle at);

  PacketPool& packets_;
};

}  // namespace flitcast
