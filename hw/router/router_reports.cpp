// RouterCore, fourth part: what is told about it, to a probe as it happens or to somebody who asks.

#include "hw/bits.h"
#include "hw/router/router_core.h"

namespace flitcast {

PortId RouterCore::wanted_port(const InputVc& in) {
  if (in.out != nullptr) {
    return in.out->port;
  }
  return in.candidates == 0 ? kNoPort : static_cast<PortId>(lowest(in.candidates));
}

void RouterCore::report_state(const InputVc& in, VcState state, Cycle at) const {
  probe_->vc_changed(id_, index_of(in), {state, in.channel->front().packet, wanted_port(in)}, at);
}

void RouterCore::report_holding(const InputVc& in, Cycle at) const {
  const bool copied = in.absorb_out != nullptr || in.absorbed > 0;
  report_state(in, copied ? VcState::kAbsorbing : VcState::kActive, at);
}

// For worms whose channel may be taken by others when their room comes.
void RouterCore::report_room(const InputVc& in, Cycle at) const {
  if (in.out->channel->has_room(room_needed(in.channel->front(), *in.out), at)) {
    report_holding(in, at);
  }
}

// The flit in front of `in` has stood ready for `port` up to `at`, if it has stood there.
void RouterCore::report_wait(const InputVc& in, PortId port, Cycle at) const {
  if (in.blocked_since != kNotBlocked) {
    probe_->waited(id_, port, in.blocked_by, at - in.blocked_since, at);
  }
}

void RouterCore::report_idle(const InputVc& in, Cycle at) const {
  probe_->vc_changed(id_, index_of(in), {}, at);
}

// The flit in front of `in` goes to `out`, whatever kept it before.
void RouterCore::report_move(const InputVc& in, const Flit& flit, const OutputVc& out,
                             Cycle at) const {
  if (in.blocked_since != kNotBlocked) {
    report_wait(in, out.port, at);
    report_holding(in, at);
  }
  probe_->flit_sent(id_, out.port, flit, at);
  probe_->flit_left(id_, index_of(in), at);
}

// What Link::send_stream does, with a report of it.
void RouterCore::stream_reported(const InputVc& in, const OutputVc& out) const {
  Link& link = *out.link;
  if (!in.channel->occupied()) {
    return;
  }
  const Flit first = in.channel->front();
  const Cycle at = link.next_accept();
  if (const std::uint32_t count =
          link.send_steady_stream(*in.link, *in.channel, *out.channel, wakes_.lookahead_limit())) {
    probe_->bodies_moved(id_, index_of(in), out.port, first, count, at, link.cycles_per_flit());
  }
}

// The address in front of `in` has gone to the local port; the next one is awaited.
void RouterCore::report_strip(const InputVc& in, const Flit& copy, Cycle at) const {
  const int index = index_of(in);
  const PortId port = in.absorb_out->port;
  probe_->vc_changed(id_, index, {VcState::kAbsorbing, copy.packet, port}, at);
  probe_->flit_sent(id_, port, copy, at);
  probe_->flit_left(id_, index, at);
  probe_->vc_changed(id_, index, {VcState::kRouting, copy.packet, kNoPort}, at + 1);
}

InputVcView RouterCore::view(int input, Cycle now) const {
  const InputVc& in = inputs_[static_cast<std::size_t>(input)];
  if (in.channel == nullptr || !in.channel->is_open()) {
    return {};
  }
  const bool copied = in.absorb_out != nullptr || in.absorbed > 0;
  if (in.out != nullptr) {
    const Flit& flit =
        in.channel->occupied() ? in.channel->front() : in.out->channel->last_pushed();
    const bool blocked = in.blocked_since != kNotBlocked && in.blocked_since <= now;
    VcState state = copied ? VcState::kAbsorbing : VcState::kActive;
    if (blocked && in.blocked_by == WaitCause::kContention) {
      state = VcState::kBlockedOnVc;  // half duplex: the other side has its turn
    } else if (blocked && !in.out->channel->has_room(room_needed(flit, *in.out), now)) {
      state = VcState::kBlockedOnCredit;
    }
    return {state, flit.packet, in.out->port};
  }
  if (!in.channel->ready(now)) {
    if (!copied) {
      return {};
    }
    const Flit& flit =
        in.channel->occupied() ? in.channel->front() : in.absorb_out->channel->last_pushed();
    return {VcState::kRouting, flit.packet, kNoPort};
  }
  const PacketHandle packet = in.channel->front().packet;
  const bool routing = in.candidates == 0 || in.eligible > now;
  return {routing ? VcState::kRouting : blocked_state(in), packet, wanted_port(in)};
}

std::vector<OccupiedVc> RouterCore::inspect(Cycle now) const {
  std::vector<OccupiedVc> occupied;
  for (const InputVc& in : inputs_) {
    if (in.channel == nullptr || !in.channel->is_open() || !in.channel->occupied()) {
      continue;
    }
    OccupiedVc vc;
    vc.input = index_of(in);
    for (std::size_t i = 0; i < in.channel->capacity() && in.channel->occupied_at(i); ++i) {
      const PacketHandle packet = in.channel->peek(i).packet;
      if (vc.parts.empty() || vc.parts.back().packet != packet) {
        vc.parts.push_back({packet, 0});
      }
      ++vc.parts.back().flits;
    }
    vc.wanted = wanted_port(in);
    vc.wanted_class = in.vc_class;
    if (in.out != nullptr) {
      vc.output = in.out->port;
      vc.output_vc = in.out->vc;
      vc.output_class = class_of(in.out->vc);
      const ChannelPair* pair = in.out->link->pair();
      vc.has_channel = pair == nullptr || pair->holder() == vc.parts.front().packet;
    }
    if (in.absorb_out != nullptr) {
      vc.absorbing = in.absorb_out->port;
    }
    vc.state = view(vc.input, now).state;
    if (in.out != nullptr && vc.state == VcState::kBlockedOnVc) {
      vc.turn_of = in.out->link->pair()->holder();
    }
    occupied.push_back(std::move(vc));
  }
  return occupied;
}

}  // namespace flitcast
