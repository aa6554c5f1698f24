#include "traffic/program/schedule_ops.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <unordered_map>

#include "traffic/play/data_dependencies.h"
#include "traffic/theory/cost_model.h"

namespace flitcast {
namespace {

constexpr std::uint32_t kNone = ProgramOp::kNone;

using Chunks = std::vector<std::uint32_t>;

bool one_after_the_other(const Chunks& chunks) {
  for (std::size_t i = 1; i < chunks.size(); ++i) {
    if (chunks[i] != chunks[i - 1] + 1) {
      return false;
    }
  }
  return true;
}

/// Two lists of chunks as the source and the target of an operation; of none it has none.
void set_chunks(Program& program, const Chunks& source, const Chunks& target, ProgramOp& op) {
  op.listed = !one_after_the_other(source) || !one_after_the_other(target);
  const auto place = [&](const Chunks& chunks) {
    return chunks.empty() ? kNone : op.listed ? program.list(chunks) : chunks.front();
  };
  op.source = place(source);
  op.target = place(target);
}

std::uint64_t key_of(const Block& block) {
  return std::uint64_t{block.origin} | std::uint64_t{block.final} << 24U |
         std::uint64_t{block.part} << 48U;
}

}  // namespace

ScheduleOps::ScheduleOps(const Schedule& schedule, const Topology& topology,
                         const NetworkConfig& network)
    : schedule_(schedule),
      model_(timing_model(network)),
      streams_(static_cast<std::uint16_t>(network.ports)),
      reduces_(schedule.operation.family() == BlockFamily::kReduction),
      nodes_(schedule.operation.nodes) {
  DataDependencies dependencies(schedule.operation);
  Round round(topology);
  for (std::uint64_t r = 0; r < schedule.rounds; ++r) {
    round.clear();
    schedule.fill(r, round);
    for (std::size_t i = 0; i < round.size(); ++i) {
      const MessageView m = round[i];
      if (m.destinations.size() > 1 || m.joins) {
        throw ScheduleError(
            r, "the message from node " + std::to_string(m.source) +
                   (m.joins ? " joins the worm of another" : " leaves copies on its way") +
                   ", which a program cannot say");
      }
    }
    dependencies.add(round);
    for (std::size_t i = 0; i < round.size(); ++i) {
      add_send(round[i], dependencies.needs()[i]);
    }
    for (std::size_t i = 0; i < round.size(); ++i) {
      add_receive(round, i);
    }
  }
}

void ScheduleOps::add_send(const MessageView& message, std::uint32_t need) {
  const std::uint64_t flits = schedule_.payload_flits(message);
  if (flits + message.header_flits() > std::numeric_limits<std::uint32_t>::max()) {
    throw std::length_error("a message has at most 2^32 - 1 flits");
  }
  Node& source = nodes_[message.source];
  source.sends.push_back({message.destinations[0], need,
                          static_cast<std::uint32_t>(message.blocks.size()), blocks_.size()});
  source.sends_next.push_back(true);
  blocks_.insert(blocks_.end(), message.blocks.begin(), message.blocks.end());
}

void ScheduleOps::add_receive(const Round& round, std::size_t index) {
  const MessageView message = round[index];
  const Cycle handling = static_cast<Cycle>(round.copy_flits()) * model_.t_r +
                         (reduces_ ? reduction_cycles(model_, schedule_, message) : 0);
  Node& target = nodes_[message.destinations[0]];
  target.receives.push_back({message.source, static_cast<std::uint32_t>(target.sends.size()),
                             static_cast<std::uint32_t>(message.blocks.size()), blocks_.size(),
                             handling, schedule_.transfer_of(message)});
  target.sends_next.push_back(false);
  blocks_.insert(blocks_.end(), message.blocks.begin(), message.blocks.end());
  handles_ = handles_ || handling > 0;
}

// ---- one node ----

/// Receives take effect one after the other. Where none of them takes time, each waits for the one
/// before; else all are ready at once, and what takes effect are operations after them.
class ScheduleOps::Appending {
 public:
  Appending(const ScheduleOps& all, Program& program, const Destination& where)
      : all_(all), program_(program), where_(where) {
    if (where.memory != nullptr) {
      for (const HeldBlock& held : *where.memory) {
        place_of(held.block);
      }
    }
  }

  std::vector<std::uint32_t> append(const Node& node) {
    auto send = node.sends.begin();
    auto receive = node.receives.begin();
    for (const bool sends : node.sends_next) {
      if (sends) {
        add(*send++);
      } else {
        add(*receive++);
      }
    }
    std::vector<std::uint32_t> last(sends_.begin() + awaited_sends_, sends_.end());
    if (!effects_.empty()) {
      last.push_back(effects_.back());
    }
    return last;
  }

  std::uint32_t chunks() const { return chunks_; }

 private:
  void add(const Send& send) {
    ProgramOp op = message(OpKind::kSend, send.to, send.blocks);
    op.stream = static_cast<std::uint16_t>(where_.stream + sends_.size() % all_.streams_);
    set_chunks(program_, places_of(send.first_block, send.blocks), {}, op);
    sends_.push_back(program_.add(op));
    need_ = std::max(need_, send.need);
    require(sends_.back(), need_ > 0 ? effects_[need_ - 1] : where_.after);
  }

