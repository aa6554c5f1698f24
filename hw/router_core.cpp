#include "hw/router_core.h"

#include <algorithm>
#include <stdexcept>

namespace flitcast {
namespace {

constexpr std::uint64_t bit(int index) {
  return std::uint64_t{1} << index;
}
int lowest(std::uint64_t set) {
  return __builtin_ctzll(set);
}

}  // namespace

RouterCore::RouterCore(NodeId id, int network_ports, const NetworkConfig& config,
                       const Routing& routing, const PacketPool& packets, WakeQueue& wakes,
                       std::uint32_t module)
    : wakes_(wakes),
      routing_(routing),
      packets_(packets),
      id_(id),
      network_ports_(network_ports),
      vcs_(config.vcs),
      whole_packets_(config.switching == Switching::kCutThrough),
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
  waiters_.resize(count);
  requests_.resize(count);
  output_arbiters_.resize(count);
  switch_arbiters_.resize(2 * count);
}

void RouterCore::attach_input(PortId port, Link& link) {
  for (int vc = 0; vc < link.vcs(); ++vc) {
    InputVc& in = inputs_[static_cast<std::size_t>(port * vcs_ + vc)];
    in.ring = &link.ring(vc);
    in.link = &link;
  }
  link.attach_reader(alarm_, bit(port * vcs_), reader_wake_kinds());
}

void RouterCore::attach_output(PortId port, Link& link) {
  for (int vc = 0; vc < link.vcs(); ++vc) {
    OutputVc& out = outputs_[static_cast<std::size_t>(port * vcs_ + vc)];
    out.ring = &link.ring(vc);
    out.link = &link;
    out.port = port;
    out.vc = static_cast<std::uint8_t>(vc);
    out.held = false;
  }
  link.attach_writer(alarm_);
}

// ---- headers ----

