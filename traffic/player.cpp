#include "traffic/player.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace flitcast {
namespace {

constexpr std::size_t kBaseRoute = std::numeric_limits<std::size_t>::max();
constexpr std::uint64_t kRoundComplete = 1;

}  // namespace

Player::Player(const Schedule& schedule, const Routing& routing, bool source_routing,
               Payload& payload, PacketPool& packets, WakeQueue& wakes, std::uint32_t module,
               DeliverySink* deliveries)
    : schedule_(schedule),
      routing_(routing),
      source_routing_(source_routing),
      payload_(payload),
      packets_(packets),
      wakes_(wakes),
      deliveries_(deliveries),
      interfaces_(routing.topology().nodes()),
      possession_(schedule.operation) {
  wakes_.enlist(alarm_, module);
}

void Player::attach(NodeId node, NiCore& ni) {
  interfaces_.at(node) = &ni;
}

void Player::start() {
  wakes_.wake(alarm_, kRoundComplete, 0);
}

void Player::tick(Cycle now) {
  if (alarm_.take(now) == 0) {
    return;
  }
  if (next_round_ > 0) {
    finish_round(now);
  }
  start_round(now);
}

// ---- rounds ----

void Player::start_round(Cycle now) {
  while (next_round_ < schedule_.rounds) {
    round_.clear();
    schedule_.fill(next_round_++, round_);
    if (!round_.empty()) {
      plan_source_routes();
      post_messages(now);
      return;
    }
    records_.push_back({now, now, 0, 0, 0});
  }
  payload_.finish();
  finished_ = true;
}

bool Player::follows_base_route(const MessageView& message) const {
  const NodeId last = message.path.back();
  for (std::size_t hop = 0; hop < message.hops(); ++hop) {
    const NodeId here = message.path[hop];
    const PortId port = routing_.next_port(here, last);
    if (routing_.topology().neighbour(here, port) != message.path[hop + 1]) {
      return false;
    }
  }
  return true;
}

// Lays down the routes of the messages that carry one: those whose path is not the base route, or
// all.
void Player::plan_source_routes() {
  const Topology& topology = routing_.topology();
  route_ports_.clear();
  route_of_.assign(round_.size(), kBaseRoute);
  for (std::size_t i = 0; i < round_.size(); ++i) {
    const MessageView message = round_[i];
    if (!source_routing_ && (message.base_route || follows_base_route(message))) {
      continue;
    }
    route_of_[i] = route_ports_.size();
    for (std::size_t hop = 0; hop < message.hops(); ++hop) {
      route_ports_.push_back(topology.port_towards(message.path[hop], message.path[hop + 1]));
    }
  }
}

const PortId* Player::source_route(std::size_t message) const {
  return route_of_[message] == kBaseRoute ? nullptr : route_ports_.data() + route_of_[message];
}

void Player::post_messages(Cycle now) {
  current_ = {now, now, round_.size(), 0, 0};
  current_flits_ = 0;
  sent_.clear();
  std::size_t arrivals = 0;
  for (std::size_t i = 0; i < round_.size(); ++i) {
    const MessageView message = round_[i];
    const std::uint64_t flits = schedule_.payload_flits(message);
    if (flits + message.header_flits() > std::numeric_limits<std::uint32_t>::max()) {
      throw std::length_error("a message has at most 2^32 - 1 flits");
    }
    const PacketHandle handle = packets_.add(
        {message.source, message.destinations.begin(),
         static_cast<std::uint32_t>(message.destinations.size()), static_cast<std::uint32_t>(flits),
         source_route(i), static_cast<std::uint32_t>(i), messages_ + i});
    sent_.push_back({handle, 0, 0, arrivals});
    arrivals += message.destinations.size();
    interfaces_[message.source]->post(handle, now);
    current_flits_ += flits;
    current_.max_hops = std::max<std::uint64_t>(current_.max_hops, message.hops());
    current_.max_flits = std::max(current_.max_flits, flits);
  }
  arrivals_.assign(arrivals, {0, 0, 0});
  outstanding_ = arrivals;
}

