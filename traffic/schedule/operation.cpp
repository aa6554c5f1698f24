#include "traffic/schedule/operation.h"

#include <algorithm>
#include <stdexcept>

namespace flitcast {

std::string to_string(const Block& block) {
  const auto final = static_cast<std::uint32_t>(block.final);
  std::string text = std::to_string(block.origin) + "->" +
                     (final == Block::kEveryone ? "*" : std::to_string(final));
  if (block.part > 0) {
    text += "." + std::to_string(block.part);
  }
  return text;
}

BlockFamily Operation::family() const {
  switch (kind) {
    case OperationKind::kAllToAllScatter:
    case OperationKind::kOneToAllScatter:
    case OperationKind::kGather:
    case OperationKind::kShift:
    case OperationKind::kUnicasts:
      return BlockFamily::kPersonalised;
    case OperationKind::kBroadcast:
    case OperationKind::kMulticast:
    case OperationKind::kAllToAllBroadcast:
      return BlockFamily::kReplicated;
    case OperationKind::kReduction:
    case OperationKind::kAllToAllReduction:
    case OperationKind::kAllReduce:
    case OperationKind::kPrefixSum:
    case OperationKind::kBarrier:
    case OperationKind::kMatrixVector:
      return BlockFamily::kReduction;
  }
  throw std::logic_error("unknown operation kind");
}

std::vector<NodeId> Operation::shifted() const {
  std::vector<NodeId> finals(nodes);
  for (NodeId place = 0; place < nodes; ++place) {
    const NodeId target = (place + shift) % nodes;
    finals[ring.empty() ? place : ring[place]] = ring.empty() ? target : ring[target];
  }
  return finals;
}

bool Operation::starts_with(NodeId node, const Block& block) const {
  if (kind == OperationKind::kMatrixVector) {
    return is_vector_piece(block) ? node == block.origin : node / columns == block.final / columns;
  }
  return family() == BlockFamily::kReduction || node == block.origin;
}

std::optional<Block> Operation::ingredient(NodeId node, const Block& block) const {
  if (kind != OperationKind::kMatrixVector || is_vector_piece(block)) {
    return std::nullopt;
  }
  return make_block(node % columns, Block::kEveryone, static_cast<std::uint32_t>(block.part));
}

bool Operation::promises(NodeId node, const Block& block) const {
  switch (kind) {
    case OperationKind::kAllToAllScatter:
    case OperationKind::kOneToAllScatter:
    case OperationKind::kGather:
    case OperationKind::kShift:
    case OperationKind::kUnicasts:
    case OperationKind::kAllToAllReduction:
      return node == block.final;
    case OperationKind::kBroadcast:
    case OperationKind::kAllToAllBroadcast:
    case OperationKind::kAllReduce:
    case OperationKind::kBarrier:
      return true;
    case OperationKind::kMulticast:
      return node == root || std::binary_search(destinations.begin(), destinations.end(), node);
    case OperationKind::kReduction:
      return node == root;
    case OperationKind::kPrefixSum:
      return block.origin == 0;
    case OperationKind::kMatrixVector:
      return is_vector_piece(block) ? node % columns == block.origin : node == block.final;
  }
  throw std::logic_error("unknown operation kind");
}

OperandRange Operation::promised_operands(NodeId node, const Block& block) const {
  if (kind == OperationKind::kPrefixSum) {
    return {0, node + 1};
  }
  if (kind == OperationKind::kMatrixVector) {
    return is_vector_piece(block) ? OperandRange{static_cast<NodeId>(block.origin), 1}
                                  : OperandRange{static_cast<NodeId>(block.final), columns};
  }
  return {0, nodes};
}

const char* to_string(OperationKind kind) {
  switch (kind) {
    case OperationKind::kAllToAllScatter:
      return "all-to-all scatter";
    case OperationKind::kOneToAllScatter:
      return "one-to-all scatter";
    case OperationKind::kGather:
      return "gather";
    case OperationKind::kShift:
      return "circular shift";
    case OperationKind::kBroadcast:
      return "broadcast";
    case OperationKind::kMulticast:
      return "multicast";
    case OperationKind::kAllToAllBroadcast:
      return "all-to-all broadcast";
    case OperationKind::kReduction:
      return "reduction";
    case OperationKind::kAllToAllReduction:
      return "all-to-all reduction";
    case OperationKind::kAllReduce:
      return "all-reduce";
    case OperationKind::kPrefixSum:
      return "prefix sum";
    case OperationKind::kBarrier:
      return "barrier";
    case OperationKind::kMatrixVector:
      return "matrix times vector";
    case OperationKind::kUnicasts:
      return "unicasts";
  }
  throw std::logic_error("unknown operation kind");
}

const char* to_string(Transfer transfer) {
  switch (transfer) {
    case Transfer::kNatural:
      return "natural";
    case Transfer::kMove:
      return "move";
    case Transfer::kCopy:
      return "copy";
    case Transfer::kAdd:
      return "add";
    case Transfer::kMoveAndAdd:
      return "move and add";
    case Transfer::kAddToBoth:
      return "add to both";
  }
  throw std::logic_error("unknown transfer");
}

Transfer resolved(Transfer transfer, BlockFamily family) {
  if (transfer != Transfer::kNatural) {
    return transfer;
  }
  switch (family) {
    case BlockFamily::kPersonalised:
      return Transfer::kMove;
    case BlockFamily::kReplicated:
      return Transfer::kCopy;
    case BlockFamily::kReduction:
      return Transfer::kAdd;
  }
  throw std::logic_error("unknown family");
}

bool has_root(OperationKind kind) {
  return kind == OperationKind::kOneToAllScatter || kind == OperationKind::kGather ||
         kind == OperationKind::kBroadcast || kind == OperationKind::kMulticast ||
         kind == OperationKind::kReduction;
}

}  // namespace flitcast
