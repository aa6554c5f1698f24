#include "hw/router/parts/reporter.h"

#include "hw/router/parts/vc_view.h"
#include "hw/router/parts/writable.h"

namespace flitcast {

void Reporter::state(int index, const InputVc& in, VcState state, Cycle at) const {
  const InputVcView view{state, in.channel->front().packet, wanted_port(in, layout_)};
  probe_->vc_changed(node_, index, view, at);
}

void Reporter::blocked(int index, const InputVc& in, Cycle at) const {
  state(index, in, blocked_state(in, layout_), at);
}

void Reporter::holding(int index, const InputVc& in, Cycle at) const {
  state(index, in, in.copied() ? VcState::kAbsorbing : VcState::kActive, at);
}

void Reporter::room(int index, const InputVc& in, const RoomRule& rule, Cycle at) const {
  if (in.blocked() && has_room(*in.out, rule.needed(in.channel->front(), *in.out), at)) {
    holding(index, in, at);
  }
}

void Reporter::waited(int index, const InputVc& in, PortId port, Cycle at) const {
  if (in.blocked()) {
    probe_->worm_waited(node_, index, in.channel->front().packet, port, in.blocked_by,
                        at - in.blocked_since, at);
  }
}

void Reporter::idle(int index, Cycle at) const {
  probe_->vc_changed(node_, index, {}, at);
}

void Reporter::moved(int index, const InputVc& in, Cycle at) const {
  passed(index, in, at, at);
}

void Reporter::passed(int index, const InputVc& in, Cycle left, Cycle sent) const {
  const PortId port = in.out->port;
  if (in.blocked()) {
    waited(index, in, port, left);
    holding(index, in, left);
  }
  probe_->flit_sent(node_, port, in.channel->front(), sent);
  probe_->flit_left(node_, index, left);
}

void Reporter::stripped(int index, const InputVc& in, const Flit& copy, Cycle at) const {
  const PortId port = in.absorb_out->port;
  probe_->vc_changed(node_, index, {VcState::kAbsorbing, copy.packet, port}, at);
  probe_->flit_sent(node_, port, copy, at);
  probe_->flit_left(node_, index, at);
  probe_->vc_changed(node_, index, {VcState::kRouting, copy.packet, kNoPort}, at + 1);
}

void Reporter::copied(const OutputVc& out, const Flit& flit, Cycle at) const {
  probe_->flit_sent(node_, out.port, flit, at);
}

}  // namespace flitcast
