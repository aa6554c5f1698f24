#include "tb/tracer.h"

#include <algorithm>

namespace flitcast {
namespace {

/// Counted from the first header of the whole worm, whatever was stripped on its way.
std::uint32_t place_in_worm(const Flit& flit, const Packet& packet) {
  const bool header = (flit.kind & (flit_kind::kHead | flit_kind::kAddress)) != 0;
  return header ? packet.flits() - header_flits(flit.word)
                : packet.destination_count + flit.sequence;
}

/// What an address is for, or where the worm ends.
NodeId destination_of(const Flit& flit, const Packet& packet) {
  const bool header = (flit.kind & (flit_kind::kHead | flit_kind::kAddress)) != 0;
  return header ? header_destination(flit.word) : packet.destinations[packet.destination_count - 1];
}

}  // namespace

Tracer::Tracer(VcdWriter& vcd, const Topology& topology, const NetworkConfig& config,
               const TraceScope& scope, const PacketPool& packets, const WakeQueue& wakes,
               std::uint64_t period)
    : vcd_(vcd),
      topology_(topology),
      scope_(scope),
      packets_(packets),
      wakes_(wakes),
      signals_(vcd, topology, config, scope),
      period_(period),
      network_ports_(topology.network_ports()),
      local_ports_(config.ports),
      vcs_(config.vcs),
      delay_(config.link_delay),
      interval_(config.cycles_per_flit) {
  is_touched_.resize(signals_.groups());
  until_.resize(signals_.groups());
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < network_ports_; ++port) {
      const auto leaving = static_cast<PortId>(port);
      const NodeId to = topology.neighbour(node, leaving);
      fed_.push_back(to == kNoNode ? kAbsent
                                   : signals_.input(to, topology.entry_port(node, leaving) * vcs_));
    }
  }
}

void Tracer::Bucket::clear() {
  shown.clear();
  ended.clear();
  moved.clear();
  inputs.clear();
  sends.clear();
  receives.clear();
  round = kUnchanged;
  stuck = false;
}

// ---- reports ----

// Where reports for cycle `at` are collected. Writes the cycles that are complete.
Tracer::Bucket& Tracer::on(Cycle at) {
  const Cycle now = wakes_.now();
  if (now != seen_) {
    seen_ = now;
    advance(now - 1);
  }
  return calendar_.at(at);
}

void Tracer::flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) {
  const std::uint32_t channel = signals_.output(node, port);
  if (channel != kAbsent) {
    const Packet& packet = packets_[flit.packet];
    on(at).shown.push_back({channel, place_in_worm(flit, packet), message_number(packet),
                            packet.source, destination_of(flit, packet), kind_word(flit.kind),
                            static_cast<std::uint8_t>(flit.vc),
                            port < network_ports_ ? Channel::kNetwork : Channel::kEjection});
  }
  if (port >= network_ports_) {
    if (const std::uint32_t group = signals_.receive(node, port - network_ports_);
        group != kAbsent) {
      receive(group, flit, node, at);
    }
    return;
  }
  const std::uint32_t first = fed_[node * static_cast<std::size_t>(network_ports_) + port];
  if (first == kAbsent) {
    return;
  }
  const std::uint32_t input = first + flit.vc;
  if (delay_ == 1) {
    on(at + 1).moved.push_back({input, 1, -1});
  } else {
    on(at + 1).moved.push_back({input, 0, -1});
    on(at + delay_).moved.push_back({input, 1, 0});
  }
}

// A flit that the router ejects at `at` is in the network interface one cycle later.
void Tracer::receive(std::uint32_t group, const Flit& flit, NodeId node, Cycle at) {
  const Packet& packet = packets_[flit.packet];
  if ((flit.kind & flit_kind::kHead) != 0) {
    on(at + 1).receives.push_back({group, 1, 0, message_number(packet), packet.source});
  }
  if ((flit.kind & flit_kind::kTail) != 0) {
    on(at + 2).receives.push_back({group, 0, 0, kNoNumber, kNoNode});
    if (watched_ == packet.id && node == packet.destinations[packet.destination_count - 1]) {
      to_ = at + 3;  // the cycle in which its tail is in memory is the last
    }
  }
}

