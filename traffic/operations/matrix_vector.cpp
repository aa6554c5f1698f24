#include <algorithm>
#include <utility>
#include <vector>

#include "traffic/operations/operations.h"
#include "traffic/schedule/block_index.h"
#include "traffic/theory/operation_bounds.h"

namespace flitcast {
namespace {

/// Node (c, 0) of a grid starts with (c, everyone), a piece of a vector, and node (0, r) ends with
/// the sum over its row of what its nodes make of their columns' pieces, the block (0, node (0,
/// r)).
class MatrixVector final : public OperationKind {
 public:
  const char* name() const override { return "matrix times vector"; }
  BlockFamily family() const override { return BlockFamily::kReduction; }
  bool has_columns() const override { return true; }
  /// The pieces of the vector, and then the sums of the rows.
  BlockIndex blocks(const Operation& operation) const override {
    std::vector<BlockIndex::Pair> pairs;
    for (NodeId column = 0; column < operation.columns; ++column) {
      pairs.emplace_back(column, Block::kEveryone);
    }
    for (NodeId row = 0; row < operation.nodes; row += operation.columns) {
      pairs.emplace_back(0, row);
    }
    return {std::move(pairs), operation.parts};
  }
  bool starts_with(const Operation& operation, NodeId node, const Block& block) const override {
    return is_vector_piece(block) ? node == block.origin
                                  : node / operation.columns == block.final / operation.columns;
  }
  std::optional<Block> ingredient(const Operation& operation, NodeId node,
                                  const Block& block) const override {
    if (is_vector_piece(block)) {
      return std::nullopt;
    }
    return make_block(node % operation.columns, Block::kEveryone,
                      static_cast<std::uint32_t>(block.part));
  }
  bool promises(const Operation& operation, NodeId node, const Block& block) const override {
    return is_vector_piece(block) ? node % operation.columns == block.origin : node == block.final;
  }
  OperandRange promised_operands(const Operation& operation, NodeId /*node*/,
                                 const Block& block) const override {
    return is_vector_piece(block)
               ? OperandRange{static_cast<NodeId>(block.origin), 1}
               : OperandRange{static_cast<NodeId>(block.final), operation.columns};
  }
  /// The pieces of the vector spread along columns.
  Cycle lower_bound(const BoundRequest& request) const override {
    const Operation& operation = request.operation;
    return std::max(sending_bound(request, 1),
                    reaching_bound(request, operation.nodes / operation.columns, 1));
  }

 private:
  /// Of the vector, not of the product.
  static bool is_vector_piece(const Block& block) { return block.final == Block::kEveryone; }
};

}  // namespace

const OperationKind& operations::matrix_vector() {
  static const MatrixVector kind;
  return kind;
}

}  // namespace flitcast
