#include "tb/tracer.h"

#include <algorithm>

namespace flitcast {
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
  reported_.resize(signals_.groups());
  moved_.resize(signals_.groups());
  rates_.resize(signals_.groups());
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

// What comes and what goes in one cycle is one entry, which often cancels out.
inline Tracer::Moved& Tracer::moved(std::uint32_t input, Cycle at) {
  Bucket& bucket = on(at);
  LastMoved& last = moved_[input];
  if (last.cycle != at) {
    last = {at, static_cast<std::uint32_t>(bucket.moved.size())};
    bucket.moved.push_back({input, 0, 0, 0, 0});
  }
  return bucket.moved[last.index];
}

inline void Tracer::move(std::uint32_t input, int occupancy, int credits, Cycle at) {
  Moved& change = moved(input, at);
  change.occupancy = static_cast<std::int8_t>(change.occupancy + occupancy);
  change.credits = static_cast<std::int8_t>(change.credits + credits);
}

void Tracer::move_run(std::uint32_t input, int occupancy, int credits, Cycle at,
                      std::uint32_t count, Cycle interval) {
  if (interval > 1 || count == 1) {
    for (std::uint32_t i = 0; i < count; ++i) {
      move(input, occupancy, credits, at + i * interval);
    }
    return;
  }
  const auto change_rate = [&](int sign, Cycle from) {
    Moved& change = moved(input, from);
    change.occupancy_rate = static_cast<std::int8_t>(change.occupancy_rate + sign * occupancy);
    change.credit_rate = static_cast<std::int8_t>(change.credit_rate + sign * credits);
  };
  change_rate(1, at);
  change_rate(-1, at + count);
}

inline bool Tracer::take(std::uint32_t channel, const Flit& flit, Cycle at, Cycle interval) {
  Reported& reported = reported_[channel];
  const bool follows = reported.end == at;
  if (!follows) {
    if (reported.running) {
      reported.earlier_ends.push_back(reported.end);
    }
    reported.running = true;
    on(at + interval).ended.push_back(channel);
  }
  reported.end = at + interval;
  const bool same = follows && flit.kind == flit_kind::kBody && reported.kind == flit.kind &&
                    reported.packet == flit.packet && reported.vc == flit.vc;
  reported.packet = flit.packet;
  reported.kind = flit.kind;
  reported.vc = flit.vc;
  return !same;
}

void Tracer::show_from(std::uint32_t channel, const Flit& flit, Cycle at, bool injected) {
  const Packet& packet = packets_[flit.packet];
  on(at).shown.push_back({channel, message_number(packet), packet.source,
                          destination_of(flit, packet), kind_word(flit.kind),
                          static_cast<std::uint8_t>(flit.vc), injected});
}

void Tracer::flit_sent(NodeId node, PortId port, const Flit& flit, Cycle at) {
  const std::uint32_t channel = signals_.output(node, port);
  const bool network = port < network_ports_;
  if (channel != kAbsent && take(channel, flit, at, network ? interval_ : 1)) {
    show_from(channel, flit, at, false);
  }
  if (network) {
    arrive(node, port, flit.vc, at, 1);
    return;
  }
  if (watched_ > 0) {
    watch_arrival(flit, node, at);
  }
  if (const std::uint32_t group = signals_.receive(node, port - network_ports_); group != kAbsent) {
    receive(group, flit, at);
  }
}

// The buffer behind a network output takes `count` flits.
void Tracer::arrive(NodeId node, PortId port, std::uint16_t vc, Cycle at, std::uint32_t count) {
  const std::uint32_t first = fed_[node * static_cast<std::size_t>(network_ports_) + port];
  if (first == kAbsent) {
    return;
  }
  if (delay_ == 1) {
    move_run(first + vc, 1, -1, at + 1, count, interval_);
  } else {
    move_run(first + vc, 0, -1, at + 1, count, interval_);
    move_run(first + vc, 1, 0, at + delay_, count, interval_);
  }
}

// A flit that the router ejects at `at` is in the network interface one cycle later.
void Tracer::receive(std::uint32_t group, const Flit& flit, Cycle at) {
  const Packet& packet = packets_[flit.packet];
  if ((flit.kind & flit_kind::kHead) != 0) {
    on(at + 1).receives.push_back({group, 1, 0, message_number(packet), packet.source});
  }
  if ((flit.kind & flit_kind::kTail) != 0) {
    on(at + 2).receives.push_back({group, 0, 0, kNoNumber, kNoNode});
  }
}

void Tracer::flit_left(NodeId node, int input, Cycle at) {
  leave(node, input, at, 1, 1);
}

void Tracer::leave(NodeId node, int input, Cycle at, std::uint32_t count, Cycle interval) {
  const std::uint32_t group = signals_.input(node, input);
  if (group == kAbsent) {
    return;
  }
  if (delay_ == 1 || input >= network_ports_ * vcs_) {
    move_run(group, -1, 1, at + 1, count, interval);
  } else {
    move_run(group, -1, 0, at + 1, count, interval);
    move_run(group, 0, 1, at + delay_, count, interval);
  }
}

void Tracer::bodies_moved(NodeId node, int input, PortId port, const Flit& first,
                          std::uint32_t count, Cycle at, Cycle interval) {
  const std::uint32_t channel = signals_.output(node, port);
  if (channel != kAbsent && take(channel, first, at, count * interval)) {
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
    on(at).inputs.push_back({group, static_cast<std::uint8_t>(view.state),
                             TraceSignals::wanted_word(view.wanted), owner, kNoNode});
  }
}

void Tracer::flit_injected(NodeId node, int port, const Flit& flit, Cycle at) {
  bodies_injected(node, port, flit, 1, at);
}

void Tracer::bodies_injected(NodeId node, int port, const Flit& first, std::uint32_t count,
                             Cycle at) {
  const std::uint32_t channel = signals_.send(node, port);
  if (channel != kAbsent && take(channel, first, at, count)) {
    show_from(channel, first, at, true);
  }
  const std::uint32_t input = signals_.input(node, (network_ports_ + port) * vcs_);
  if (input != kAbsent) {
    move_run(input, 1, 0, at + 1, count, 1);
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
      from_ = std::min(from_, at);
    }
  }
  if (group != kAbsent) {
    on(at).sends.push_back({group, static_cast<std::uint8_t>(state), 0, message, destination});
  }
}