bool RouterCore::header_ready(int index, InputVc& in, Cycle now) {
  if (!in.ring->ready(now)) {
    return false;
  }
  if (in.candidates == 0 && !route(in, now)) {
    return false;
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
  Flit& head = in.ring->front();
  if ((head.kind & flit_kind::kHead) == 0) {  // an address behind one that was stripped
    head.kind |= flit_kind::kHead;
    head.sequence = in.hops;
  }
  const NodeId destination = header_destination(head.word);
  if (destination == id_) {
    in.candidates = local_mask_;
    in.eligible = std::max(in.eligible, in.ring->front_time());
    return true;
  }
  const PortId* source_route = packets_[head.packet].route;
  const PortId port =
      source_route != nullptr ? source_route[head.sequence] : routing_.next_port(id_, destination);
  const auto input_port = static_cast<int>(&in - inputs_.data()) / vcs_;
  Cycle arrived = in.ring->front_time();
  if (store_and_forward_ && is_network_port(input_port)) {
    const std::size_t tail = header_flits(head.word) - 1;
    if (!in.ring->ready_at(tail, now)) {
      return false;
    }
    arrived = in.ring->peek_time(tail);
  }
  in.eligible = std::max(in.eligible, arrived + delay_);
  in.candidates = bit(port);
  return true;
}

// Round-robin per output port, ports in ascending order. Returns the input VCs whose worm goes on
// in this cycle.
std::uint64_t RouterCore::allocate_outputs(std::uint64_t headers, Cycle now) {
  std::uint64_t ports = 0;
  for (std::uint64_t set = headers; set != 0; set &= set - 1) {
    const InputVc& in = inputs_[static_cast<std::size_t>(lowest(set))];
    ports |= in.candidates;
    for (std::uint64_t wanted = in.candidates; wanted != 0; wanted &= wanted - 1) {
      requests_[static_cast<std::size_t>(lowest(wanted))] |= set & -set;
    }
  }
  std::uint64_t waiting = headers;
  std::uint64_t passing = 0;
  for (; ports != 0; ports &= ports - 1) {
    const int port = lowest(ports);
    std::uint64_t& requests = requests_[static_cast<std::size_t>(port)];
    while ((requests & waiting) != 0) {
      OutputVc* out = free_output_vc(port, now);
      if (out == nullptr) {
        break;
      }
      const int winner = output_arbiters_[static_cast<std::size_t>(port)].pick(requests & waiting);
      InputVc& in = inputs_[static_cast<std::size_t>(winner)];
      grant(winner, in, *out, now);
      waiting &= ~bit(winner);
      passing |= in.out != nullptr ? bit(winner) : 0;
    }
    requests = 0;
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
    const int port = lowest(ports);
    if (OutputVc* out = free_output_vc(port, now)) {
      output_arbiters_[static_cast<std::size_t>(port)].pick(bit(index));
      grant(index, in, *out, now);
      return in.out != nullptr ? bit(index) : 0;
    }
  }
  wait_for_output(index, in, now);
  return 0;
}

RouterCore::OutputVc* RouterCore::free_output_vc(int port, Cycle now) {
  OutputVc* out = &outputs_[static_cast<std::size_t>(port * vcs_)];
  for (const OutputVc* end = out + vcs_; out != end; ++out) {
    if (!out->held && out->free_at <= now) {
      return out;
    }
  }
  return nullptr;
}

void RouterCore::grant(int index, InputVc& in, OutputVc& out, Cycle now) {
  out.held = true;
  out.ring->open();
  in.candidates = 0;
  if (strips(in)) {
    strip(index, in, out, now);
    return;
  }
  ++in.ring->front().sequence;
  in.out = &out;
}

void RouterCore::wait_for_output(int index, InputVc& in, Cycle now) {
  block(in, now);
  for (std::uint64_t ports = in.candidates; ports != 0; ports &= ports - 1) {
    const int port = lowest(ports);
    waiters_[static_cast<std::size_t>(port)] |= bit(index);
    for (int vc = 0; vc < vcs_; ++vc) {
      const OutputVc& out = outputs_[static_cast<std::size_t>(port * vcs_ + vc)];
      if (!out.held) {  // its last worm has just left, or somebody else is about to hold it
        wake_self(index, std::max(out.free_at, now + 1));
      }
    }
  }
}

void RouterCore::release_output(OutputVc& out, Cycle at) {
  out.held = false;
  out.free_at = at + out.link->cycles_per_flit();
  std::uint64_t& waiters = waiters_[out.port];
  if (waiters != 0) {
    wakes_.wake(alarm_, waiters, out.free_at);
    waiters = 0;
  }
}

// ---- worms in passage ----

// Flits of room that the flit needs before it may go on: all of its packet for a header under
// cut-through.
inline std::size_t RouterCore::room_needed(const Flit& flit, const OutputVc& out) const {
  const bool whole =
      whole_packets_ && (flit.kind & flit_kind::kHead) != 0 && is_network_port(out.port);
  if (!whole) {
    return 1;
  }
  const std::size_t flits = header_flits(flit.word);
  if (flits > out.ring->capacity()) {
    throw std::logic_error("a packet of " + std::to_string(flits) +
                           " flits does not fit into a buffer of " +
                           std::to_string(out.ring->capacity()));
  }
  return flits;
}

// Moves every flit of the worm whose departure is known, each at its own date. What comes later is
// announced by the ring: the next flit by its push, the next credit by its pop.
[[gnu::always_inline]] inline void RouterCore::stream(int index, InputVc& in, Cycle now) {
  OutputVc& out = *in.out;
  Link& to_link = *out.link;
  FlitRing& from = *in.ring;
  FlitRing& to = *out.ring;
  Cycle at = std::max(now, to_link.next_accept());
  while (from.occupied() && (in.absorb_out == nullptr || in.absorbed > 0)) {
    Flit& flit = from.front();
    at = std::max(at, from.front_time());
    Cycle room = to.room_from(at);
    const std::size_t need = room_needed(flit, out);
    if (need > 1 && room != FlitRing::kOpen) {
      room = to.packet_room_from(need, at);
    }
    if (room != at) {
      block(in, at);
      if (room == FlitRing::kOpen) {
        to.await_room(need, static_cast<std::uint8_t>(index));
        return;
      }
      at = room;
    }
    const std::uint16_t kind = flit.kind;
    to_link.send(flit, to, at, wakes_);
    in.link->release(from, at, wakes_);
    unblock(in, to_link, at);
    in.absorbed -= in.absorb_out != nullptr ? 1U : 0U;
    if ((kind & flit_kind::kTail) != 0) {
      finish_worm(index, in, at);
      return;
    }
    if (in.absorb_out == nullptr) {
      to_link.send_stream(*in.link, from, to, to_link.next_accept());
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
      // Both ends of a link have its ring, so on large networks it is rarely in the cache.
      __builtin_prefetch(in.ring);
      __builtin_prefetch(in.out->ring);
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

// The tail has left at `at`.
void RouterCore::finish_worm(int index, InputVc& in, Cycle at) {
  OutputVc& out = *in.out;
  in.out = nullptr;
  in.eligible = at + 1;
  release_output(out, at);
  if (in.ring->occupied()) {
    wake_self(index, std::max(in.ring->front_time(), in.eligible));
  }
}

// For channels shared by virtual channels, cycle by cycle: true when the next flit of the worm may
// ask for its output channel at `now`. Otherwise the router will be woken when that may have
// changed.
bool RouterCore::may_move(int index, InputVc& in, Cycle now) {
  if (!in.ring->ready(now) || (in.absorb_out != nullptr && in.absorbed == 0)) {
    return false;
  }
  OutputVc& out = *in.out;
  if (out.link->next_accept() > now) {
    wake_self(index, out.link->next_accept());
    return false;
  }
  const std::size_t need = room_needed(in.ring->front(), out);
  Cycle room = out.ring->room_from(now);
  if (need > 1 && room != FlitRing::kOpen) {
    room = out.ring->packet_room_from(need, now);
  }
  if (room == now) {
    return true;
  }
  block(in, now);
  if (room == FlitRing::kOpen) {
    out.ring->await_room(need, static_cast<std::uint8_t>(index));
  } else {
    wake_self(index, room);
  }
  return false;
}

void RouterCore::move(int index, InputVc& in, Cycle now) {
  OutputVc& out = *in.out;
  Flit& flit = in.ring->front();
  const std::uint16_t kind = flit.kind;
  flit.vc = out.vc;
  out.link->send(flit, *out.ring, now, wakes_);
  in.link->release(*in.ring, now, wakes_);
  unblock(in, *out.link, now);
  in.absorbed -= in.absorb_out != nullptr ? 1U : 0U;
  if ((kind & flit_kind::kTail) != 0) {
    finish_worm(index, in, now);
  } else if (in.ring->occupied()) {
    wake_self(index, std::max(in.ring->front_time(), out.link->next_accept()));
  }
}

// For channels shared by virtual channels. Separable, output first: every output channel picks one
// input VC, then every input port keeps one of the picks that fell on it. The others try again in
// the next cycle.
void RouterCore::allocate_switch(std::uint64_t moving, Cycle now) {
  std::uint64_t requests = 0;
  for (; moving != 0; moving &= moving - 1) {
    const int index = lowest(moving);
    if (may_move(index, inputs_[static_cast<std::size_t>(index)], now)) {
      requests |= moving & -moving;
    }
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
    picks |= bit(switch_arbiters_[port].pick(requests_[port]));
    requests_[port] = 0;
  }
  std::uint64_t granted = 0;
  const std::uint64_t port_mask = bit(vcs_) - 1;
  for (std::uint64_t set = picks; set != 0;) {
    const int port = lowest(set) / vcs_;
    const std::uint64_t group = picks & (port_mask << (port * vcs_));
    granted |= bit(switch_arbiters_[waiters_.size() + static_cast<std::size_t>(port)].pick(group));
    set &= ~group;
  }
  for (std::uint64_t set = requests; set != 0; set &= set - 1) {
    const int index = lowest(set);
    InputVc& in = inputs_[static_cast<std::size_t>(index)];
    if ((granted & set & -set) != 0) {
      move(index, in, now);
    } else {
      block(in, now);
      wake_self(index, now + 1);
    }
  }
}

// ---- intermediate reception ----

// True when the header in front is addressed to this node and further addresses follow.
bool RouterCore::strips(const InputVc& in) const {
  const Flit& head = in.ring->front();
  return (head.kind & flit_kind::kMore) != 0 && header_destination(head.word) == id_;
}

// Takes the address flit off the worm; a copy of it announces the message to the NI. The rest of
// the worm is absorbed through `out` while it goes on.
void RouterCore::strip(int index, InputVc& in, OutputVc& out, Cycle now) {
  Flit copy = in.ring->front();
  copy.kind = flit_kind::kHead;
  copy.vc = out.vc;
  if (!out.ring->can_push(now)) {
    throw std::logic_error("an ejection channel is full between two messages");
  }
  out.link->send(copy, *out.ring, now, wakes_);
  in.link->release(*in.ring, now, wakes_);
  unblock(in, *out.link, now);
  in.eligible = now + 1;
  in.hops = copy.sequence;
  in.absorb_out = &out;
  in.absorbed = 0;
  in.ring->set_wake_kinds(0xFFFF);
  absorb(index, in, now);
  if (in.ring->occupied()) {
    wake_self(index, std::max(in.ring->front_time(), in.eligible));
  }
}

// Copies what is there to the local port, one payload flit a cycle at most, ahead of the worm's way
// through the router; the local output is the worm's own, so this too goes by dates. The next flit
// of the worm wakes the router when it arrives.
void RouterCore::absorb(int index, InputVc& in, Cycle now) {
  OutputVc& out = *in.absorb_out;
  while (in.ring->occupied_at(in.absorbed)) {
    Flit flit = in.ring->peek(in.absorbed);
    if ((flit.kind & flit_kind::kAddress) == 0) {
      const Cycle wanted =
          std::max({now, in.ring->peek_time(in.absorbed), out.link->next_accept()});
      const Cycle at = out.ring->room_from(wanted);
      if (at == FlitRing::kOpen) {
        out.ring->await_room(1, static_cast<std::uint8_t>(index));
        return;
      }
      flit.vc = out.vc;
      out.link->send(flit, *out.ring, at, wakes_);
    }
    ++in.absorbed;
    if ((flit.kind & flit_kind::kTail) != 0) {
      in.absorb_out = nullptr;
      in.ring->set_wake_kinds(reader_wake_kinds());
      release_output(out, out.link->next_accept() - out.link->cycles_per_flit());
      return;
    }
  }
}

void RouterCore::describe_waiting(std::vector<std::string>& lines) const {
  for (const InputVc& in : inputs_) {
    if (in.ring == nullptr || !in.ring->is_open() || !in.ring->occupied()) {
      continue;
    }
    const Packet& packet = packets_[in.ring->front().packet];
    std::string line = "router " + std::to_string(id_) + ": worm from node " +
                       std::to_string(packet.source) + " to node " +
                       std::to_string(packet.destinations[packet.destination_count - 1]);
    if (in.out != nullptr) {
      line += " holds output " + std::to_string(in.out->port) + " and waits for credit";
    } else {
      for (std::uint64_t ports = in.candidates; ports != 0; ports &= ports - 1) {
        line += " waits for output " + std::to_string(lowest(ports));
      }
    }
    lines.push_back(line);
  }
}

}  // namespace flitcast
