// RouterCore, second part: what happens to headers. Route computation, allocation of output virtual
// channels, and the addresses of worms that are absorbed on their way.

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hw/bits.h"
#include "hw/router/router_core.h"

namespace flitcast {

bool RouterCore::header_ready(int index, InputVc& in, Cycle now) {
  if (!in.channel->ready(now)) {
    return false;
  }
  if (in.candidates == 0) {
    const Cycle in_front = std::max(now, in.eligible);
    const bool routed = route(in, now);
    if (probe_ != nullptr) {
      report_state(in, VcState::kRouting, in_front);
    }
    if (!routed) {
      return false;
    }
  }
  if (in.eligible > now) {
    wake_self(index, in.eligible);
    return false;
  }
  return true;
}

// Route computation for the header in front. False when a store-and-forward packet is not complete;
// its tail will wake the router.
bool RouterCore::route(InputVc& in, Cycle now) {
  Flit& head = in.channel->front();
  if ((head.kind & flit_kind::kHead) == 0) {  // an address behind one that was stripped
    head.kind |= flit_kind::kHead;
    head.sequence = in.hops;
  }
  const NodeId destination = header_destination(head.word);
  if (destination == id_) {
    in.candidates = local_mask_;
    in.vc_class = 0;
    in.eligible = std::max(in.eligible, in.channel->front_time());
    return true;
  }
  const int index = static_cast<int>(&in - inputs_.data());
  Cycle arrived = in.channel->front_time();
  if (store_and_forward_ && is_network_port(index / vcs_)) {
    const std::size_t tail = header_flits(head.word) - 1;
    if (!in.channel->ready_at(tail, now)) {
      return false;
    }
    arrived = in.channel->peek_time(tail);
  }
  in.eligible = std::max(in.eligible, arrived + delay_);
  const auto from_port = static_cast<PortId>(vcs_ == 1 ? index : index / vcs_);
  const int from_class = classes_ == 1 ? 0 : class_of(index % vcs_);
  RouteCandidates candidates;
  if (const PortId* source_route = packets_[head.packet].route; source_route != nullptr) {
    const PortId port = source_route[head.sequence];
    const int vc_class = routing_.class_on_route(id_, from_port, from_class, port);
    candidates.set({port, static_cast<std::uint8_t>(vc_class)});
  } else {
    routing_.candidates(id_, from_port, from_class, destination, candidates);
  }
  in.candidates = bit(candidates[0].port);
  in.vc_class = classes_ == 1 ? std::uint8_t{0} : candidates[0].vc_class;
  return true;
}

inline void RouterCore::grant(int index, InputVc& in, OutputVc& out, Cycle now) {
  if (probe_ != nullptr) {
    report_wait(in, out.port, now);
  }
  unblock(in, *out.link, now);
  out.held = true;
  out.channel->open();
  in.candidates = 0;
  if (strips(in)) {
    strip(index, in, out, now);
    return;
  }
  ++in.channel->front().sequence;
  in.out = &out;
  if (probe_ != nullptr) {
    report_holding(in, now);
  }
}

// Round-robin per output port and class, ports in ascending order. Returns the input VCs whose worm
// goes on in this cycle.
std::uint64_t RouterCore::allocate_outputs(std::uint64_t headers, Cycle now) {
  std::uint64_t units = 0;
  for (std::uint64_t set = headers; set != 0; set &= set - 1) {
    const InputVc& in = inputs_[static_cast<std::size_t>(lowest(set))];
    for (std::uint64_t wanted = in.candidates; wanted != 0; wanted &= wanted - 1) {
      const int unit = unit_of(lowest(wanted), in.vc_class);
      units |= bit(unit);
      requests_[static_cast<std::size_t>(unit)] |= set & -set;
    }
  }
  std::uint64_t waiting = headers;
  std::uint64_t passing = 0;
  for (; units != 0; units &= units - 1) {
    const auto number = static_cast<std::size_t>(lowest(units));
    OutputUnit& unit = units_[number];
    const std::uint64_t requests = std::exchange(requests_[number], 0);
    while ((requests & waiting) != 0) {
      OutputVc* out = free_output_vc(unit, now);
      if (out == nullptr) {
        break;
      }
      const int winner = unit.arbiter.pick(requests & waiting);
      InputVc& in = inputs_[static_cast<std::size_t>(winner)];
      grant(winner, in, *out, now);
      waiting &= ~bit(winner);
      passing |= in.out != nullptr ? bit(winner) : 0;
    }
  }
  for (; waiting != 0; waiting &= waiting - 1) {
    const int index = lowest(waiting);
    wait_for_output(index, inputs_[static_cast<std::size_t>(index)], now);
  }
  return passing;
}

// The common case of allocate_outputs: one header.
std::uint64_t RouterCore::allocate_alone(int index, Cycle now) {
  InputVc& in = inputs_[static_cast<std::size_t>(index)];
  for (std::uint64_t ports = in.candidates; ports != 0; ports &= ports - 1) {
    OutputUnit& unit = units_[static_cast<std::size_t>(unit_of(lowest(ports), in.vc_class))];
    if (OutputVc* out = free_output_vc(unit, now)) {
      unit.arbiter.pick(bit(index));
      grant(index, in, *out, now);
      return in.out != nullptr ? bit(index) : 0;
    }
  }
  wait_for_output(index, in, now);
  return 0;
}

RouterCore::OutputVc* RouterCore::free_output_vc(const OutputUnit& unit, Cycle now) {
  for (OutputVc* out = unit.begin; out != unit.end; ++out) {
    if (!out->held && out->free_at <= now) {
      return out;
    }
  }
  return nullptr;
}

// Half duplex: true when the header in front of `in`, which can go on at `at`, has the pair of
// channels. Otherwise the router is woken: in the second phase of this cycle, or when the pair is
// free.
bool RouterCore::take_turn(int index, InputVc& in, Cycle at, Cycle now) {
  const OutputVc& out = *in.out;
  ChannelPair* pair = out.link->pair();
  if (pair == nullptr) {
    return true;
  }
  if (at > now) {
    wake_self(index, at);
    return false;
  }
  if (probe_ != nullptr) {
    report_wait(in, out.port, now);
  }
  unblock(in, *out.link, now);
  switch (pair->ask(out.link->side(), index, out.channel, wakes_)) {
    case ChannelPair::Answer::kGranted:
      if (probe_ != nullptr) {
        report_holding(in, now);
      }
      return true;
    case ChannelPair::Answer::kAsked:
      wake_self(index, now);
      return false;
    case ChannelPair::Answer::kWait:
      break;
  }
  block(in, WaitCause::kContention, now);
  if (probe_ != nullptr) {
    report_state(in, VcState::kBlockedOnVc, now);
  }
  pair->await(out.link->side(), bit(index), wakes_);
  return false;
}

void RouterCore::wait_for_output(int index, InputVc& in, Cycle now) {
  const bool local = (in.candidates & local_mask_) != 0;
  block(in, local ? WaitCause::kPort : WaitCause::kContention, now);
  if (probe_ != nullptr) {
    report_state(in, blocked_state(in), now);
  }
  for (std::uint64_t ports = in.candidates; ports != 0; ports &= ports - 1) {
    OutputUnit& unit = units_[static_cast<std::size_t>(unit_of(lowest(ports), in.vc_class))];
    unit.waiters |= bit(index);
    for (const OutputVc* out = unit.begin; out != unit.end; ++out) {
      if (!out->held) {  // its last worm has just left, or somebody else is about to hold it
        wake_self(index, std::max(out->free_at, now + 1));
      }
    }
  }
}

[[gnu::noinline]] void RouterCore::release_pair(const OutputVc& out) {
  if (ChannelPair* pair = out.link->pair()) {
    pair->release(out.free_at, wakes_);
  }
}

// ---- intermediate reception ----

// True when the header in front is addressed to this node and further addresses follow.
bool RouterCore::strips(const InputVc& in) const {
  const Flit& head = in.channel->front();
  return (head.kind & flit_kind::kMore) != 0 && header_destination(head.word) == id_;
}

// Takes the address flit off the worm; a copy of it announces the message to the NI. The rest of
// the worm is absorbed through `out` while it goes on.
void RouterCore::strip(int index, InputVc& in, OutputVc& out, Cycle now) {
  Flit copy = in.channel->front();
  copy.kind = flit_kind::kHead;
  copy.vc = out.vc;
  if (!out.channel->can_push(now)) {
    throw std::logic_error("an ejection channel is full between two messages");
  }
  out.link->send(copy, *out.channel, now, wakes_);
  in.link->release(*in.channel, now, wakes_);
  in.eligible = now + 1;
  in.hops = static_cast<std::uint16_t>(copy.sequence);
  in.absorb_out = &out;
  in.absorbed = 0;
  if (probe_ != nullptr) {
    report_strip(in, copy, now);
  }
  in.channel->set_wake_kinds(0xFFFF);
  absorb(index, in, now);
  if (in.channel->occupied()) {
    wake_self(index, std::max(in.channel->front_time(), in.eligible));
  }
}

// Copies what is there to the local port, one payload flit a cycle at most, ahead of the worm's way
// through the router; the local output is the worm's own, so this too goes by dates. The next flit
// of the worm wakes the router when it arrives.
void RouterCore::absorb(int index, InputVc& in, Cycle now) {
  OutputVc& out = *in.absorb_out;
  while (in.channel->occupied_at(in.absorbed)) {
    Flit flit = in.channel->peek(in.absorbed);
    if ((flit.kind & flit_kind::kAddress) == 0) {
      const Cycle wanted =
          std::max({now, in.channel->peek_time(in.absorbed), out.link->next_accept()});
      const Cycle at = out.channel->room_from(wanted);
      if (at == VirtualChannel::kOpen) {
        out.channel->await_room(1, static_cast<std::uint8_t>(index));
        return;
      }
      if (at > wakes_.lookahead_limit()) {
        wake_self(index, at);
        return;
      }
      flit.vc = out.vc;
      if (probe_ != nullptr) {
        probe_->flit_sent(id_, out.port, flit, at);
      }
      out.link->send(flit, *out.channel, at, wakes_);
    }
    ++in.absorbed;
    if ((flit.kind & flit_kind::kTail) != 0) {
      in.absorb_out = nullptr;
      in.channel->set_wake_kinds(reader_wake_kinds());
      release_output(out, out.link->next_accept() - out.link->cycles_per_flit());
      return;
    }
  }
}

}  // namespace flitcast
