#include "hw/router/router_core.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "hw/bits.h"

namespace flitcast {
namespace {

/// With datelines: virtual channels of the class in which every worm starts.
constexpr int class_zero_vcs(int vcs) {
  return (vcs + 1) / 2;
}

}  // namespace

RouterCore::RouterCore(NodeId id, int network_ports, const NetworkConfig& config,
                       const Routing& routing, PacketPool& packets, WakeQueue& wakes,
                       std::uint32_t module)
    : wakes_(wakes),
      routing_(routing),
      packets_(packets),
      id_(id),
      network_ports_(network_ports),
      vcs_(config.vcs),
      classes_(routing.classes_of(config.vcs)),
      first_class_vcs_(classes_ == 1 ? config.vcs : class_zero_vcs(config.vcs)),
      half_duplex_(config.duplex == Duplex::kHalf),
      whole_packets_(config.switching == Switching::kCutThrough ||
                     (config.switching == Switching::kStoreAndForward && half_duplex_)),
      store_and_forward_(config.switching == Switching::kStoreAndForward),
      delay_(config.router_delay) {
  const int ports = network_ports + config.ports;
  if (ports * vcs_ > kMaxInputVcs) {
    throw std::invalid_argument("a router has at most " + std::to_string(kMaxInputVcs) +
                                " input virtual channels, local ones included; " +
                                std::to_string(ports) + " ports of " + std::to_string(vcs_) +
                                " are more");
  }
  wakes_.enlist(alarm_, module);
  const auto count = static_cast<std::size_t>(ports);
  const auto vc_count = static_cast<std::size_t>(ports * vcs_);
  local_mask_ = (bit(config.ports) - 1) << network_ports;
  inputs_.resize(vc_count);
  outputs_.resize(vc_count);
  units_.resize(static_cast<std::size_t>(ports * classes_));
  requests_.resize(units_.size());
  switch_arbiters_.resize(2 * count);
  for (int port = 0; port < ports; ++port) {
    OutputVc* const first = &outputs_[static_cast<std::size_t>(port * vcs_)];
    for (int vc_class = 0; vc_class < classes_; ++vc_class) {
      OutputUnit& unit = units_[static_cast<std::size_t>(unit_of(port, vc_class))];
      unit.begin = first + (vc_class == 0 ? 0 : first_class_vcs_);
      unit.end = first + (vc_class == 0 ? first_class_vcs_ : vcs_);
    }
  }
}

void RouterCore::attach_input(PortId port, Link& link) {
  for (int vc = 0; vc < link.vcs(); ++vc) {
    InputVc& in = inputs_[static_cast<std::size_t>(port * vcs_ + vc)];
    in.channel = &link.virtual_channel(vc);
    in.link = &link;
  }
  link.attach_reader(alarm_, bit(port * vcs_), reader_wake_kinds());
}

void RouterCore::attach_output(PortId port, Link& link) {
  for (int vc = 0; vc < link.vcs(); ++vc) {
    OutputVc& out = outputs_[static_cast<std::size_t>(port * vcs_ + vc)];
    out.channel = &link.virtual_channel(vc);
    out.link = &link;
    out.port = port;
    out.vc = static_cast<std::uint8_t>(vc);
    out.unit = static_cast<std::uint8_t>(unit_of(port, class_of(vc)));
    out.held = false;
  }
  link.attach_writer(alarm_);
}

// Moves every flit of the worm whose departure is known, each at its own date. What comes later is
// announced by the channel: the next flit by its push, the next credit by its pop.
[[gnu::always_inline]] inline void RouterCore::stream(int index, InputVc& in, Cycle now) {
  OutputVc& out = *in.out;
  Link& to_link = *out.link;
  VirtualChannel& from = *in.channel;
  VirtualChannel& to = *out.channel;
  Cycle at = std::max(now, to_link.next_accept());
  while (from.occupied() && (in.absorb_out == nullptr || in.absorbed > 0)) {
    Flit& flit = from.front();
    at = std::max(at, from.front_time());
    if (at > wakes_.lookahead_limit()) {
      wake_self(index, at);
      return;
    }
    Cycle room = to.room_from(at);
    const std::size_t need = room_needed(flit, out);
    if (need > 1 && room != VirtualChannel::kOpen) {
      room = to.packet_room_from(need, at);
    }
    if (room != at) {
      block(in, WaitCause::kCredit, at);
      if (probe_ != nullptr) {
        report_state(in, VcState::kBlockedOnCredit, at);
      }
      if (room == VirtualChannel::kOpen) {
        to.await_room(need, static_cast<std::uint8_t>(index));
        return;
      }
      at = room;
      continue;
    }
    const std::uint16_t kind = flit.kind;
    if (half_duplex_ && (kind & flit_kind::kHead) != 0 && !take_turn(index, in, at, now)) {
      return;
    }
    if (probe_ != nullptr) {
      report_move(in, flit, out, at);
    }
    unblock(in, to_link, at);
    to_link.send(flit, to, at, wakes_);
    in.link->release(from, at, wakes_);
    in.absorbed -= in.absorb_out != nullptr ? 1U : 0U;
    if ((kind & flit_kind::kTail) != 0) {
      finish_worm(index, in, at);
      return;
    }
    if (in.absorb_out == nullptr) {
      if (probe_ == nullptr) {
        to_link.send_stream(*in.link, from, to, wakes_.lookahead_limit());
      } else {
        stream_reported(in, out);
      }
    }
    at = to_link.next_accept();
  }
}

void RouterCore::tick(Cycle now) {
  std::uint64_t headers = 0;
  std::uint64_t moving = 0;
  // 1. Inputs: absorb; tell headers from worms in passage.
  for (std::uint64_t due = alarm_.take(now); due != 0; due &= due - 1) {
    const int index = lowest(due);
    InputVc& in = inputs_[static_cast<std::size_t>(index)];
    if (in.absorb_out != nullptr) {
      absorb(index, in, now);
    }
    if (in.out != nullptr) {
      moving |= due & -due;
      // Both ends of a link have its virtual channel, so on large networks it is rarely in the
      // cache.
      __builtin_prefetch(in.channel);
      __builtin_prefetch(in.out->channel);
    } else if (header_ready(index, in, now)) {
      headers |= due & -due;
    }
  }
  // 2. VC allocation: headers take outputs and go on in the same cycle.
  if (headers != 0) {
    const bool alone = (headers & (headers - 1)) == 0;
    moving |= alone ? allocate_alone(lowest(headers), now) : allocate_outputs(headers, now);
  }
  // 3. Switch: with one virtual channel there is nothing to arbitrate.
  if (vcs_ > 1) {
    allocate_switch(moving, now);
    return;
  }
  for (; moving != 0; moving &= moving - 1) {
    const int index = lowest(moving);
    stream(index, inputs_[static_cast<std::size_t>(index)], now);
  }
}

// The flit in front of `in` has waited for `link` up to `at`; a header's wait is the packet's.
[[gnu::noinline]] void RouterCore::count_wait(InputVc& in, Link& link, Cycle at) {
  const Cycle cycles = at - in.blocked_since;
  link.count_blocked(in.blocked_by, cycles);
  const Flit& flit = in.channel->front();
  if ((flit.kind & flit_kind::kHead) != 0) {
    packets_.count_wait(flit.packet, in.blocked_by, cycles);
  }
  in.blocked_since = kNotBlocked;
}

void RouterCore::end_waits(Cycle end) {
  for (InputVc& in : inputs_) {
    if (in.blocked_since == kNotBlocked) {
      continue;
    }
    const int port = in.out != nullptr ? in.out->port : lowest(in.candidates);
    if (probe_ != nullptr) {
      report_wait(in, static_cast<PortId>(port), end);
    }
    count_wait(in, *outputs_[static_cast<std::size_t>(port * vcs_)].link, end);
  }
}

void RouterCore::release_output(OutputVc& out, Cycle at) {
  out.held = false;
  out.free_at = at + out.link->cycles_per_flit();
  if (half_duplex_) {
    release_pair(out);
  }
  std::uint64_t& waiters = units_[out.unit].waiters;
  if (waiters != 0) {
    wakes_.wake(alarm_, waiters, out.free_at);
    waiters = 0;
  }
}

// The tail has left at `at`.
void RouterCore::finish_worm(int index, InputVc& in, Cycle at) {
  OutputVc& out = *in.out;
  in.out = nullptr;
  in.absorbed = 0;
  in.eligible = at + 1;
  if (probe_ != nullptr) {
    report_idle(in, at + 1);
  }
  release_output(out, at);
  if (in.channel->occupied()) {
    wake_self(index, std::max(in.channel->front_time(), in.eligible));
  }
}

}  // namespace flitcast
