// RouterCore, third part: the switch of channels that virtual channels share, cycle by cycle.

#include <algorithm>

#include "hw/bits.h"
#include "hw/router/router_core.h"

namespace flitcast {

// For channels shared by virtual channels, cycle by cycle: true when the next flit of the worm may
// ask for its output channel at `now`. Otherwise the router will be woken when that may have
// changed.
bool RouterCore::may_move(int index, InputVc& in, Cycle now) {
  if (!in.channel->ready(now) || (in.absorb_out != nullptr && in.absorbed == 0)) {
    return false;
  }
  OutputVc& out = *in.out;
  if (probe_ != nullptr && in.blocked_since != kNotBlocked) {
    report_room(in, now);
  }
  if (out.link->next_accept() > now) {
    if ((in.channel->front().kind & flit_kind::kHead) != 0) {
      block(in, WaitCause::kSerialisation, now);
    }
    wake_self(index, out.link->next_accept());
    return false;
  }
  const std::size_t need = room_needed(in.channel->front(), out);
  Cycle room = out.channel->room_from(now);
  if (need > 1 && room != VirtualChannel::kOpen) {
    room = out.channel->packet_room_from(need, now);
  }
  if (room == now) {
    const bool header = (in.channel->front().kind & flit_kind::kHead) != 0;
    return !half_duplex_ || !header || take_turn(index, in, now, now);
  }
  block(in, WaitCause::kCredit, now);
  if (probe_ != nullptr) {
    report_state(in, VcState::kBlockedOnCredit, now);
  }
  if (room == VirtualChannel::kOpen) {
    out.channel->await_room(need, static_cast<std::uint8_t>(index));
  } else {
    wake_self(index, room);
  }
  return false;
}

void RouterCore::move(int index, InputVc& in, Cycle now) {
  OutputVc& out = *in.out;
  Flit& flit = in.channel->front();
  const std::uint16_t kind = flit.kind;
  flit.vc = out.vc;
  if (probe_ != nullptr) {
    report_move(in, flit, out, now);
  }
  unblock(in, *out.link, now);
  out.link->send(flit, *out.channel, now, wakes_);
  in.link->release(*in.channel, now, wakes_);
  in.absorbed -= in.absorb_out != nullptr ? 1U : 0U;
  if ((kind & flit_kind::kTail) != 0) {
    finish_worm(index, in, now);
  } else if (in.channel->occupied()) {
    wake_self(index, std::max(in.channel->front_time(), out.link->next_accept()));
  }
}

// For channels shared by virtual channels. The flits that lose try again in the next cycle.
void RouterCore::allocate_switch(std::uint64_t moving, Cycle now) {
  std::uint64_t requests = 0;
  for (; moving != 0; moving &= moving - 1) {
    const int index = lowest(moving);
    if (may_move(index, inputs_[static_cast<std::size_t>(index)], now)) {
      requests |= moving & -moving;
    }
  }
  const std::uint64_t granted = grant_switch(requests, now);
  for (; requests != 0; requests &= requests - 1) {
    const int index = lowest(requests);
    InputVc& in = inputs_[static_cast<std::size_t>(index)];
    if ((granted & bit(index)) != 0) {
      switch_arbiters_[in.out->port].accept(index);
      move(index, in, now);
    } else {
      block(in, WaitCause::kSerialisation, now);
      wake_self(index, now + 1);
    }
  }
}

// Separable, output first: every output channel picks one input VC, then every input port keeps one
// of the picks that fell on it. In the second phase of a cycle the input ports of the first have
// had their turn.
std::uint64_t RouterCore::grant_switch(std::uint64_t requests, Cycle now) {
  if (switched_at_ != now) {
    switched_at_ = now;
    switched_ports_ = 0;
  }
  std::uint64_t ports = 0;
  for (std::uint64_t set = requests; set != 0; set &= set - 1) {
    const PortId port = inputs_[static_cast<std::size_t>(lowest(set))].out->port;
    requests_[port] |= set & -set;
    ports |= bit(port);
  }
  std::uint64_t picks = 0;
  for (; ports != 0; ports &= ports - 1) {
    const auto port = static_cast<std::size_t>(lowest(ports));
    picks |= bit(switch_arbiters_[port].propose(requests_[port]));
    requests_[port] = 0;
  }
  std::uint64_t granted = 0;
  const std::uint64_t port_mask = bit(vcs_) - 1;
  while (picks != 0) {
    const int port = lowest(picks) / vcs_;
    const std::uint64_t group = picks & (port_mask << (port * vcs_));
    picks &= ~group;
    if ((switched_ports_ & bit(port)) == 0) {
      switched_ports_ |= bit(port);
      granted |= bit(input_arbiter(port).pick(group));
    }
  }
  return granted;
}

}  // namespace flitcast
