#include "traffic/verify/possession.h"

#include "hw/bits.h"

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
    slices_ = (operation.nodes + kSliceBits - 1) / kSliceBits;
    sums_.resize(slices_ * copies());
  }
  for (NodeId node = 0; node < operation.nodes; ++node) {
    for (std::size_t i = 0; i < index_->size(); ++i) {
      if (!operation.starts_with(node, (*index_)[i])) {
        continue;
      }
      held_[copy(node, i)] = true;
      if (slices_ > 0) {
        OperandSlice& sum = sums_[node / kSliceBits * copies() + copy(node, i)];
        sum[node % kSliceBits / kWordBits] |= std::uint64_t{1} << node % kWordBits;
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
  for (std::size_t slice = 0; slice < slices_; ++slice) {
    add_slice(round_number, slice);
  }
}

void Possession::check_sender(std::uint64_t round_number, const MessageView& m) const {
  if (slices_ == 0 && adds(m.transfer)) {
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
  if (slices_ == 0) {
    return;
  }
  const Transfer transfer = resolved(m.transfer, operation_.family());
  for (const Block& block : m.blocks) {
    const std::size_t number = index_->find(block);
    for (const NodeId destination : m.destinations) {
      carried_.push_back({copy(m.source, number), copy(destination, number), transfer});
      if (transfer == Transfer::kAddToBoth) {
        carried_.push_back({copy(m.source, number),
                            copy(destination, index_->find(first_of_both(block))), transfer});
      }
    }
  }
}

void Possession::add_slice(std::uint64_t round_number, std::size_t slice) {
  OperandSlice* const sums = sums_.data() + slice * copies();
  under_way_.clear();
  for (const Carried& carried : carried_) {
    under_way_.push_back(sums[carried.from]);
  }
  for (const Carried& carried : carried_) {
    if (!keeps(carried.transfer)) {
      sums[carried.from] = {};
    }
  }
  for (std::size_t i = 0; i < carried_.size(); ++i) {
    const std::size_t to = carried_[i].to;
    OperandSlice& sum = sums[to];
    for (std::size_t w = 0; w < sum.size(); ++w) {
      const std::uint64_t both = sum[w] & under_way_[i][w];
      if (both != 0 && !operation_.kind->idempotent()) {
        fail(round_number,
             receives(static_cast<NodeId>(to / index_->size()), (*index_)[to % index_->size()]) +
                 " with the operand of node " +
                 std::to_string(slice * kSliceBits + w * kWordBits +
                                static_cast<std::size_t>(lowest(both))) +
                 ", which it already has");
      }
      sum[w] |= under_way_[i][w];
    }
  }
}

}  // namespace flitcast
