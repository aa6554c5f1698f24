#include "traffic/play/schedule_executor.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "traffic/schedule/messages.h"

namespace flitcast {

ScheduleExecutor::ScheduleExecutor(const Schedule& schedule, const Routing& routing,
                                   const ExecutorOptions& options, Payload& payload,
                                   DeliverySink* deliveries)
    : schedule_(schedule),
      routing_(routing),
      reduces_(schedule.operation.family() == BlockFamily::kReduction),
      payload_(payload),
      words_(schedule, payload),
      account_(schedule, routing, options.network, deliveries),
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
  completion_ = now() + 1;  // where there are no messages
  wake_at(completion_);
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
  round.forks.clear();
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
  const bool forks = round.round.forks();
  for (std::uint32_t i = 0; i < round.messages.size(); ++i) {
    if (!forks || !round.round.joins(i)) {
      post_message({&round, i}, now);
    }
  }
}

void ScheduleExecutor::add_message(RoundInFlight& round, std::size_t index) {
  const MessageView message = round.round[index];
  const std::uint64_t flits = schedule_.payload_flits(message);
  if (flits + message.header_flits() > std::numeric_limits<std::uint32_t>::max()) {
    throw std::length_error("a message has at most 2^32 - 1 flits");
  }
  const auto number = static_cast<std::uint32_t>(index);
  if (message.joins) {
    const Message& head = round.messages.back();
    round.messages.push_back({head.packet, head.fork, 0, 0, 0, round.arrivals.size()});
  } else {
    add_packet(round, message, number, static_cast<std::uint32_t>(flits));
  }
  message.for_each_destination([&](NodeId /*destination*/, std::size_t hops) {
    round.arrivals.push_back({0, 0, 0, number, 0, 0, static_cast<std::uint32_t>(hops)});
  });
  round.flits += flits;
  account_.enter(round, index, flits);
}

/// Of a message that has a worm of its own, or is the first of one.
inline void ScheduleExecutor::add_packet(RoundInFlight& round, const MessageView& message,
                                         std::uint32_t index, std::uint32_t flits) {
  Packet packet{message.source,
                message.destinations.begin(),
                static_cast<std::uint32_t>(message.destinations.size()),
                flits,
                carries_route(message, routing_) ? message.ports.begin() : nullptr,
                round.first_id + index};
  packet.hops = static_cast<std::uint32_t>(message.hops());
  const bool drawn = draws_route(message, routing_);
  if (drawn) {
    routing_.draw_route(packet, round.drawn_ways.emplace_back());
  }
  const std::uint32_t worm =
      round.round.forks() ? round.add_fork(index, routing_) : RoundInFlight::kNoFork;
  if (worm != RoundInFlight::kNoFork) {
    packet.tree = &round.forks[worm].tree;
    packet.route = nullptr;
    packet.hops = 0;
  }
  const PacketHandle handle = packets().add(packet);
  if (handle >= places_.size()) {
    places_.resize(handle + std::size_t{1});
  }
  places_[handle] = {&round, index};
  round.messages.push_back({handle, worm, 0, 0, 0, round.arrivals.size()});
}