void Player::finish_round(Cycle now) {
  current_.end = now;
  records_.push_back(current_);
  payload_.end_round();
  if (data_error_so_far().empty()) {
    possession_.apply(next_round_ - 1, round_);
  }
  record_deliveries();
  for (const Sent& sent : sent_) {
    packets_.remove(sent.packet);
  }
  messages_ += round_.size();
  payload_flits_ += current_flits_;
}

void Player::record_deliveries() {
  for (std::size_t i = 0; i < round_.size(); ++i) {
    const MessageView message = round_[i];
    const Sent& sent = sent_[i];
    std::size_t hop = 0;
    for (std::size_t d = 0; d < message.destinations.size(); ++d) {
      const Arrival& arrival = arrivals_[sent.first_arrival + d];
      ++latencies_[arrival.tail - sent.issued];
      if (deliveries_ == nullptr) {
        continue;
      }
      while (message.path[hop] != message.destinations[d]) {
        ++hop;
      }
      deliveries_->delivered({messages_ + i, next_round_ - 1, message.source,
                              message.destinations[d], hop, schedule_.payload_flits(message),
                              sent.issued, sent.injected, arrival.head, arrival.tail,
                              message.path});
    }
  }
}

const std::string& Player::data_error_so_far() const {
  return missing_words_.empty() ? payload_.error() : missing_words_;
}

std::string Player::data_error() const {
  return data_error_so_far().empty() ? possession_.missing() : data_error_so_far();
}

// ---- the memory behind the network interfaces ----

// Calls visit(block, first word in the block, words, offset in the batch).
template <typename Visit>
void Player::for_each_piece(PacketHandle packet, std::uint32_t first, std::uint32_t count,
                            Visit&& visit) {
  const MessageView message = round_[packets_[packet].tag];
  std::size_t block = first / schedule_.block_flits;
  std::uint32_t word = first % schedule_.block_flits;
  for (std::uint32_t done = 0; done < count; ++block, word = 0) {
    const std::uint32_t piece = std::min(count - done, schedule_.block_flits - word);
    visit(message.blocks[block], word, piece, done);
    done += piece;
  }
}

void Player::read(PacketHandle packet, std::uint32_t first, std::uint32_t count, Word* out) {
  const NodeId node = packets_[packet].source;
  for_each_piece(
      packet, first, count,
      [&](const Block& block, std::uint32_t word, std::uint32_t piece, std::uint32_t offset) {
        payload_.read(node, block, word, piece, out + offset);
      });
}

void Player::write(PacketHandle packet, NodeId at, std::uint32_t first, std::uint32_t count,
                   const Word* in) {
  arrival(packet, at).words += count;
  for_each_piece(
      packet, first, count,
      [&](const Block& block, std::uint32_t word, std::uint32_t piece, std::uint32_t offset) {
        payload_.write(at, block, word, piece, in + offset);
      });
}

void Player::sent(PacketHandle packet, Cycle issued, Cycle injected) {
  Sent& sent = sent_[packets_[packet].tag];
  sent.issued = issued;
  sent.injected = injected;
}

Player::Arrival& Player::arrival(PacketHandle packet, NodeId at) {
  const Packet& p = packets_[packet];
  const NodeId* end = p.destinations + p.destination_count;
  const NodeId* place = std::find(p.destinations, end, at);
  if (place == end) {
    throw std::logic_error("node " + std::to_string(at) + " received a message that is not for it");
  }
  return arrivals_[sent_[p.tag].first_arrival + static_cast<std::size_t>(place - p.destinations)];
}

void Player::received(PacketHandle packet, NodeId at, Cycle head_arrived, Cycle tail_arrived) {
  const Packet& p = packets_[packet];
  Arrival& here = arrival(packet, at);
  here.head = head_arrived;
  here.tail = tail_arrived;
  if (here.words != p.payload_flits && missing_words_.empty()) {
    missing_words_ = "node " + std::to_string(at) + " received " + std::to_string(here.words) +
                     " words of a message of " + std::to_string(p.payload_flits) + " from node " +
                     std::to_string(p.source);
  }
  if (--outstanding_ == 0) {
    wakes_.wake(alarm_, kRoundComplete, tail_arrived);
  }
}

}  // namespace flitcast
