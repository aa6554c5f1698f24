// Possession, second part: what is held, and what is missing.

#include "hw/bits.h"
#include "traffic/verify/possession.h"

namespace flitcast {
namespace {

std::string lacks(NodeId node, const Block& block) {
  return "node " + std::to_string(node) + " lacks block " + to_string(block);
}

}  // namespace

std::string Possession::missing() const {
  if (operation_.family() == BlockFamily::kLoose) {
    return {};
  }
  if (operation_.family() == BlockFamily::kPersonalised) {
    return missing_personalised();
  }
  const std::string missing = missing_copy();
  return missing.empty() && slices_ > 0 ? wrong_operand() : missing;
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
    const OperandSlice& sum = sums_[operand / kSliceBits * copies() + place];
    if ((sum[operand % kSliceBits / kWordBits] >> operand % kWordBits & 1U) != 0) {
      result.push_back(operand);
    }
  }
  return result;
}

std::string Possession::missing_personalised() const {
  std::string missing;
  index_->visit_while([&](std::size_t number, const Block& block) {
    const auto final = static_cast<NodeId>(block.final);
    const bool arrived = holder_[number] == final;
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
      if (operation_.promises(node, (*index_)[i])) {
        if (std::string wrong = wrong_operand_of(node, i); !wrong.empty()) {
          return wrong;
        }
      }
    }
  }
  return {};
}

std::string Possession::wrong_operand_of(NodeId node, std::size_t block) const {
  const OperandRange promised = operation_.promised_operands(node, (*index_)[block]);
  const auto bits_from = [](std::size_t bit, std::size_t first) {
    return bit <= first ? (first - bit < kWordBits ? ~std::uint64_t{0} << (first - bit) : 0)
                        : ~std::uint64_t{0};
  };
  for (std::size_t first = 0; first < operation_.nodes; first += kWordBits) {
    const OperandSlice& sum = sums_[first / kSliceBits * copies() + copy(node, block)];
    const std::uint64_t wanted =
        bits_from(first, promised.first) & ~bits_from(first, promised.first + promised.count);
    const std::uint64_t found = sum[first % kSliceBits / kWordBits];
    if (found != wanted) {
      const std::size_t operand = first + static_cast<std::size_t>(lowest(found ^ wanted));
      const bool lost = (wanted >> (operand - first) & 1U) != 0;
      return "the sum of block " + to_string((*index_)[block]) + " at node " +
             std::to_string(node) +
             (lost ? " lacks the operand of node " : " has the operand of node ") +
             std::to_string(operand) + (lost ? "" : ", which is not part of it");
    }
  }
  return {};
}

}  // namespace flitcast
