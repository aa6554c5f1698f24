#include "hw/router/wait_book.h"

namespace flitcast {

void WaitBook::count(InputVc& in, Link& link, Cycle at) {
  const Cycle cycles = at - in.blocked_since;
  link.count_blocked(in.blocked_by, cycles);
  const Flit& flit = in.channel->front();
  if ((flit.kind & flit_kind::kHead) != 0) {
    packets_.count_wait(flit.packet, in.blocked_by, cycles);
  }
  in.blocked_since = InputVc::kNotBlocked;
}

}  // namespace flitcast
