#include "traffic/possession.h"

#include <algorithm>

namespace flitcast {
namespace {

/// Number of the lowest bit set in `word` != 0.
std::size_t lowest_bit(std::uint64_t word) {
  return static_cast<std::size_t>(__builtin_ctzll(word));
}

[[noreturn]] void fail(std::uint64_t round, const std::string& text) {
  throw ScheduleError("round " + std::to_string(round) + ": " + text);
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
  if (operation.kind == OperationKind::kUnicasts) {
    return;
  }
  index_.emplace(operation);
  switch (operation.family()) {
    case BlockFamily::kPersonalised:
      holder_.resize(index_->size());
      for (std::size_t i = 0; i < holder_.size(); ++i) {
        holder_[i] = static_cast<NodeId>((*index_)[i].origin);
      }
      return;
    case BlockFamily::kReplicated:
      held_.resize(operation.nodes * index_->size());
      for (std::size_t i = 0; i < index_->size(); ++i) {
        held_[copy(static_cast<NodeId>((*index_)[i].origin), i)] = true;
      }
      return;
    case BlockFamily::kReduction:
      slices_ = (operation.nodes + kSliceBits - 1) / kSliceBits;
      sums_.resize(slices_ * copies());
      for (NodeId node = 0; node < operation.nodes; ++node) {
        for (std::size_t i = 0; i < index_->size(); ++i) {
          OperandSlice& sum = sums_[node / kSliceBits * copies() + copy(node, i)];
          sum[node % kSliceBits / kWordBits] |= std::uint64_t{1} << node % kWordBits;
        }
      }
      return;
  }
}

void Possession::apply(std::uint64_t round_number, const Round& round) {
  if (operation_.kind == OperationKind::kUnicasts) {
    apply_unicasts(round_number, round);
    return;
  }
  switch (operation_.family()) {
    case BlockFamily::kPersonalised:
      apply_personalised(round_number, round);
      return;
    case BlockFamily::kReplicated:
      apply_replicated(round_number, round);
      return;
    case BlockFamily::kReduction:
      apply_reduction(round_number, round);
      return;
  }
}

std::string Possession::missing() const {
  if (operation_.kind == OperationKind::kUnicasts) {
    return {};
  }
  switch (operation_.family()) {
    case BlockFamily::kPersonalised:
      return missing_personalised();
    case BlockFamily::kReplicated:
      return missing_replicated();
    case BlockFamily::kReduction:
      return missing_operand();
  }
  return {};
}

std::size_t Possession::number_of(std::uint64_t round_number, NodeId node,
                                  const Block& block) const {
  const std::size_t number = index_->find(block);
  if (number == BlockIndex::kUnknown) {
    fail(round_number, sends(node, block) + ", which is not part of this " +
                           std::string(to_string(operation_.kind)));
  }
  return number;
}

void Possession::apply_unicasts(std::uint64_t round_number, const Round& round) const {
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
    for (const Block& block : m.blocks) {
      const NodeId holder = holder_[number_of(round_number, m.source, block)];
      if (holder != m.source) {
        fail(round_number, sends(m.source, block) + ", which it does not hold (node " +
                               std::to_string(holder) + " does)");
      }
      if (m.destinations.size() != 1) {
        fail(round_number, sends(m.source, block) + " to " + std::to_string(m.destinations.size()) +
                               " destinations; a block of a scatter has one place");
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

void Possession::apply_replicated(std::uint64_t round_number, const Round& round) {
  for (std::size_t i = 0; i < round.size(); ++i) {
    const MessageView m = round[i];
    for (const Block& block : m.blocks) {
      if (!held_[copy(m.source, number_of(round_number, m.source, block))]) {
        fail(round_number, sends(m.source, block) + ", which it does not hold");
      }
    }
  }
  for (std::size_t i = 0; i < round.size(); ++i) {
    const MessageView m = round[i];
    for (const Block& block : m.blocks) {
      for (const NodeId destination : m.destinations) {
        auto held = held_[copy(destination, index_->find(block))];
        if (held) {
          fail(round_number, receives(destination, block) + ", which it already holds");
        }
        held = true;
      }
    }
  }
}

void Possession::apply_reduction(std::uint64_t round_number, const Round& round) {
  transfers_.clear();
  for (std::size_t i = 0; i < round.size(); ++i) {
    const MessageView m = round[i];
    for (const Block& block : m.blocks) {
      const std::size_t number = number_of(round_number, m.source, block);
      for (const NodeId destination : m.destinations) {
        transfers_.push_back({copy(m.source, number), copy(destination, number)});
      }
    }
  }
  for (std::size_t slice = 0; slice < slices_; ++slice) {
    add_slice(round_number, slice);
  }
}

void Possession::add_slice(std::uint64_t round_number, std::size_t slice) {
  carried_.clear();
  for (const Transfer& transfer : transfers_) {
    carried_.push_back(sums_[slice * copies() + transfer.from]);
  }
  for (std::size_t i = 0; i < transfers_.size(); ++i) {
    const std::size_t to = transfers_[i].to;
    OperandSlice& sum = sums_[slice * copies() + to];
    for (std::size_t w = 0; w < sum.size(); ++w) {
      if (const std::uint64_t both = sum[w] & carried_[i][w]; both != 0) {
        fail(round_number,
             receives(static_cast<NodeId>(to / index_->size()), (*index_)[to % index_->size()]) +
                 " with the operand of node " +
                 std::to_string(slice * kSliceBits + w * kWordBits + lowest_bit(both)) +
                 ", which it already has");
      }
      sum[w] |= carried_[i][w];
    }
  }
}

std::string Possession::missing_personalised() const {
  for (std::size_t i = 0; i < holder_.size(); ++i) {
    const Block block = (*index_)[i];
    const auto final = static_cast<NodeId>(block.final);
    if (holder_[i] != final) {
      return lacks(final, block) + " (node " + std::to_string(holder_[i]) + " holds it)";
    }
  }
  return {};
}

std::string Possession::missing_replicated() const {
  for (NodeId node = 0; node < operation_.nodes; ++node) {
    for (std::size_t i = 0; i < index_->size(); ++i) {
      if (!held_[copy(node, i)]) {
        return lacks(node, (*index_)[i]);
      }
    }
  }
  return {};
}

std::string Possession::missing_operand() const {
  for (std::size_t c = 0; c < copies(); ++c) {
    for (std::size_t first = 0; first < operation_.nodes; first += kWordBits) {
      const OperandSlice& sum = sums_[first / kSliceBits * copies() + c];
      const std::size_t operands = std::min(kWordBits, operation_.nodes - first);
      const std::uint64_t absent =
          ~sum[first % kSliceBits / kWordBits] & (~std::uint64_t{0} >> (kWordBits - operands));
      if (absent != 0) {
        return "the sum of block " + to_string((*index_)[c % index_->size()]) + " at node " +
               std::to_string(c / index_->size()) + " lacks the operand of node " +
               std::to_string(first + lowest_bit(absent));
      }
    }
  }
  return {};
}

}  // namespace flitcast
