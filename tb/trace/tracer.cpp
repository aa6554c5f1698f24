#include "tb/trace/tracer.h"

#include <algorithm>

namespace flitcast::trace {
namespace {

/// What an address is for, or where the worm ends.
NodeId destination_of(const Flit& flit, const Packet& packet) {
  const bool header = (flit.kind & (flit_kind::kHead | flit_kind::kAddress)) != 0;
  return header ? header_destination(flit.word) : packet.destinations[packet.destination_count - 1];
}

}  // namespace

Tracer::Tracer(VcdWriter& vcd, const Topology& topology, const NetworkConfig& config,
               const TraceScope& scope, const PacketPool& packets, const WakeQueue& wakes,
               std::uint64_t period)
    : topology_(topology),
      scope_(scope),
      packets_(packets),
      signals_(vcd, topology, config, scope),
      cycles_(vcd, signals_, wakes, period, config.vcs > 1),
      network_ports_(topology.network_ports()),
      local_ports_(config.ports),
      vcs_(config.vcs),
      links_(topology, config) {
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < network_ports_; ++port) {
      const auto leaving = static_cast<PortId>(port);
      const NodeId to = topology.neighbour(node, leaving);
      fed_.push_back(to == kNoNode ? kAbsent
                                   : signals_.input(to, topology.entry_port(node, leaving) * vcs_));
    }
  }
}

bool Tracer::router_matters(NodeId node) const {
  bool matters = watched_ > 0 || scope_.routers[node];
  const Seats seats = topology_.seats_of(node);
  for (NodeId seat = 0; seat < seats.count; ++seat) {
    matters = matters || scope_.interfaces[seats.first + seat];
  }
  for (int port = 0; port < network_ports_; ++port) {
    const NodeId to = topology_.neighbour(node, static_cast<PortId>(port));
    matters = matters || (to != kNoNode && scope_.routers[to]);
  }
  return matters;
}

bool Tracer::interface_matters(NodeId node) const {
  return scope_.routers[topology_.router_of(node)] || scope_.interfaces[node];
}

ProbedModules Tracer::modules_that_matter() const {
  ProbedModules modules;
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    modules.routers.push_back(topology_.has_router(node) && router_matters(node));
    modules.interfaces.push_back(watched_ > 0 || interface_matters(node));
  }
  return modules;
}

void Tracer::open(Fabric& fabric, Cycle at, std::uint64_t round) {
  fabric.attach_probe(*this, modules_that_matter());
  cycles_.round_is(round, at);
  for (const Fabric::NetworkLink& link : fabric.network_links()) {
    const int input = link.sink_port * vcs_;
    for (int vc = 0; vc < vcs_; ++vc) {
      open_channel(*link.link, vc, signals_.input(link.to, input + vc), at);
    }
  }
  for (const Fabric::LocalLinks& links : fabric.local_links()) {
    const NodeId node = links.node;
    const PortId port = links.interface_port;
    open_channel(*links.injection, 0,
                 signals_.input(topology_.router_of(node), links.router_port * vcs_), at);
    const std::uint32_t group = signals_.receive(node, port);
    if (group == kAbsent) {
      continue;
    }
    if (const PacketHandle packet = fabric.ni(node).receiving(port); packet != kNoPacket) {
      receive(group, message_number(packets_[packet]), packets_[packet].source, at);
    }
    links.ejection->virtual_channel(0).visit_slots([&](const Flit& flit, Cycle time) {
      if (flit.kind != flit_kind::kNone) {
        receive(group, flit, time - 1);
      }
    });
  }
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    if (scope_.routers[node]) {
      open_router(fabric, node, at);
    }
    if (node < topology_.processors() && interface_matters(node)) {
      fabric.ni(node).report_send_ports(*this, at);
    }
  }
}

void Tracer::open_router(const Fabric& fabric, NodeId node, Cycle at) {
  for (int input = 0;
       input < (network_ports_ + static_cast<int>(topology_.seats()) * local_ports_) * vcs_;
       ++input) {
    if (signals_.input(node, input) != kAbsent) {
      vc_changed(node, input, fabric.router(node).view(input, at), at);
    }
  }
}

