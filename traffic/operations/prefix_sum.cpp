#include <algorithm>

#include "traffic/operations/operations.h"
#include "traffic/schedule/block_index.h"
#include "traffic/theory/operation_bounds.h"

namespace flitcast {
namespace {

/// Every node starts with an operand; node v ends with the sum of 0 … v, in the block (0,
/// everyone). A second copy of the operand, (1, everyone), is scratch.
class PrefixSum final : public OperationKind {
 public:
  const char* name() const override { return "prefix sum"; }
  OperationNames also_called() const override { return {"prefix", "scan", {"prefix sums"}}; }
  BlockFamily family() const override { return BlockFamily::kReduction; }
  BlockIndex blocks(const Operation& operation) const override {
    return {{0, 2}, BlockIndex::kEveryone, operation.parts};
  }
  bool promises(const Operation& /*operation*/, NodeId /*node*/,
                const Block& block) const override {
    return block.origin == 0;
  }
  OperandRange promised_operands(const Operation& /*operation*/, NodeId node,
                                 const Block& /*block*/) const override {
    return {0, node + 1};
  }
  Cycle lower_bound(const BoundRequest& request) const override {
    return std::max(sending_bound(request, 1),
                    reaching_bound(request, request.topology.processors(), 1));
  }
  /// Prefixes in square brackets and scratch in round ones, as the source has them.
  std::string text_of(const Operation& operation, const Block& block,
                      const std::string& sum) const override {
    if (operation.parts > 1) {
      return OperationKind::text_of(operation, block, sum);
    }
    return block.origin == 0 ? "[" + sum + "]" : "(" + sum + ")";
  }
};

}  // namespace

const OperationKind& operations::prefix_sum() {
  static const PrefixSum kind;
  return kind;
}

}  // namespace flitcast
