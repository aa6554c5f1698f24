#include "hw/router/parts/vc_view.h"

#include "hw/router/parts/writable.h"

namespace flitcast {
namespace {

InputVcView view_in_passage(const InputVc& in, const RoomRule& rule, Cycle now) {
  const Flit& flit = in.channel->occupied() ? in.channel->front() : in.out->channel->last_pushed();
  const bool blocked = in.blocked() && in.blocked_since <= now;
  VcState state = in.copied() ? VcState::kAbsorbing : VcState::kActive;
  if (blocked && in.blocked_by == WaitCause::kContention) {
    state = VcState::kBlockedOnVc;  // half duplex: the other side has its turn
  } else if (blocked && !has_room(*in.out, rule.needed(flit, *in.out), now)) {
    state = VcState::kBlockedOnCredit;
  }
  return {state, flit.packet, in.out->port};
}

std::vector<OccupiedVc::Part> parts_of(const VirtualChannel& channel) {
  std::vector<OccupiedVc::Part> parts;
  for (std::size_t i = 0; i < channel.capacity() && channel.occupied_at(i); ++i) {
    const PacketHandle packet = channel.peek(i).packet;
    if (parts.empty() || parts.back().packet != packet) {
      parts.push_back({packet, 0});
    }
    ++parts.back().flits;
  }
  return parts;
}

}  // namespace

PortId wanted_port(const InputVc& in, const PortLayout& layout) {
  if (in.out != nullptr) {
    return in.out->port;
  }
  return in.routed() ? layout.port_of_unit(in.unit) : kNoPort;
}

VcState blocked_state(const InputVc& in, const PortLayout& layout) {
  if (in.routed() && layout.is_local_unit(in.unit)) {
    return VcState::kBlockedOnPort;
  }
  // Without an output, only where there has to be room before it is taken.
  return in.blocked() && in.blocked_by == WaitCause::kCredit ? VcState::kBlockedOnCredit
                                                             : VcState::kBlockedOnVc;
}

InputVcView view_of(const InputVc& in, const PortLayout& layout, const RoomRule& rule, Cycle now) {
  if (in.channel == nullptr || !in.channel->is_open()) {
    return {};
  }
  if (in.out != nullptr) {
    return view_in_passage(in, rule, now);
  }
  if (!in.channel->ready(now)) {
    if (!in.copied()) {
      return {};
    }
    const Flit& flit =
        in.channel->occupied() ? in.channel->front() : in.absorb_out->channel->last_pushed();
    return {VcState::kRouting, flit.packet, kNoPort};
  }
  const PacketHandle packet = in.channel->front().packet;
  const bool routing = !in.routed() || in.eligible > now;
  return {routing ? VcState::kRouting : blocked_state(in, layout), packet, wanted_port(in, layout)};
}

OccupiedVc occupation_of(int index, const InputVc& in, const PortLayout& layout,
                         const RoomRule& rule, Cycle now) {
  OccupiedVc vc;
  vc.input = index;
  vc.parts = parts_of(*in.channel);
  vc.wanted = wanted_port(in, layout);
  vc.wanted_class = in.routed() ? layout.class_of_unit(in.unit) : 0;
  if (in.out != nullptr) {
    vc.output = in.out->port;
    vc.output_vc = in.out->vc;
    vc.output_class = layout.class_of(in.out->vc);
    const ChannelPair* pair = in.out->link->pair();
    vc.has_channel = pair == nullptr || pair->holder() == vc.parts.front().packet;
  }
  if (in.absorb_out != nullptr) {
    vc.absorbing = in.absorb_out->port;
  }
  vc.state = view_of(in, layout, rule, now).state;
  if (in.out != nullptr && vc.state == VcState::kBlockedOnVc) {
    vc.turn_of = in.out->link->pair()->holder();
  }
  return vc;
}

}  // namespace flitcast
