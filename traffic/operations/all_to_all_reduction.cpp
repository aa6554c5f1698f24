#include <algorithm>

#include "traffic/operations/operations.h"
#include "traffic/schedule/block_index.h"
#include "traffic/theory/operation_bounds.h"

namespace flitcast {
namespace {

/// Every node starts with an operand of (0, f) for every f; node f ends with the sum of those of
/// all nodes.
class AllToAllReduction final : public OperationKind {
 public:
  const char* name() const override { return "all-to-all reduction"; }
  OperationNames also_called() const override {
    return {"aar", "reduce_scatter", {"reduce_scatter_block"}};
  }
  BlockFamily family() const override { return BlockFamily::kReduction; }
  BlockIndex blocks(const Operation& operation) const override {
    return {{0, 1}, {0, operation.nodes}, operation.parts};
  }
  bool promises(const Operation& /*operation*/, NodeId node, const Block& block) const override {
    return node == block.final;
  }
  Cycle lower_bound(const BoundRequest& request) const override {
    const std::uint64_t others = request.topology.processors() - 1;
    const Cycle of_parts = cut_bound(request, [](const NetworkPart& part) {
      return Crossing{part.inside, part.outside};
    });
    return std::max(
        {of_parts, sending_bound(request, others), reaching_bound(request, others + 1, others)});
  }
  /// 2^22 sums of up to 2^11 operands, a bit each.
  NodeId most_nodes() const override { return 1U << 11U; }
};

}  // namespace

const OperationKind& operations::all_to_all_reduction() {
  static const AllToAllReduction kind;
  return kind;
}

}  // namespace flitcast