void Tracer::flit_left(NodeId node, int input, Cycle at) {
  const std::uint32_t group = signals_.input(node, input);
  if (group == kAbsent) {
    return;
  }
  if (delay_ == 1 || input >= network_ports_ * vcs_) {
    on(at + 1).moved.push_back({group, -1, 1});
  } else {
    on(at + 1).moved.push_back({group, -1, 0});
    on(at + delay_).moved.push_back({group, 0, 1});
  }
}

void Tracer::vc_changed(NodeId node, int input, const InputVcView& view, Cycle at) {
  const std::uint32_t group = signals_.input(node, input);
  if (group != kAbsent) {
    const std::uint32_t owner =
        view.packet == kNoPacket ? kNoNumber : message_number(packets_[view.packet]);
    on(at).inputs.push_back({group, static_cast<std::uint8_t>(view.state),
                             TraceSignals::wanted_word(view.wanted), owner, kNoNode});
  }
}

void Tracer::flit_injected(NodeId node, int port, const Flit& flit, Cycle at) {
  if (const std::uint32_t channel = signals_.send(node, port); channel != kAbsent) {
    on(at).shown.push_back({channel, place_in_worm(flit, packets_[flit.packet]), 0, 0, 0,
                            kind_word(flit.kind), 0, Channel::kInjection});
  }
  const std::uint32_t input = signals_.input(node, (network_ports_ + port) * vcs_);
  if (input != kAbsent) {
    on(at + 1).moved.push_back({input, 1, 0});
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
    if (watched_ == sent.id && state == SendState::kStartup) {
      from_ = at;
    }
  }
  if (group != kAbsent) {
    on(at).sends.push_back({group, static_cast<std::uint8_t>(state), 0, message, destination});
  }
}

void Tracer::write_from_message(std::uint64_t message) {
  watched_ = message;
  from_ = WakeQueue::kNever;
}

// ---- what is under way when the trace begins ----

bool Tracer::router_matters(NodeId node) const {
  bool matters = scope_.routers[node] || scope_.interfaces[node];
  for (int port = 0; port < network_ports_; ++port) {
    const NodeId to = topology_.neighbour(node, static_cast<PortId>(port));
    matters = matters || (to != kNoNode && scope_.routers[to]);
  }
  return matters;
}

void Tracer::attach(Fabric& fabric, Probe* probe) const {
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    if (router_matters(node)) {
      fabric.router(node).attach_probe(probe);
    }
    if (node < topology_.processors() && (scope_.routers[node] || scope_.interfaces[node])) {
      fabric.ni(node).attach_probe(probe);
    }
  }
}

void Tracer::open(Fabric& fabric, Cycle at, std::uint64_t round) {
  attach(fabric, this);
  round_is(round, at);
  for (const Fabric::NetworkLink& link : fabric.network_links()) {
    const PortId leaving = topology_.port_towards(link.from, link.to);
    const int input = topology_.entry_port(link.from, leaving) * vcs_;
    for (int vc = 0; vc < vcs_; ++vc) {
      open_ring(link.channel->link(), vc, signals_.input(link.to, input + vc), at);
    }
  }
  const auto ports = static_cast<std::size_t>(local_ports_);
  for (std::size_t i = 0; i < fabric.local_links().size(); ++i) {
    const auto port = static_cast<int>(i % ports);
    const Fabric::LocalLinks& links = fabric.local_links()[i];
    const NodeId node = links.node;
    open_ring(links.injection->link(), 0, signals_.input(node, (network_ports_ + port) * vcs_), at);
    const std::uint32_t group = signals_.receive(node, port);
    if (group == kAbsent) {
      continue;
    }
    if (const PacketHandle packet = fabric.ni(node).receiving(port); packet != kNoPacket) {
      on(at).receives.push_back(
          {group, 1, 0, message_number(packets_[packet]), packets_[packet].source});
    }
    links.ejection->link().ring(0).visit_slots([&](const Flit& flit, Cycle time) {
      if (flit.kind != flit_kind::kNone) {
        receive(group, flit, node, time - 1);
      }
    });
  }
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    if (scope_.routers[node]) {
      open_router(fabric, node, at);
    }
    if (node < topology_.processors() && (scope_.routers[node] || scope_.interfaces[node])) {
      fabric.ni(node).report_send_ports(at);
    }
  }
}

