#include "traffic/schedule/block_index.h"

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
    case OperationKind::kGather:
      origins_ = operation.nodes;
      first_final_ = operation.root;
      return;
    case OperationKind::kShift:
      shape_ = Shape::kShift;
      origins_ = operation.nodes;
      shifted_ = operation.shifted();
      return;
    case OperationKind::kBroadcast:
    case OperationKind::kMulticast:
      first_origin_ = operation.root;
      return;
    case OperationKind::kAllToAllBroadcast:
      origins_ = operation.nodes;
      return;
    case OperationKind::kAllToAllReduction:
      first_final_ = 0;
      finals_ = operation.nodes;
      return;
    case OperationKind::kPrefixSum:
      origins_ = 2;
      return;
    case OperationKind::kReduction:
    case OperationKind::kAllReduce:
    case OperationKind::kBarrier:
      return;
    case OperationKind::kMatrixVector:
      shape_ = Shape::kMatrixVector;
      origins_ = operation.nodes / operation.columns;
      pieces_ = operation.columns;
      step_ = operation.columns;
      return;
    case OperationKind::kUnicasts:
      break;
  }
  throw std::logic_error("the blocks of unicasts are not numbered");
}

std::size_t BlockIndex::find_in_shape(const Block& block) const {
  const auto origin = static_cast<std::uint32_t>(block.origin);
  const auto final = static_cast<std::uint32_t>(block.final);
  const auto part = static_cast<std::uint32_t>(block.part);
  std::size_t pair = kUnknown;
  if (shape_ == Shape::kShift) {
    if (origin < origins_ && final == shifted_[origin]) {
      pair = origin;
    }
  } else if (final == Block::kEveryone) {
    if (origin < pieces_) {
      pair = origin;
    }
  } else if (origin == 0 && final % step_ == 0 && final / step_ < origins_) {
    pair = pieces_ + final / step_;
  }
  return pair == kUnknown || part >= parts_ ? kUnknown : pair * parts_ + part;
}

Block BlockIndex::operator[](std::size_t i) const {
  const auto pair = static_cast<NodeId>(i / parts_);
  const auto part = static_cast<std::uint32_t>(i % parts_);
  switch (shape_) {
    case Shape::kRectangle:
      return make_block(first_origin_ + pair / finals_, first_final_ + pair % finals_, part);
    case Shape::kShift:
      return make_block(pair, shifted_[pair], part);
    case Shape::kMatrixVector:
      return pair < pieces_ ? make_block(pair, Block::kEveryone, part)
                            : make_block(0, (pair - pieces_) * step_, part);
  }
  throw std::logic_error("unknown shape of a block index");
}

}  // namespace flitcast