// Flits and credits by their dates; those of the future are on their way.
void Tracer::open_channel(const Link& link, int vc, std::uint32_t input, Cycle at) {
  if (input == kAbsent) {
    return;
  }
  const VirtualChannel& channel = link.virtual_channel(vc);
  std::uint32_t occupied = 0;
  auto credits = static_cast<std::uint32_t>(channel.capacity());
  const bool injection = !signals_.has(input, input_signal::kCredits);
  channel.visit_slots([&](const Flit& flit, Cycle time) {
    if (flit.kind == flit_kind::kNone) {
      if (time > at) {
        --credits;
        cycles_.move(input, 0, 1, time);
      }
      return;
    }
    --credits;
    if (time <= at) {
      ++occupied;
    } else if (!injection) {  // there, the network interface reports them
      cycles_.move(input, 1, 0, time);
    }
  });
  SignalGroup& group = signals_.group(input);
  group.value[input_signal::kOccupancy] = occupied;
  group.value[input_signal::kCredits] = credits;
}

// ---- reports ----

void Tracer::show_from(std::uint32_t channel, const Flit& flit, Cycle at, bool injected) {
  const Packet& packet = packets_[flit.packet];
  cycles_.show({channel, message_number(packet), packet.source, destination_of(flit, packet),
                kind_word(flit.kind), static_cast<std::uint8_t>(flit.vc), injected},
               at);
}

void Tracer::flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) {
  const std::uint32_t channel = signals_.output(node, port);
  const bool network = port < network_ports_;
  const Cycle interval = network ? links_.of(node, port).cycles_per_flit : 1;
  if (channel != kAbsent && cycles_.take(channel, flit, at, interval)) {
    show_from(channel, flit, at, false);
  }
  if (network) {
    arrive(node, port, flit.vc, at, 1);
    return;
  }
  const SeatPort seat = topology_.seat_port(node, port - network_ports_, local_ports_);
  if (watched_ > 0) {
    watch_arrival(flit, seat.processor, at);
  }
  if (const std::uint32_t group = signals_.receive(seat.processor, seat.port); group != kAbsent) {
    receive(group, flit, at);
  }
}

// The buffer behind a network output takes `count` flits.
void Tracer::arrive(NodeId node, PortId port, std::uint16_t vc, Cycle at, std::uint32_t count) {
  const std::uint32_t first = fed_[node * static_cast<std::size_t>(network_ports_) + port];
  if (first == kAbsent) {
    return;
  }
  const LinkTime& link = links_.of(node, port);
  if (link.delay == 1) {
    cycles_.move_run(first + vc, 1, -1, at + 1, count, link.cycles_per_flit);
  } else {
    cycles_.move_run(first + vc, 0, -1, at + 1, count, link.cycles_per_flit);
    cycles_.move_run(first + vc, 1, 0, at + link.delay, count, link.cycles_per_flit);
  }
}

// A flit that the router ejects at `at` is in the network interface one cycle later.
void Tracer::receive(std::uint32_t group, const Flit& flit, Cycle at) {
  if ((flit.kind & flit_kind::kHead) != 0) {
    const Packet& packet = packets_[flit.packet];
    receive(group, message_number(packet), packet.source, at + 1);
  }
  if ((flit.kind & flit_kind::kTail) != 0) {
    receive(group, kNoNumber, kNoNode, at + 2);
  }
}

void Tracer::receive(std::uint32_t group, std::uint32_t message, NodeId source, Cycle at) {
  cycles_.change(TraceCycles::Of::kReceive, group,
                 {{receive_signal::kState, message == kNoNumber ? 0U : 1U},
                  {receive_signal::kMessage, message},
                  {receive_signal::kSource, source}},
                 at);
}

void Tracer::flit_left(NodeId node, int input, Cycle at) {
  leave(node, input, at, 1, 1);
}

