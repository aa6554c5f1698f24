#include <algorithm>

#include "traffic/program/program_machine.h"

namespace flitcast {
namespace {

std::uint64_t key_of(std::uint32_t source, std::uint32_t tag) {
  return std::uint64_t{source} << 32U | tag;
}

bool takes(const ProgramOp& receive, std::uint64_t key) {
  return (receive.peer == ProgramOp::kAny || receive.peer == key >> 32U) &&
         (receive.tag == ProgramOp::kAny || receive.tag == static_cast<std::uint32_t>(key));
}

bool is_wild(const ProgramOp& receive) {
  return receive.peer == ProgramOp::kAny || receive.tag == ProgramOp::kAny;
}

}  // namespace

// ---- messages go ----

void ProgramMachine::begin_send(std::uint32_t rank, std::uint32_t op) {
  const ProgramOp& what = program_[op];
  Channel& channel = channel_of(rank, what.peer, what.tag);
  ++channel.taken;
  ++in_channels_;
  if (!what.joins) {
    occupy(rank, op, costs_.startup);
    begun_sends_.push_back(op);
  }
}

/// Sends of a rank that begin in one cycle go in the order of the program, whatever released them.
void ProgramMachine::post_begun() {
  std::sort(begun_sends_.begin(), begun_sends_.end());
  for (const std::uint32_t op : begun_sends_) {
    const std::uint32_t rank = program_.rank_of(op);
    append(ranks_[rank].posts, op, states_);
    post_waiting(rank);
  }
  begun_sends_.clear();
}

void ProgramMachine::post_waiting(std::uint32_t rank) {
  RankState& state = ranks_[rank];
  while (state.posted < costs_.posted && !state.posts.empty()) {
    ++state.posted;
    post(rank, take(state.posts, states_));
  }
}

void ProgramMachine::post(std::uint32_t rank, std::uint32_t op) {
  const ProgramOp& what = program_[op];
  auto number = static_cast<std::uint32_t>(messages_.size());
  if (free_messages_.empty()) {
    messages_.emplace_back();
  } else {
    number = free_messages_.back();
    free_messages_.pop_back();
  }
  Message& message = messages_[number];
  message.channel = &channel_of(rank, what.peer, what.tag);
  message.arrival = 0;
  message.sent = message.received = false;
  message.told.op = op;
  message.told.source = rank;
  message.told.destination = what.peer;
  message.told.posted = now_;
  memory_.send(rank, op, message.told.words);
  append(message.channel->messages, number, messages_);
  if (watcher_ != nullptr) {
    watcher_->posted(op, now_);
  }
  carrier_.carry(number, now_);
  for (const std::uint32_t joined : program_.joined(op)) {
    post(rank, joined);
  }
}

void ProgramMachine::sent(std::uint32_t message, Cycle at) {
  const ProgramMessage& told = messages_[message].told;
  events_.push({at + 1, told.op, message, told.source, What::kSent});
}

void ProgramMachine::arrived(std::uint32_t message, Cycle at) {
  const ProgramMessage& told = messages_[message].told;
  events_.push({at, told.op, message, told.destination, What::kArrived});
}

// ---- messages and receives meet ----

ProgramMachine::Channel& ProgramMachine::channel_of(std::uint32_t source, std::uint32_t destination,
                                                    std::uint32_t tag) {
  const std::uint64_t key = key_of(source, tag);
  Channel& channel = ranks_[destination].channels[key];
  channel.key = key;
  return channel;
}

void ProgramMachine::begin_receive(std::uint32_t rank, std::uint32_t op) {
  const ProgramOp& what = program_[op];
  RankState& state = ranks_[rank];
  states_[op].count = ++state.receives;
  if (!is_wild(what)) {
    Channel& channel = channel_of(what.peer, rank, what.tag);
    append(channel.receives, op, states_);
    match(rank, channel);
    return;
  }
  append(state.wild, op, states_);
  Channel* earliest = nullptr;
  for (auto& [key, channel] : state.channels) {
    if (channel.messages.empty() || !takes(what, key)) {
      continue;
    }
    const std::uint64_t arrival = messages_[channel.messages.first].arrival;
    if (arrival != 0 &&
        (earliest == nullptr || arrival < messages_[earliest->messages.first].arrival)) {
      earliest = &channel;
    }
  }
  if (earliest != nullptr) {
    match(rank, *earliest);
  }
}

/// The first receive from any source or tag that takes messages of the channel, if it became ready
/// before that one; kNone if there is none.
std::uint32_t ProgramMachine::take_wild(RankState& rank, const Channel& channel,
                                        std::uint32_t before) {
  std::uint32_t last = kNone;
  for (std::uint32_t op = rank.wild.first; op != kNone; last = op, op = states_[op].next) {
    if (before != kNone && states_[op].count > states_[before].count) {
      return kNone;
    }
    if (takes(program_[op], channel.key)) {
      const std::uint32_t next = states_[op].next;
      (last == kNone ? rank.wild.first : states_[last].next) = next;
      rank.wild.last = next == kNone ? last : rank.wild.last;
      return op;
    }
  }
  return kNone;
}

void ProgramMachine::match(std::uint32_t rank, Channel& channel) {
  while (!channel.messages.empty() && messages_[channel.messages.first].arrival != 0) {
    std::uint32_t receive = take_wild(ranks_[rank], channel, channel.receives.first);
    if (receive == kNone) {
      if (channel.receives.empty()) {
        return;
      }
      receive = take(channel.receives, states_);
    }
    pair(take(channel.messages, messages_), receive);
  }
}

void ProgramMachine::pair(std::uint32_t message, std::uint32_t op) {
  const ProgramOp& receive = program_[op];
  memory_.check_size(op, program_[messages_[message].told.op].amount);
  if (watcher_ != nullptr) {
    watcher_->matched(op, messages_[message].told.op, cause_, now_);
  }
  const Cycle adding = receive.kind == OpKind::kReceiveAdd
                           ? static_cast<Cycle>(receive.amount) * costs_.reduce_flit
                           : 0;
  plan(adding, messages_[message].told.destination, op, What::kFinished, message);
}

}  // namespace flitcast
