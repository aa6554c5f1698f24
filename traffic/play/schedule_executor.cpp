#include "traffic/play/schedule_executor.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "traffic/schedule/messages.h"

namespace flitcast {
ScheduleExecutor::ScheduleExecutor(const Schedule& schedule, const Routing& routing,
                                   const ExecutorOptions& options, Payload& payload,
                                   DeliverySink* deliveries)
    : schedule_(schedule),
      routing_(routing),
      options_(options),
      model_(timing_model(options.network)),
      links_(routing.topology(), options.network),
      times_(model_, options.network.switching, &links_, &options.network),
      reduces_(schedule.operation.family() == BlockFamily::kReduction),
      payload_(payload),
      deliveries_(deliveries),
      nodes_(routing.topology().processors()),
      possession_(schedule.operation) {
  if (options.sync == Sync::kDataflow) {
    dependencies_.emplace(schedule.operation);
  }
}

WorkloadProgress ScheduleExecutor::progress() const {
  return {"round " + std::to_string(rounds_done()) + "/" + std::to_string(schedule_.rounds),
          rounds_done(), schedule_.rounds};
}

std::string ScheduleExecutor::position() const {
  return "in round " + std::to_string(rounds_done());
}

void ScheduleExecutor::start() {
  wake_at(now() + 1);
}

void ScheduleExecutor::act(Cycle now) {
  while (!due_.empty() && due_.top().at <= now) {
    const Due due = due_.top();
    due_.pop();
    take_effect(due, now);
  }
  while (!in_flight_.empty() && in_flight_.front()->outstanding == 0 &&
         in_flight_.front()->record.end <= now) {
    retire(*in_flight_.front());
    spare_ = std::move(in_flight_.front());
    in_flight_.pop_front();
  }
  enter_rounds(now);
}

// ---- rounds come and go ----

void ScheduleExecutor::enter_rounds(Cycle now) {
  const std::size_t window = dependencies_ ? kWindow : 1;
  while (in_flight_.size() < window && next_round_ < schedule_.rounds) {
    auto round = spare_ ? std::move(spare_) : std::make_unique<RoundInFlight>(routing_.topology());
    round->number = next_round_;
    round->round.clear();
    schedule_.fill(next_round_++, round->round);
    if (round->round.empty() && in_flight_.empty()) {
      records_.push_back({now, now});
      spare_ = std::move(round);
      continue;
    }
    in_flight_.push_back(std::move(round));
    enter(*in_flight_.back(), now);
  }
  if (in_flight_.empty() && !finished_) {
    payload_.finish();
    finished_ = true;
  }
}

void ScheduleExecutor::enter(RoundInFlight& round, Cycle now) {
  round.first_id = next_id_;
  round.record = RoundRecord{now, now};
  round.record.messages = round.round.size();
  round.flits = 0;
  round.messages.clear();
  round.arrivals.clear();
  round.drawn_ways.clear();
  for (std::size_t i = 0; i < round.round.size(); ++i) {
    add_message(round, i);
  }
  next_id_ += round.messages.size();
  round.outstanding = round.arrivals.size();
  round.operands.clear();
  round.operands.resize(reduces_ ? round.arrivals.size() : 0);
  if (dependencies_) {
    queue_messages(round);
    for (const Message& message : round.messages) {
      post_waiting(packets()[message.packet].source, now);
    }
    return;
  }
  for (std::uint32_t i = 0; i < round.messages.size(); ++i) {
    post_message({&round, i}, now);
  }
}

void ScheduleExecutor::add_message(RoundInFlight& round, std::size_t index) {
  const MessageView message = round.round[index];
  const std::uint64_t flits = schedule_.payload_flits(message);
  if (flits + message.header_flits() > std::numeric_limits<std::uint32_t>::max()) {
    throw std::length_error("a message has at most 2^32 - 1 flits");
  }
  const auto number = static_cast<std::uint32_t>(index);
  Packet packet{message.source,
                message.destinations.begin(),
                static_cast<std::uint32_t>(message.destinations.size()),
                static_cast<std::uint32_t>(flits),
                carries_route(message, routing_) ? message.ports.begin() : nullptr,
                round.first_id + index};
  packet.hops = static_cast<std::uint32_t>(message.hops());
  const bool drawn = draws_route(message, routing_);
  if (drawn) {
    routing_.draw_route(packet, round.drawn_ways.emplace_back());
  }
  const PacketHandle handle = packets().add(packet);
  if (handle >= places_.size()) {
    places_.resize(handle + std::size_t{1});
  }
  places_[handle] = {&round, number};
  round.messages.push_back({handle, 0, 0, 0, round.arrivals.size()});
  message.for_each_destination([&](NodeId /*destination*/, std::size_t hops) {
    round.arrivals.push_back({0, 0, 0, number, 0, 0, static_cast<std::uint32_t>(hops)});
  });
  round.flits += flits;
  RoundRecord& record = round.record;
  record.max_hops = std::max<std::uint64_t>(record.max_hops, message.hops());
  record.max_flits = std::max(record.max_flits, flits);
  const Cycle lockstep = times_.to_end(message, flits) + handling(round, index);
  record.lockstep = std::max(record.lockstep, lockstep);
}

MessageView ScheduleExecutor::on_its_way(const RoundInFlight& round, std::size_t index) const {
  MessageView message = round.round[index];
  if (!round.drawn_ways.empty()) {
    const Packet& packet = packets()[round.messages[index].packet];
    if (packet.route != nullptr) {
      message.ports = {packet.route, packet.hops};
    }
  }
  return message;
}

void ScheduleExecutor::post_message(const Place& message, Cycle now) {
  Message& posted = message.round->messages[message.index];
  posted.posted = now;
  post(posted.packet, now);
}

void ScheduleExecutor::retire(RoundInFlight& round) {
  if (!dependencies_) {
    for (std::size_t i = 0; i < round.operands.size(); ++i) {
      add_operand(round, i);
    }
  }
  if (data_error_so_far().empty()) {
    possession_.apply(round.number, round.round);
  }
  record_arrivals(round);
  for (const Message& message : round.messages) {
    packets().remove(message.packet);
  }
  messages_ += round.messages.size();
  payload_flits_ += round.flits;
  completion_ = std::max(completion_, round.record.end);
  records_.push_back(round.record);
}

// ---- dataflow ----

void ScheduleExecutor::queue_messages(RoundInFlight& round) {
  dependencies_->add(round.round);
  for (std::uint32_t i = 0; i < round.messages.size(); ++i) {
    Node& node = nodes_[round.round[i].source];
    node.waiting.push_back({{&round, i}, dependencies_->needs()[i]});
    ++node.sends;
  }
  for (std::size_t i = 0; i < round.arrivals.size(); ++i) {
    Arrival& arrival = round.arrivals[i];
    arrival.number = dependencies_->numbers()[i];
    arrival.after_sends = nodes_[round.destination(arrival)].sends;
  }
}

void ScheduleExecutor::post_waiting(NodeId node, Cycle now) {
  Node& here = nodes_[node];
  while (!here.waiting.empty() && here.waiting.front().need <= here.received.complete()) {
    post_message(here.waiting.front().message, now);
    here.waiting.pop_front();
  }
}

void ScheduleExecutor::take_effect(const Due& due, Cycle now) {
  Node& node = nodes_[due.node];
  RoundInFlight& round = *due.arrival.round;
  const Arrival& arrival = round.arrivals[due.arrival.index];
  if (reduces_) {
    if (node.sent < arrival.after_sends) {
      node.parked.push_back(due);
      return;
    }
    add_operand(round, due.arrival.index);
    round.record.end = std::max(round.record.end, now);
  }
  node.received.finish(arrival.number);
  --round.outstanding;
  post_waiting(due.node, now);
}

// ---- the books ----

void ScheduleExecutor::record_arrivals(RoundInFlight& round) {
  std::size_t last = 0;
  Cycle ends = -1;
  Cycle first_issue = round.record.end;
  for (std::size_t i = 0; i < round.arrivals.size(); ++i) {
    const Arrival& arrival = round.arrivals[i];
    const Message& message = round.messages[arrival.message];
    count_latency(arrival.tail - message.issued);
    first_issue = std::min(first_issue, message.issued);
    const Cycle end = arrival.tail + handling(round, arrival.message);
    if (end > ends) {
      ends = end;
      last = i;
    }
    if (deliveries_ != nullptr) {
      deliver(round, arrival);
    }
  }
  if (!round.arrivals.empty()) {
    round.record.start = first_issue;
    explain_end(round, last);
  }
}

// Splits what the message that ended the round took by cause. What its body lost behind the header
// is left when the header's waits and the wait for a port to leave are accounted for: for credit,
// or for other worms' flits where channels are shared. A receive port is faster than a channel: a
// body that gathered while its header waited for one may make up for a part of it.
void ScheduleExecutor::explain_end(RoundInFlight& round, std::size_t last) const {
  const Arrival& arrival = round.arrivals[last];
  const Message& message = round.messages[arrival.message];
  const Packet& packet = packets()[message.packet];
  const Cycle handled = handling(round, arrival.message);
  const NodeId destination = round.destination(arrival);
  Cycle alone = 0;
  times_.for_each_arrival(
      on_its_way(round, arrival.message), packet.payload_flits,
      [&](NodeId node, Cycle cycles) { alone = node == destination ? cycles + handled : alone; });
  RoundRecord& record = round.record;
  record.slack = record.lockstep - alone;
  record.waits = packet.waits;
  record.waits[WaitCause::kPort] += message.issued - message.posted;
  const Cycle body = arrival.tail + handled - message.posted - alone - record.waits.total();
  if (body < 0) {
    record.waits[WaitCause::kPort] += body;
  } else {
    record.waits[options_.network.vcs > 1 ? WaitCause::kSerialisation : WaitCause::kCredit] += body;
  }
}

void ScheduleExecutor::deliver(const RoundInFlight& round, const Arrival& arrival) const {
  const Message& message = round.messages[arrival.message];
  const MessageView view = on_its_way(round, arrival.message);
  const Packet& packet = packets()[message.packet];
  const bool drawn = draws_route(round.round[arrival.message], routing_);
  deliveries_->delivered({round.first_id + arrival.message, round.number, view.source,
                          round.destination(arrival), drawn ? packet.hops : arrival.hops,
                          schedule_.payload_flits(view), message.issued, message.injected,
                          arrival.head, arrival.tail, view.nodes()});
}

const std::string& ScheduleExecutor::data_error_so_far() const {
  return missing_words_.empty() ? payload_.error() : missing_words_;
}

std::string ScheduleExecutor::data_error() const {
  return data_error_so_far().empty() ? possession_.missing() : data_error_so_far();
}

}  // namespace flitcast
