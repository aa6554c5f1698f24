#include "tb/trace/tracer.h"

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
      links_(topology, config) {
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
  const Cycle interval = network ? links_.of(node, port).cycles_per_flit : 1;
  if (channel != kAbsent && take(channel, flit, at, interval)) {
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
  const LinkTime& link = links_.of(node, port);
  if (link.delay == 1) {
    move_run(first + vc, 1, -1, at + 1, count, link.cycles_per_flit);
  } else {
    move_run(first + vc, 0, -1, at + 1, count, link.cycles_per_flit);
    move_run(first + vc, 1, 0, at + link.delay, count, link.cycles_per_flit);
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
  Cycle delay = 1;
  if (input < network_ports_ * vcs_) {
    delay = links_.differ() ? delay_to(node, input) : links_.largest().delay;
  }
  if (delay == 1) {
    move_run(group, -1, 1, at + 1, count, interval);
  } else {
    move_run(group, -1, 0, at + 1, count, interval);
    move_run(group, 0, 1, at + delay, count, interval);
  }
}

Cycle Tracer::delay_to(NodeId node, int input) const {
  const auto port = static_cast<PortId>(input / vcs_);
  return links_.of(topology_.neighbour(node, port), topology_.entry_port(node, port)).delay;
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

}  // namespace flitcast