  void add(const Receive& receive) {
    const Chunks places = places_of(receive.first_block, receive.blocks);
    const bool changes = all_.reduces_ && where_.memory != nullptr;
    const bool apart = changes && (all_.handles_ || receive.transfer == Transfer::kAddToBoth);
    const bool adds_at_once = changes && !apart && adds(receive.transfer);
    const Chunks arriving = apart ? new_places(receive.blocks) : places;
    ProgramOp op = message(adds_at_once ? OpKind::kReceiveAdd : OpKind::kReceive, receive.from,
                           receive.blocks);
    set_chunks(program_, adds_at_once ? places : Chunks(), arriving, op);
    const std::uint32_t received = program_.add(op);
    if (!all_.handles_) {
      require(received, effects_.empty() ? where_.after : effects_.back());
      await_sends(received, receive);
      effects_.push_back(apart ? combine(receive, arriving, received) : received);
      return;
    }
    require(received, where_.after);
    ProgramOp handling;
    handling.kind = OpKind::kDelay;
    handling.amount = static_cast<std::uint64_t>(receive.handling);
    const std::uint32_t handled = program_.add(handling);
    program_.require(handled, received);
    ProgramOp wait;
    wait.kind = OpKind::kWait;
    const std::uint32_t due = program_.add(wait);
    program_.require(due, handled);
    require(due, effects_.empty() ? kNone : effects_.back());
    await_sends(due, receive);
    effects_.push_back(apart ? combine(receive, arriving, due) : due);
  }

  /// What has arrived apart is stored, or added, after `last`.
  std::uint32_t combine(const Receive& receive, const Chunks& arrived, std::uint32_t last) {
    ProgramOp op;
    op.kind = adds(receive.transfer) ? OpKind::kReduce : OpKind::kCopy;
    op.amount = flits_of(receive.blocks);
    op.at_once = true;
    const auto add_after_last = [&](const Chunks& places) {
      set_chunks(program_, arrived, places, op);
      const std::uint32_t then = program_.add(op);
      program_.require(then, last);
      last = then;
    };
    add_after_last(places_of(receive.first_block, receive.blocks));
    if (receive.transfer == Transfer::kAddToBoth) {
      Chunks both;
      for (std::uint32_t i = 0; i < receive.blocks; ++i) {
        both.push_back(place_of(first_of_both(all_.blocks_[receive.first_block + i])));
      }
      add_after_last(both);
    }
    return last;
  }

  /// A partial sum changes when what does not include it has left.
  void await_sends(std::uint32_t op, const Receive& receive) {
    for (; all_.reduces_ && awaited_sends_ < receive.after_sends; ++awaited_sends_) {
      program_.require(op, sends_[awaited_sends_]);
    }
  }

  void require(std::uint32_t then, std::uint32_t first) {
    if (first != kNone) {
      program_.require(then, first);
    }
  }

  std::uint64_t flits_of(std::uint32_t blocks) const {
    return std::uint64_t{blocks} * all_.schedule_.block_flits;
  }

  ProgramOp message(OpKind kind, NodeId peer, std::uint32_t blocks) const {
    ProgramOp op;
    op.kind = kind;
    op.amount = flits_of(blocks);
    op.peer = where_.ranks == nullptr ? peer : (*where_.ranks)[peer];
    op.tag = where_.tag;
    return op;
  }

  // ---- memory ----

  std::uint32_t place_of(const Block& block) {
    const auto [place, is_new] = places_.emplace(key_of(block), chunks_);
    chunks_ += is_new ? 1 : 0;
    return place->second;
  }

  Chunks places_of(std::size_t first, std::uint32_t blocks) {
    Chunks chunks;
    for (std::uint32_t i = 0; where_.memory != nullptr && i < blocks; ++i) {
      chunks.push_back(place_of(all_.blocks_[first + i]));
    }
    return chunks;
  }

  Chunks new_places(std::uint32_t blocks) {
    Chunks chunks;
    for (std::uint32_t i = 0; i < blocks; ++i) {
      chunks.push_back(chunks_++);
    }
    return chunks;
  }

  const ScheduleOps& all_;
  Program& program_;
  const Destination& where_;
  std::unordered_map<std::uint64_t, std::uint32_t> places_;  // of blocks
  std::uint32_t chunks_ = 0;
  std::vector<std::uint32_t> sends_;
  std::vector<std::uint32_t> effects_;  // the operations with which receives take effect
  std::uint32_t awaited_sends_ = 0;     // that effects wait for
  std::uint32_t need_ = 0;              // of sends so far
};

std::vector<std::uint32_t> ScheduleOps::append(Program& program, NodeId node,
                                               const Destination& where) const {
  Appending appending(*this, program, where);
  std::vector<std::uint32_t> last = appending.append(nodes_[node]);
  if (where.memory != nullptr) {
    program.set_chunks(where.ranks == nullptr ? node : (*where.ranks)[node], appending.chunks());
  }
  return last;
}

}  // namespace flitcast