void Tracer::write_messages(std::uint64_t first, std::uint64_t count) {
  first_watched_ = first;
  watched_ = count;
  watched_to_come_ = count;
  from_ = WakeQueue::kNever;
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
    to_ = watched_until_;
  }
}

// ---- what is under way when the trace begins ----

bool Tracer::router_matters(NodeId node) const {
  bool matters = watched_ > 0 || scope_.routers[node] || scope_.interfaces[node];
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
    if (node < topology_.processors() &&
        (watched_ > 0 || scope_.routers[node] || scope_.interfaces[node])) {
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
        receive(group, flit, time - 1);
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
        move(input, 0, 1, time);
      }
      return;
    }
    --credits;
    if (time <= at) {
      ++occupied;
    } else if (!injection) {  // there, the network interface reports them
      move(input, 1, 0, time);
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
  for (const std::uint32_t channel : bucket.ended) {
    end_run(channel, cycle);
  }
  show(bucket);
  apply(bucket);
  flow(cycle);
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

void Tracer::show(const Bucket& bucket) {
  for (const Shown& shown : bucket.shown) {
    SignalGroup& group = touch(shown.channel);
    group.value[channel_signal::kValid] = 1;
    group.value[channel_signal::kKind] = shown.kind;
    if (shown.injected) {
      continue;
    }
    group.value[channel_signal::kVc] = shown.vc;
    group.value[channel_signal::kMessage] = shown.message;
    group.value[channel_signal::kSource] = shown.source;
    group.value[channel_signal::kDestination] = shown.destination;
  }
}

// The oldest run of flits on the channel may have grown since its end was put down.
void Tracer::end_run(std::uint32_t channel, Cycle cycle) {
  Reported& reported = reported_[channel];
  std::deque<Cycle>& earlier = reported.earlier_ends;
  const Cycle end = earlier.empty() ? reported.end : earlier.front();
  if (end > cycle) {
    calendar_.at(end).ended.push_back(channel);
    return;
  }
  if (earlier.empty()) {
    reported.running = false;
  } else {
    earlier.pop_front();
  }
  SignalGroup& group = touch(channel);
  group.value[channel_signal::kValid] = 0;
  group.value[channel_signal::kKind] = kNoKind;
  if (!signals_.has(channel, channel_signal::kState)) {  // else they are the network interface's
    group.value[channel_signal::kVc] = kNoNumber;
    group.value[channel_signal::kMessage] = kNoNumber;
    group.value[channel_signal::kSource] = kNoNumber;
    group.value[channel_signal::kDestination] = kNoNumber;
  }
}

inline void Tracer::change(std::uint32_t input, int occupancy, int credits) {
  if (occupancy == 0 && credits == 0) {
    return;
  }
  SignalGroup& group = touch(input);
  group.value[input_signal::kOccupancy] += static_cast<std::uint32_t>(occupancy);
  group.value[input_signal::kCredits] += static_cast<std::uint32_t>(credits);
}

// Buffers that fill or empty steadily.
void Tracer::flow(Cycle cycle) {
  std::size_t kept = 0;
  for (const std::uint32_t input : flowing_) {
    Rate& rate = rates_[input];
    if (rate.occupancy == 0 && rate.credits == 0) {
      rate.listed = false;
      continue;
    }
    change(input, rate.occupancy, rate.credits);
    flowing_[kept++] = input;
  }
  flowing_.resize(kept);
  if (kept > 0) {
    calendar_.at(cycle + 1);  // for the next change
  }
}

void Tracer::apply(const Bucket& bucket) {
  for (const Moved& moved : bucket.moved) {
    change(moved.input, moved.occupancy, moved.credits);
    if (moved.occupancy_rate != 0 || moved.credit_rate != 0) {
      Rate& rate = rates_[moved.input];
      rate.occupancy = static_cast<std::int8_t>(rate.occupancy + moved.occupancy_rate);
      rate.credits = static_cast<std::int8_t>(rate.credits + moved.credit_rate);
      if (!rate.listed) {
        rate.listed = true;
        flowing_.push_back(moved.input);
      }
    }
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