inline void ScheduleExecutor::post_message(const Place& message, Cycle now) {
  Message& posted = message.round->messages[message.index];
  posted.posted = now;
  post(posted.packet, now);
  message.round->for_each_joining(message.index, [&](Message& joined) { joined.posted = now; });
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
  for (const Arrival& arrival : round.arrivals) {
    count_latency(arrival.tail - round.messages[arrival.message].issued);
  }
  account_.close(round, packets());
  const bool forks = round.round.forks();
  for (std::size_t i = 0; i < round.messages.size(); ++i) {
    if (!forks || !round.round.joins(i)) {
      packets().remove(round.messages[i].packet);
    }
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
    if (round.round.joins(i)) {
      continue;
    }
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

// ---- what the network interfaces ask and tell ----

void ScheduleExecutor::refuse_arrival(NodeId at) {
  throw std::logic_error("node " + std::to_string(at) + " received a message that is not for it");
}

inline std::size_t ScheduleExecutor::arrival_of(PacketHandle packet, NodeId at) const {
  const Packet& p = packets()[packet];
  if (p.tree != nullptr) {
    const std::uint32_t index = places_[packet].round->message_of_fork(places_[packet].index, at);
    if (index == RoundInFlight::kNoMessage) {
      refuse_arrival(at);
    }
    return places_[packet].round->messages[index].first_arrival;
  }
  std::uint32_t place = 0;
  while (p.destinations[place] != at) {
    if (++place == p.destination_count) {
      refuse_arrival(at);
    }
  }
  const Place message = places_[packet];
  return message.round->messages[message.index].first_arrival + place;
}

void ScheduleExecutor::read(PacketHandle packet, std::uint32_t first, std::uint32_t count,
                            Word* out) {
  const Place place = places_[packet];
  words_.read(place.round->round[place.index], first, count, out);
}

void ScheduleExecutor::write(PacketHandle packet, NodeId at, std::uint32_t first,
                             std::uint32_t count, const Word* in) {
  const Place place = places_[packet];
  RoundInFlight& round = *place.round;
  const std::size_t arrival = arrival_of(packet, at);
  round.arrivals[arrival].words += count;
  if (!reduces_) {
    words_.write(round.round[place.index], at, first, count, in);
    return;
  }
  std::vector<Word>& operand = round.operands[arrival];
  if (operand.empty() && !spare_operands_.empty()) {
    operand.swap(spare_operands_.back());
    spare_operands_.pop_back();
  }
  operand.reserve(packets()[packet].payload_flits);
  operand.insert(operand.end(), in, in + count);
}

void ScheduleExecutor::add_operand(RoundInFlight& round, std::size_t arrival) {
  std::vector<Word>& words = round.operands[arrival];
  const Arrival& here = round.arrivals[arrival];
  words_.combine(round.round[here.message], round.destination(here), words);
  words.clear();
  spare_operands_.push_back(std::move(words));
}

void ScheduleExecutor::sent(PacketHandle packet, Cycle issued, Cycle injected) {
  const Place place = places_[packet];
  Message& message = place.round->messages[place.index];
  message.issued = issued;
  message.injected = injected;
  place.round->for_each_joining(place.index, [&](Message& joined) {
    joined.issued = issued;
    joined.injected = injected;
  });
  Node& node = nodes_[packets()[packet].source];
  ++node.sent;
  if (node.parked.empty()) {
    return;
  }
  // What has been parked in this cycle would not have been if the executor had come later.
  for (Due& due : std::exchange(node.parked, {})) {
    if (due.at == now()) {
      take_effect(due, now());
    } else {
      due.at = now() + 1;
      due_.push(due);
    }
  }
  wake_at(now() + 1);
}

void ScheduleExecutor::received(PacketHandle packet, NodeId at, Cycle head_arrived,
                                Cycle tail_arrived) {
  const Packet& p = packets()[packet];
  RoundInFlight& round = *places_[packet].round;
  const std::size_t index = arrival_of(packet, at);
  Arrival& here = round.arrivals[index];
  here.head = head_arrived;
  here.tail = tail_arrived;
  if (here.words != p.payload_flits && missing_words_.empty()) {
    missing_words_ = "node " + std::to_string(at) + " received " + std::to_string(here.words) +
                     " words of a message of " + std::to_string(p.payload_flits) + " from node " +
                     std::to_string(p.source);
  }
  const Cycle done = tail_arrived + account_.handling(round, here.message);
  round.record.end = std::max(round.record.end, done);
  if (dependencies_) {
    due_.push({done, at, {&round, static_cast<std::uint32_t>(index)}, here.number});
    wake_at(done);
  } else if (--round.outstanding == 0) {
    wake_at(round.record.end);
  }
}

const std::string& ScheduleExecutor::data_error_so_far() const {
  return missing_words_.empty() ? payload_.error() : missing_words_;
}

std::string ScheduleExecutor::data_error() const {
  return data_error_so_far().empty() ? possession_.missing() : data_error_so_far();
}

}  // namespace flitcast
