#include "traffic/block_index.h"

#include <stdexcept>

namespace flitcast {

BlockIndex::BlockIndex(const Operation& operation) : parts_(operation.parts) {
  switch (operation.kind) {
    case OperationKind::kAllToAllScatter:
      origins_ = operation.nodes;
      first_final_ = 0;
      finals_ = operation.nodes;
      return;
    case OperationKind::kOneToAllScatter:
      first_origin_ = operation.root;
      first_final_ = 0;
      finals_ = operation.nodes;
      return;
    case OperationKind::kBroadcast:
      first_origin_ = operation.root;
      return;
    case OperationKind::kAllReduce:
      return;
    case OperationKind::kUnicasts:
      break;
  }
  throw std::logic_error("the blocks of unicasts are not numbered");
}

Block BlockIndex::operator[](std::size_t i) const {
  const std::size_t pair = i / parts_;
  return make_block(first_origin_ + static_cast<NodeId>(pair / finals_),
                    first_final_ + static_cast<NodeId>(pair % finals_),
                    static_cast<std::uint32_t>(i % parts_));
}

}  // namespace flitcast