void Tracer::open_router(const Fabric& fabric, NodeId node, Cycle at) {
  for (int input = 0; input < (network_ports_ + local_ports_) * vcs_; ++input) {
    if (signals_.input(node, input) != kAbsent) {
      vc_changed(node, input, fabric.router(node).view(input, at), at);
    }
  }
}

// Flits and credits by their dates; those of the future are on their way.
void Tracer::open_ring(const Link& link, int vc, std::uint32_t input, Cycle at) {
  if (input == kAbsent) {
    return;
  }
  const FlitRing& ring = link.ring(vc);
  std::uint32_t occupied = 0;
  auto credits = static_cast<std::uint32_t>(ring.capacity());
  const bool injection = !signals_.has(input, input_signal::kCredits);
  ring.visit_slots([&](const Flit& flit, Cycle time) {
    if (flit.kind == flit_kind::kNone) {
      if (time > at) {
        --credits;
        on(time).moved.push_back({input, 0, 1});
      }
      return;
    }
    --credits;
    if (time <= at) {
      ++occupied;
    } else if (!injection) {  // there, the network interface reports them
      on(time).moved.push_back({input, 1, 0});
    }
  });
  SignalGroup& group = signals_.group(input);
  group.value[input_signal::kOccupancy] = occupied;
  group.value[input_signal::kCredits] = credits;
}

// ---- cycle by cycle ----

void Tracer::advance(Cycle end) {
  calendar_.advance(std::min(end, to_),
                    [this](Cycle cycle, Bucket& bucket) { play(cycle, bucket); });
  if (end > to_) {
    close(to_);
  }
}

void Tracer::play(Cycle cycle, Bucket& bucket) {
  if (closed_) {
    return;
  }
  if (!begun_ && cycle > from_) {
    begin();
  }
  show(bucket, cycle);
  for (const std::uint32_t channel : bucket.ended) {
    end_show(channel, cycle);
  }
  apply(bucket);
  if (cycle < from_) {
    forget_touched();
  } else if (!begun_) {
    begin();
  } else {
    write_touched(cycle);
  }
}

SignalGroup& Tracer::touch(std::uint32_t number) {
  if (!is_touched_[number]) {
    is_touched_[number] = 1;
    touched_.push_back(number);
  }
  return signals_.group(number);
}

void Tracer::forget_touched() {
  for (const std::uint32_t number : touched_) {
    is_touched_[number] = 0;
  }
  touched_.clear();
}

void Tracer::show(const Bucket& bucket, Cycle cycle) {
  if (bucket.shown.empty()) {
    return;
  }
  Bucket& end_of_local = calendar_.at(cycle + 1);
  Bucket& end_of_network = calendar_.at(cycle + interval_);
  for (const Shown& shown : bucket.shown) {
    SignalGroup& group = touch(shown.channel);
    group.value[channel_signal::kValid] = 1;
    group.value[channel_signal::kKind] = shown.kind;
    group.value[channel_signal::kFlit] = shown.flit;
    if (shown.on == Channel::kInjection) {
      until_[shown.channel] = cycle + 1;
      end_of_local.ended.push_back(shown.channel);
      continue;
    }
    group.value[channel_signal::kVc] = shown.vc;
    group.value[channel_signal::kMessage] = shown.message;
    group.value[channel_signal::kSource] = shown.source;
    group.value[channel_signal::kDestination] = shown.destination;
    const bool network = shown.on == Channel::kNetwork;
    until_[shown.channel] = cycle + (network ? interval_ : 1);
    (network ? end_of_network : end_of_local).ended.push_back(shown.channel);
  }
}

