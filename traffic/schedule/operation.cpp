#include "traffic/schedule/operation.h"

#include <stdexcept>

#include "traffic/schedule/block_index.h"

namespace flitcast {

BlockIndex Operation::blocks() const {
  return kind->blocks(*this);
}

BlockIndex OperationKind::blocks(const Operation& /*operation*/) const {
  throw std::logic_error(std::string("the blocks of ") + name() + " are not numbered");
}

bool OperationKind::starts_with(const Operation& /*operation*/, NodeId node,
                                const Block& block) const {
  return family() == BlockFamily::kReduction || node == block.origin;
}

std::optional<Block> OperationKind::ingredient(const Operation& /*operation*/, NodeId /*node*/,
                                               const Block& /*block*/) const {
  return std::nullopt;
}

OperandRange OperationKind::promised_operands(const Operation& operation, NodeId /*node*/,
                                              const Block& /*block*/) const {
  return {0, operation.nodes};
}

Cycle OperationKind::lower_bound(const BoundRequest& /*request*/) const {
  return 0;
}

std::string OperationKind::text_of(const Operation& operation, const Block& block,
                                   const std::string& sum) const {
  if (family() != BlockFamily::kReduction) {
    return to_string(block);
  }
  const bool one = operation.parts == 1 && block == make_block(0, Block::kEveryone);
  return one ? sum : to_string(block) + "=" + sum;
}

}  // namespace flitcast
