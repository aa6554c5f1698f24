#include "traffic/verify/possession.h"

namespace flitcast {
namespace {

[[noreturn]] void fail(std::uint64_t round, const std::string& text) {
  throw ScheduleError(round, text);
}

std::string sends(NodeId node, const Block& block) {
  return "node " + std::to_string(node) + " sends block " + to_string(block);
}

std::string receives(NodeId node, const Block& block) {
  return "node " + std::to_string(node) + " receives block " + to_string(block);
}

std::string lacks(NodeId node, const Block& block) {
  return "node " + std::to_string(node) + " lacks block " + to_string(block);
}

}  // namespace

Possession::Possession(const Operation& operation) : operation_(operation) {
  if (operation.family() == BlockFamily::kLoose) {
    return;
  }
  index_.emplace(operation.blocks());
  if (operation.family() == BlockFamily::kPersonalised) {
    holder_.resize(index_->size());
    index_->visit_while([&](std::size_t number, const Block& block) {
      holder_[number] = static_cast<NodeId>(block.origin);
      return true;
    });
    return;
  }
  held_.resize(copies());
  if (operation.family() == BlockFamily::kReduction) {
    sums_ = OperandSums(operation.nodes, copies());
  }
  for (NodeId node = 0; node < operation.nodes; ++node) {
    for (std::size_t i = 0; i < index_->size(); ++i) {
      if (!operation.starts_with(node, (*index_)[i])) {
        continue;
      }
      held_[copy(node, i)] = true;
      if (sums_.exist()) {
        sums_.put(copy(node, i), node);
      }
    }
  }
}

void Possession::apply(std::uint64_t round_number, const Round& round) {
  if (operation_.family() == BlockFamily::kLoose) {
    apply_loose(round_number, round);
  } else if (operation_.family() == BlockFamily::kPersonalised) {
    apply_personalised(round_number, round);
  } else {
    apply_copies(round_number, round);
  }
}

std::size_t Possession::number_of(std::uint64_t round_number, NodeId node,
                                  const Block& block) const {
  const std::size_t number = index_->find(block);
  if (number == BlockIndex::kUnknown) {
    fail(round_number,
         sends(node, block) + ", which is not part of this " + operation_.kind->name());
  }
  return number;
}

void Possession::apply_loose(std::uint64_t round_number, const Round& round) const {
  for (std::size_t i = 0; i < round.size(); ++i) {
    const MessageView m = round[i];
    for (const Block& block : m.blocks) {
      if (block.origin != m.source) {
        fail(round_number, sends(m.source, block) + ", which is not its own");
      }
      for (const NodeId destination : m.destinations) {
        if (block.final != destination) {
          fail(round_number, receives(destination, block) + ", which is not for it");
        }
      }
    }
  }
}

void Possession::apply_personalised(std::uint64_t round_number, const Round& round) {
  for (std::size_t i = 0; i < round.size(); ++i) {
    const MessageView m = round[i];
    if (resolved(m.transfer, BlockFamily::kPersonalised) != Transfer::kMove) {
      fail(round_number, "node " + std::to_string(m.source) + " wants to " + to_string(m.transfer) +
                             " blocks of a scatter, which only move");
    }
    for (const Block& block : m.blocks) {
      const std::size_t number = index_->find(block);
      if (number == BlockIndex::kUnknown || holder_[number] != m.source ||
          m.destinations.size() != 1) {
        refuse_personalised(round_number, round[i], block);
      }
    }
  }
  for (std::size_t i = 0; i < round.size(); ++i) {
    const MessageView m = round[i];
    for (const Block& block : m.blocks) {
      NodeId& holder = holder_[index_->find(block)];
      if (holder != m.source) {
        fail(round_number, sends(m.source, block) + " twice");
      }
      holder = m.destinations.back();
    }
  }
}

void Possession::refuse_personalised(std::uint64_t round_number, const MessageView& m,
                                     const Block& block) const {
  const NodeId holder = holder_[number_of(round_number, m.source, block)];
  if (holder != m.source) {
    fail(round_number, sends(m.source, block) + ", which it does not hold (node " +
                           std::to_string(holder) + " does)");
  }
  fail(round_number, sends(m.source, block) + " to " + std::to_string(m.destinations.size()) +
                         " destinations; a block of a scatter has one place");
}

void Possession::apply_copies(std::uint64_t round_number, const Round& round) {
  carried_.clear();
  for (std::size_t i = 0; i < round.size(); ++i) {
    check_sender(round_number, round[i]);
    collect_sums(round[i]);
  }
  for (std::size_t i = 0; i < round.size(); ++i) {
    take_from_sender(round_number, round[i]);
  }
  for (std::size_t i = 0; i < round.size(); ++i) {
    give_to_receivers(round_number, round[i]);
  }
  carry_sums(round_number);
}

void Possession::check_sender(std::uint64_t round_number, const MessageView& m) const {
  if (!sums_.exist() && adds(m.transfer)) {
    fail(round_number, "node " + std::to_string(m.source) + " wants to " + to_string(m.transfer) +
                           " blocks of a broadcast, which nothing can be added to");
  }
  for (const Block& block : m.blocks) {
    if (!held_[copy(m.source, number_of(round_number, m.source, block))]) {
      fail(round_number, sends(m.source, block) + ", which it does not hold");
    }
    const auto ingredient = operation_.ingredient(m.source, block);
    if (ingredient && !held_[copy(m.source, index_->find(*ingredient))]) {
      fail(round_number,
           sends(m.source, block) + ", for which it lacks block " + to_string(*ingredient));
    }
  }
}

void Possession::take_from_sender(std::uint64_t round_number, const MessageView& m) {
  if (keeps(resolved(m.transfer, operation_.family()))) {
    return;
  }
  for (const Block& block : m.blocks) {
    auto held = held_[copy(m.source, index_->find(block))];
    if (!held) {
      fail(round_number, sends(m.source, block) + " twice");
    }
    held = false;
  }
}

void Possession::give_to_receivers(std::uint64_t round_number, const MessageView& m) {
  const Transfer transfer = resolved(m.transfer, operation_.family());
  for (const Block& block : m.blocks) {
    for (const NodeId destination : m.destinations) {
      store(round_number, destination, block, adds(transfer));
    }
  }
}

void Possession::store(std::uint64_t round_number, NodeId node, const Block& block, bool adds) {
  auto held = held_[copy(node, index_->find(block))];
  if (held && !adds) {
    fail(round_number, receives(node, block) + ", which it already holds");
  }
  if (!held && adds) {
    fail(round_number, receives(node, block) + ", but has given up what it could be added to");
  }
  held = true;
}

void Possession::collect_sums(const MessageView& m) {
  if (!sums_.exist()) {
    return;
  }
  const Transfer transfer = resolved(m.transfer, operation_.family());
  for (const Block& block : m.blocks) {
    const std::size_t number = index_->find(block);
    for (const NodeId destination : m.destinations) {
      carried_.push_back({copy(m.source, number), copy(destination, number), keeps(transfer)});
      if (transfer == Transfer::kAddToBoth) {
        carried_.push_back({copy(m.source, number),
                            copy(destination, index_->find(first_of_both(block))),
                            keeps(transfer)});
      }
    }
  }
}

void Possession::carry_sums(std::uint64_t round_number) {
  const auto twice = [&](std::size_t to, std::size_t operand) {
    fail(round_number,
         receives(static_cast<NodeId>(to / index_->size()), (*index_)[to % index_->size()]) +
             " with the operand of node " + std::to_string(operand) + ", which it already has");
  };
  sums_.carry(carried_, operation_.kind->idempotent() ? OperandSums::Twice() : twice);
}

std::string Possession::missing() const {
  if (operation_.family() == BlockFamily::kLoose) {
    return {};
  }
  if (operation_.family() == BlockFamily::kPersonalised) {
    return missing_personalised();
  }
  const std::string missing = missing_copy();
  return missing.empty() && sums_.exist() ? wrong_operand() : missing;
}

std::vector<std::vector<Block>> Possession::holdings() const {
  std::vector<std::vector<Block>> result(operation_.nodes);
  for (std::size_t i = 0; i < index_->size(); ++i) {
    if (!holder_.empty()) {
      result[holder_[i]].push_back((*index_)[i]);
      continue;
    }
    for (NodeId node = 0; node < operation_.nodes; ++node) {
      if (held_[copy(node, i)]) {
        result[node].push_back((*index_)[i]);
      }
    }
  }
  return result;
}

std::vector<NodeId> Possession::operands(NodeId node, const Block& block) const {
  std::vector<NodeId> result;
  const std::size_t place = copy(node, index_->find(block));
  for (NodeId operand = 0; operand < operation_.nodes; ++operand) {
    if (sums_.has(place, operand)) {
      result.push_back(operand);
    }
  }
  return result;
}

std::string Possession::missing_personalised() const {
  std::string missing;
  index_->visit_while([&](std::size_t number, const Block& block) {
    const auto final = static_cast<NodeId>(block.final);
    const bool arrived = holder_[number] == final || !operation_.promises(final, block);
    if (!arrived) {
      missing = lacks(final, block) + " (node " + std::to_string(holder_[number]) + " holds it)";
    }
    return arrived;
  });
  return missing;
}

std::string Possession::missing_copy() const {
  const bool exact = operation_.kind->exclusive();
  for (NodeId node = 0; node < operation_.nodes; ++node) {
    for (std::size_t i = 0; i < index_->size(); ++i) {
      const bool promised = operation_.promises(node, (*index_)[i]);
      if (promised && !held_[copy(node, i)]) {
        return lacks(node, (*index_)[i]);
      }
      if (exact && !promised && held_[copy(node, i)]) {
        return "node " + std::to_string(node) + " holds block " + to_string((*index_)[i]) +
               ", which is not for it";
      }
    }
  }
  return {};
}

std::string Possession::wrong_operand() const {
  for (NodeId node = 0; node < operation_.nodes; ++node) {
    for (std::size_t i = 0; i < index_->size(); ++i) {
      const Block block = (*index_)[i];
      if (!operation_.promises(node, block)) {
        continue;
      }
      if (const auto fault =
              sums_.fault(copy(node, i), operation_.promised_operands(node, block))) {
        return "the sum of block " + to_string(block) + " at node " + std::to_string(node) +
               (fault->lost ? " lacks the operand of node " : " has the operand of node ") +
               std::to_string(fault->operand) + (fault->lost ? "" : ", which is not part of it");
      }
    }
  }
  return {};
}

}  // namespace flitcast