void Tracer::end_show(std::uint32_t channel, Cycle cycle) {
  if (until_[channel] != cycle) {
    return;
  }
  SignalGroup& group = touch(channel);
  group.value[channel_signal::kValid] = 0;
  group.value[channel_signal::kKind] = kNoKind;
  group.value[channel_signal::kFlit] = kNoNumber;
  if (!signals_.has(channel, channel_signal::kState)) {  // else they are the network interface's
    group.value[channel_signal::kVc] = kNoNumber;
    group.value[channel_signal::kMessage] = kNoNumber;
    group.value[channel_signal::kSource] = kNoNumber;
    group.value[channel_signal::kDestination] = kNoNumber;
  }
}

void Tracer::apply(const Bucket& bucket) {
  for (const Moved& moved : bucket.moved) {
    SignalGroup& group = touch(moved.input);
    group.value[input_signal::kOccupancy] += static_cast<std::uint32_t>(moved.occupancy);
    group.value[input_signal::kCredits] += static_cast<std::uint32_t>(moved.credits);
  }
  for (const Changed& changed : bucket.inputs) {
    SignalGroup& group = touch(changed.group);
    group.value[input_signal::kState] = changed.state;
    group.value[input_signal::kWanted] = changed.wanted;
    group.value[input_signal::kOwner] = changed.message;
  }
  for (const Changed& changed : bucket.sends) {
    SignalGroup& group = touch(changed.group);
    group.value[channel_signal::kState] = changed.state;
    group.value[channel_signal::kMessage] = changed.message;
    group.value[channel_signal::kDestination] = changed.node;
  }
  for (const Changed& changed : bucket.receives) {
    SignalGroup& group = touch(changed.group);
    group.value[receive_signal::kState] = changed.state;
    group.value[receive_signal::kMessage] = changed.message;
    group.value[receive_signal::kSource] = changed.node;
  }
  if (bucket.round != kUnchanged) {
    touch(TraceSignals::kBench).value[bench_signal::kRound] =
        static_cast<std::uint32_t>(bucket.round);
  }
  if (bucket.stuck) {
    touch(TraceSignals::kBench).value[bench_signal::kDeadlock] = 1;
  }
}

void Tracer::write_touched(Cycle cycle) {
  stamped_ = false;
  for (const std::uint32_t number : touched_) {
    is_touched_[number] = 0;
    signals_.write_changed(number, [&] {
      if (!stamped_) {
        stamp(cycle);
      }
    });
  }
  touched_.clear();
}

void Tracer::stamp(Cycle cycle) {
  stamped_ = true;
  vcd_.time(static_cast<std::uint64_t>(cycle) * period_);
  signals_.write_cycle(cycle);
}

// All values, at from_.
void Tracer::begin() {
  begun_ = true;
  forget_touched();
  vcd_.time(static_cast<std::uint64_t>(from_) * period_);
  vcd_.begin_initial_values();
  signals_.write_cycle(from_);
  signals_.write_all();
  vcd_.end_initial_values();
}

void Tracer::close(Cycle to) {
  if (closed_) {
    return;
  }
  to_ = std::min(to, to_);
  calendar_.advance(to_, [this](Cycle cycle, Bucket& bucket) { play(cycle, bucket); });
  closed_ = true;
  if (!begun_ && from_ < to_) {
    begin();
  }
  if (begun_) {
    stamp(to_);
  }
  end_ = to_;
  vcd_.flush();
}

}  // namespace flitcast