void Tracer::leave(NodeId node, int input, Cycle at, std::uint32_t count, Cycle interval) {
  const std::uint32_t group = signals_.input(node, input);
  if (group == kAbsent) {
    return;
  }
  Cycle delay = 1;
  if (input < network_ports_ * vcs_) {
    delay = links_.differ() ? delay_to(node, input) : links_.largest().delay;
  }
  if (delay == 1) {
    cycles_.move_run(group, -1, 1, at + 1, count, interval);
  } else {
    cycles_.move_run(group, -1, 0, at + 1, count, interval);
    cycles_.move_run(group, 0, 1, at + delay, count, interval);
  }
}

Cycle Tracer::delay_to(NodeId node, int input) const {
  const auto port = static_cast<PortId>(input / vcs_);
  return links_.of(topology_.neighbour(node, port), topology_.entry_port(node, port)).delay;
}

void Tracer::bodies_moved(NodeId node, int input, PortId port, const Flit& first,
                          std::uint32_t count, Cycle at, Cycle interval) {
  const std::uint32_t channel = signals_.output(node, port);
  if (channel != kAbsent && cycles_.take(channel, first, at, count * interval)) {
    show_from(channel, first, at, false);
  }
  if (port < network_ports_) {
    arrive(node, port, first.vc, at, count);
  }
  leave(node, input, at, count, interval);
}

void Tracer::vc_changed(NodeId node, int input, const InputVcView& view, Cycle at) {
  const std::uint32_t group = signals_.input(node, input);
  if (group != kAbsent) {
    const std::uint32_t owner =
        view.packet == kNoPacket ? kNoNumber : message_number(packets_[view.packet]);
    cycles_.change(TraceCycles::Of::kInput, group,
                   {{input_signal::kState, static_cast<std::uint32_t>(view.state)},
                    {input_signal::kWanted, TraceSignals::wanted_word(view.wanted)},
                    {input_signal::kOwner, owner}},
                   at);
  }
}

void Tracer::flit_injected(NodeId node, int port, const Flit& flit, Cycle at) {
  bodies_injected(node, port, flit, 1, at);
}

void Tracer::bodies_injected(NodeId node, int port, const Flit& first, std::uint32_t count,
                             Cycle at) {
  const std::uint32_t channel = signals_.send(node, port);
  if (channel != kAbsent && cycles_.take(channel, first, at, count)) {
    show_from(channel, first, at, true);
  }
  const int local = topology_.local_port({node, port}, local_ports_);
  const std::uint32_t input =
      signals_.input(topology_.router_of(node), (network_ports_ + local) * vcs_);
  if (input != kAbsent) {
    cycles_.move_run(input, 1, 0, at + 1, count, 1);
  }
}

void Tracer::send_changed(NodeId node, int port, SendState state, PacketHandle packet, Cycle at) {
  const std::uint32_t group = signals_.send(node, port);
  std::uint32_t message = kNoNumber;
  NodeId destination = kNoNode;
  if (packet != kNoPacket) {
    const Packet& sent = packets_[packet];
    message = message_number(sent);
    destination = sent.destinations[sent.destination_count - 1];
    if (watches(sent) && state == SendState::kStartup) {
      cycles_.write_from(std::min(cycles_.from(), at));
    }
  }
  if (group != kAbsent) {
    cycles_.change(TraceCycles::Of::kSend, group,
                   {{channel_signal::kState, static_cast<std::uint32_t>(state)},
                    {channel_signal::kMessage, message},
                    {channel_signal::kDestination, destination}},
                   at);
  }
}

void Tracer::write_messages(std::uint64_t first, std::uint64_t count) {
  first_watched_ = first;
  watched_ = count;
  watched_to_come_ = count;
  cycles_.write_from(WakeQueue::kNever);
}

// The cycle in which the last tail of those watched is in its node's memory is the last one shown.
void Tracer::watch_arrival(const Flit& flit, NodeId node, Cycle at) {
  const Packet& packet = packets_[flit.packet];
  const bool last = node == packet.destinations[packet.destination_count - 1];
  if ((flit.kind & flit_kind::kTail) == 0 || !last || !watches(packet)) {
    return;
  }
  watched_until_ = std::max(watched_until_, at + 3);
  if (--watched_to_come_ == 0) {
    cycles_.write_to(watched_until_);
  }
}

}  // namespace flitcast::trace
