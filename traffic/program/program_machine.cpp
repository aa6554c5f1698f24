#include "traffic/program/program_machine.h"

#include <algorithm>
#include <stdexcept>

namespace flitcast {
namespace {

/// After so many operations the memory of those that are over is given back.
constexpr std::uint64_t kRestAfter = std::uint64_t{1} << 18;

/// What an operation takes, added to it, can still be counted.
constexpr Cycle kLast = 4'000'000'000'000'000'000;

}  // namespace

ProgramMachine::ProgramMachine(const Program& program, const Costs& costs, std::uint32_t fifo_depth,
                               std::uint64_t seed, MessageCarrier& carrier)
    : program_(program),
      costs_(costs),
      fifo_depth_(fifo_depth),
      carrier_(carrier),
      states_(program.size()),
      ranks_(program.ranks()),
      memory_(program, seed) {}

// ---- what is ready, and its turn ----

void ProgramMachine::start(Cycle now) {
  now_ = begun_ = now;
  if (watcher_ != nullptr) {
    watcher_->begins(now);
  }
  for (std::uint32_t r = 0; r < program_.ranks(); ++r) {
    const Program::Rank& rank = program_.rank(r);
    ranks_[r].streams.resize(rank.streams);
    for (std::uint32_t op = rank.first; op < rank.end; ++op) {
      states_[op] = {kNone, program_[op].dependencies, Phase::kWaits};
      if (op % kRestAfter == 0) {
        rest();
      }
      if (program_[op].dependencies == 0) {
        ready(r, op);
      }
    }
  }
  completion_ = now;
  act(now);
}

void ProgramMachine::rest() const {
  program_.rest();
  states_.rest();
}

void ProgramMachine::act(Cycle now) {
  if (now > kLast) {
    throw std::length_error("takes more than " + std::to_string(kLast) + " cycles");
  }
  now_ = now;
  for (;;) {
    std::size_t next = 0;  // others come while they are handled
    while (next < at_once_.size()) {
      handle(Event(at_once_[next++]));
    }
    at_once_.clear();
    if (events_.empty() || events_.top().at > now) {
      break;
    }
    at_once_.push_back(events_.top());
    events_.pop();
  }
  post_begun();
}

void ProgramMachine::plan(Cycle after, std::uint32_t rank, std::uint32_t op, What what,
                          std::uint32_t message) {
  const Event event{now_ + after, op, message, rank, what};
  if (after > 0) {
    events_.push(event);
  } else {
    at_once_.push_back(event);
  }
}

void ProgramMachine::handle(const Event& event) {
  const std::uint32_t rank = event.rank;
  cause_ = {event.what, event.op};
  switch (event.what) {
    case What::kArrived: {
      Message& message = messages_[event.message];
      message.arrival = ++arrivals_;
      if (watcher_ != nullptr) {
        watcher_->arrived(event.op, event.at);
      }
      match(rank, *message.channel);
      return;
    }
    case What::kSent:
      messages_[event.message].sent = true;
      forget_if_over(event.message);
      if (!program_[event.op].joins) {
        --ranks_[rank].posted;
        post_waiting(rank);
      }
      finish(event);
      return;
    case What::kFinished:
      finish(event);
      return;
    case What::kStreamFree:
      ranks_[rank].streams[program_[event.op].stream].busy = false;
      serve(rank, program_[event.op].stream);
      return;
    case What::kStarted:
      release(rank, event.op, true);
      return;
    case What::kBeginning:  // of no event
      return;
  }
}

void ProgramMachine::ready(std::uint32_t rank, std::uint32_t op) {
  states_[op].phase = Phase::kReady;
  if (watcher_ != nullptr) {
    watcher_->ready(op, cause_, now_);
  }
  if (!takes_turns(program_[op].kind) || program_[op].joins) {
    begin(rank, op);
    return;
  }
  const std::uint32_t stream = program_[op].stream;
  append(ranks_[rank].streams[stream].ready, op, states_);
  serve(rank, stream);
}

void ProgramMachine::serve(std::uint32_t rank, std::uint32_t stream) {
  Stream& turns = ranks_[rank].streams[stream];
  while (!turns.busy && !turns.ready.empty()) {
    begin(rank, take(turns.ready, states_));
  }
}

/// The operation takes its stream for so long.
void ProgramMachine::occupy(std::uint32_t rank, std::uint32_t op, Cycle cycles) {
  if (cycles > 0) {
    ranks_[rank].streams[program_[op].stream].busy = true;
    plan(cycles, rank, op, What::kStreamFree);
  }
}

void ProgramMachine::begin(std::uint32_t rank, std::uint32_t op) {
  const ProgramOp& what = program_[op];
  if (what.kind == OpKind::kSend && !what.joins && fifo_depth_ > 0) {
    Channel& channel = channel_of(rank, what.peer, what.tag);
    if (channel.taken == fifo_depth_) {
      append(channel.held_up, op, states_);
      if (watcher_ != nullptr) {
        watcher_->held_up(op, now_);
      }
      return;
    }
  }
  states_[op].phase = Phase::kStarted;
  if (watcher_ != nullptr) {
    watcher_->started(op, cause_, now_);
  }
  if (what.tells_start) {
    plan(0, rank, op, What::kStarted);
  }
  if (receives(what.kind)) {
    begin_receive(rank, op);
    return;
  }
  if (what.kind == OpKind::kSend) {
    begin_send(rank, op);
    return;
  }
  const Cycle cycles = cycles_of(what, costs_, now_ - begun_);
  if (takes_turns(what.kind)) {
    occupy(rank, op, cycles);
  }
  plan(cycles, rank, op, What::kFinished);
}

Cycle ProgramMachine::cycles_of(const ProgramOp& op, const Costs& costs, Cycle begun) {
  const auto amount = op.at_once ? 0 : static_cast<Cycle>(op.amount);
  switch (op.kind) {
    case OpKind::kCopy:
      return amount * costs.copy_flit;
    case OpKind::kReduce:
      return amount * costs.reduce_flit;
    case OpKind::kWait:
      return std::max<Cycle>(amount - begun, 0);
    default:
      return amount;
  }
}

// ---- operations end ----

void ProgramMachine::finish(const Event& event) {
  const std::uint32_t rank = event.rank;
  const ProgramOp& what = program_[event.op];
  if (watcher_ != nullptr) {
    watcher_->finished(event.op, event.at);
  }
  if (receives(what.kind)) {
    memory_.receive(rank, event.op, messages_[event.message].told.words);
    leave_channel(rank, event.message);
  } else if (what.kind == OpKind::kCopy || what.kind == OpKind::kReduce) {
    memory_.copy(rank, event.op);
  }
  states_[event.op].phase = Phase::kDone;
  completion_ = event.at;
  if (++done_ % kRestAfter == 0) {
    rest();
  }
  release(rank, event.op, false);
}

void ProgramMachine::leave_channel(std::uint32_t rank, std::uint32_t message) {
  Channel& channel = *messages_[message].channel;
  --channel.taken;
  --in_channels_;
  messages_[message].received = true;
  forget_if_over(message);
  if (!channel.held_up.empty()) {
    const std::uint32_t op = take(channel.held_up, states_);
    ready(program_.rank_of(op), op);
  } else if (channel.taken == 0 && channel.receives.empty()) {
    ranks_[rank].channels.erase(channel.key);
  }
}

void ProgramMachine::forget_if_over(std::uint32_t message) {
  if (messages_[message].sent && messages_[message].received) {
    carrier_.forget(message);
    free_messages_.push_back(message);
  }
}

/// The rank of an operation, which most often is of `likely`.
std::uint32_t ProgramMachine::rank_of(std::uint32_t op, std::uint32_t likely) const {
  const Program::Rank& rank = program_.rank(likely);
  return op >= rank.first && op < rank.end ? likely : program_.rank_of(op);
}

void ProgramMachine::release(std::uint32_t rank, std::uint32_t op, bool on_start) {
  program_.for_each_edge(op, [&](const Program::Edge& edge) {
    if (edge.on_start == on_start && --states_[edge.then].count == 0) {
      ready(rank_of(edge.then, rank), edge.then);
    }
  });
}

// ---- what went wrong ----

std::string ProgramMachine::describe_left_over() const {
  for (const RankState& rank : ranks_) {
    for (const auto& [key, channel] : rank.channels) {
      if (channel.taken > 0 && !channel.messages.empty()) {
        return program_.describe(messages_[channel.messages.first].told.op);
      }
    }
  }
  return "";
}

std::string ProgramMachine::reason(std::uint32_t op) const {
  const ProgramOp& what = program_[op];
  switch (states_[op].phase) {
    case Phase::kStarted:
      return receives(what.kind) ? "no message came for it" : "its message is under way";
    case Phase::kReady:
      return "its channel is full, " + std::to_string(fifo_depth_) + " messages are not received";
    default:
      break;
  }
  const std::uint32_t own = program_.rank_of(op);
  for (std::uint32_t first = 0; first < program_.size(); ++first) {
    bool waits = false;
    program_.for_each_edge(first, [&](const Program::Edge& edge) { waits |= edge.then == op; });
    if (waits && states_[first].phase != Phase::kDone) {
      const std::uint32_t rank = program_.rank_of(first);
      return "waits for operation " + std::to_string(first - program_.rank(rank).first + 1) +
             (rank == own ? "" : " of rank " + std::to_string(rank));
    }
  }
  return "";
}

std::vector<std::string> ProgramMachine::waiting(std::size_t most) const {
  std::vector<std::string> lines;
  for (const bool begun : {true, false}) {
    for (std::uint32_t op = 0; op < program_.size() && lines.size() < most; ++op) {
      const Phase phase = states_[op].phase;
      if (phase != Phase::kDone && (phase != Phase::kWaits) == begun) {
        lines.push_back(program_.describe(op) + ": " + reason(op));
      }
    }
    if (!lines.empty()) {
      break;
    }
  }
  return lines;
}

}  // namespace flitcast
