#include "traffic/program/program_record.h"

#include "traffic/schedule/messages.h"

namespace flitcast {
namespace {

using Count = RankClock::Count;

/// What an operation that takes its time counts as.
Count count_of(OpKind kind) {
  return kind == OpKind::kDelay || kind == OpKind::kWait ? Count::kDelays : Count::kComputes;
}

}  // namespace

ProgramRecord::ProgramRecord(const Program& program, const Routing& routing,
                             const NetworkConfig& network, DeliverySink* deliveries)
    : program_(program),
      routing_(routing),
      network_(network),
      links_(routing.topology(), network),
      times_(timing_model(network), network.switching, &links_, &network_),
      deliveries_(deliveries),
      ops_(program.size()),
      messages_(program.messages()),
      clocks_(program.ranks()),
      way_(routing.topology()) {}

std::vector<RankTimes> ProgramRecord::rank_times() const {
  std::vector<RankTimes> times;
  times.reserve(clocks_.size());
  for (const RankClock& clock : clocks_) {
    times.push_back(clock.times());
  }
  return times;
}

// ---- what the machine does ----

void ProgramRecord::begins(Cycle at) {
  begun_ = at;
  for (RankClock& clock : clocks_) {
    clock.begin(at);
  }
}

void ProgramRecord::ready(std::uint32_t op, const Cause& /*cause*/, Cycle at) {
  if (ops_[op].held_up) {
    clock_of(op).change(Count::kHeldUp, -1, at);
    ops_[op].held_up = false;
  }
}

void ProgramRecord::held_up(std::uint32_t op, Cycle at) {
  clock_of(op).change(Count::kHeldUp, 1, at);
  ops_[op].held_up = true;
}

void ProgramRecord::started(std::uint32_t op, const Cause& cause, Cycle at) {
  const ProgramOp& what = program_[op];
  ops_[op].started = at;
  ops_[op].has_started = true;
  ops_[op].cause = cause;
  ops_[op].message = ops_[op].arrival = ProgramOp::kNone;
  RankClock& clock = clock_of(op);
  if (receives(what.kind)) {
    clock.change(Count::kReceives, 1, at);
  } else if (what.kind == OpKind::kSend) {
    ops_[op].message = sends_++;
    messages_[ops_[op].message].op = op;
    clock.start_up(at, at + network_.startup);
    clock.change(Count::kSends, 1, at);
    clocks_[what.peer].change(Count::kInbound, 1, at);
  } else {
    clock.change(count_of(what.kind), 1, at);
  }
}

void ProgramRecord::arrived(std::uint32_t op, Cycle at) {
  clocks_[program_[op].peer].change(Count::kInbound, -1, at);
}

void ProgramRecord::matched(std::uint32_t receive, std::uint32_t send, const Cause& cause,
                            Cycle at) {
  ops_[receive].message = send;
  if (cause.what == Cause::What::kArrived) {
    ops_[receive].arrival = cause.op;
  }
  RankClock& clock = clock_of(receive);
  clock.change(Count::kReceives, -1, at);
  clock.change(Count::kComputes, 1, at);  // it may add
}

void ProgramRecord::finished(std::uint32_t op, Cycle at) {
  const OpKind kind = program_[op].kind;
  ops_[op].finished = at;
  ops_[op].has_finished = true;
  last_ = op;
  RankClock& clock = clock_of(op);
  clock.change(kind == OpKind::kSend ? Count::kSends
               : receives(kind)      ? Count::kComputes
                                     : count_of(kind),
               -1, at);
  clock.finish(at);
  constexpr std::uint64_t kRest = std::uint64_t{1} << 18U;
  if (++done_ % kRest == 0) {
    rest();
  }
}

void ProgramRecord::rest() const {
  program_.rest();
  ops_.rest();
  messages_.rest();
}

// ---- what the network tells ----

MessageView ProgramRecord::base_way(NodeId source, NodeId destination) const {
  way_.clear();
  begin_unicast(way_, routing_, source, destination);
  return way_[0];
}

MessageView ProgramRecord::way_of(const Packet& packet) const {
  MessageView way = base_way(packet.source, packet.destinations[0]);
  if (routing_.draw() != nullptr) {
    way.ports = {packet.route, packet.hops};
  }
  return way;
}

MessageCosts ProgramRecord::costs_on(const MessageView& way, std::uint64_t flits) const {
  const Cycle header = times_.to_end(way, 0);
  const Cycle header_at_port = times_.at_port(way, 0);
  const Cycle at_port = times_.at_port(way, flits);
  return {header - model().t_s, times_.to_end(way, flits) - header, at_port + 1,
          at_port - header_at_port};
}

MessageCosts ProgramRecord::costs_on(const MessageView& way, const WormTree& tree,
                                     std::uint64_t flits) const {
  const NodeId destination = way.destinations.back();
  const Cycle header = times_.to_copies(tree, 0).at(destination);
  const Cycle at_port = times_.at_port(way, flits);
  return {header - model().t_s, times_.to_copies(tree, flits).at(destination) - header, at_port + 1,
          at_port - times_.at_port(way, 0)};
}

MessageCosts ProgramRecord::costs_of(const MessageDates& message) const {
  return routing_.draw() != nullptr || program_.forks(message.op)
             ? message.costs
             : costs_on(base_way(message.source, message.destination), program_[message.op].amount);
}

void ProgramRecord::left_source(std::uint32_t op, const Packet& packet, Cycle issued,
                                Cycle injected, Cycle at) {
  MessageDates& message = messages_[ops_[op].message];
  message.worm = static_cast<std::uint32_t>(packet.id);
  message.source = packet.source;
  message.destination = packet.destinations[0];
  message.issued = issued;
  message.injected = injected;
  message.left = at;
  message.waits_by_left = packet.waits;
  if (packet.tree != nullptr) {
    message.costs = costs_on(way_of(packet), *packet.tree, packet.payload_flits);
  } else if (routing_.draw() != nullptr) {
    message.costs = costs_on(way_of(packet), packet.payload_flits);
  }
}

void ProgramRecord::came(std::uint32_t op, const Packet& packet, Cycle head, Cycle tail) {
  MessageDates& message = messages_[ops_[op].message];
  message.head = head;
  message.tail = tail;
  message.waits = packet.waits;
  if (deliveries_ != nullptr) {
    const MessageView way = way_of(packet);
    deliveries_->delivered({op, 0, packet.source, packet.destinations[0], way.hops(),
                            packet.payload_flits, message.issued, message.injected, head, tail,
                            way.nodes()});
  }
}

}  // namespace flitcast
