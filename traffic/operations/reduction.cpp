#include <algorithm>

#include "traffic/operations/operations.h"
#include "traffic/schedule/block_index.h"
#include "traffic/theory/operation_bounds.h"

namespace flitcast {
namespace {

/// Every node starts with an operand; the root ends with the sum of all.
class Reduction final : public OperationKind {
 public:
  const char* name() const override { return "reduction"; }
  OperationNames also_called() const override {
    return {"aor", "reduce", {"all-to-one reduction"}};
  }
  BlockFamily family() const override { return BlockFamily::kReduction; }
  bool has_root() const override { return true; }
  BlockIndex blocks(const Operation& operation) const override {
    return {{0, 1}, BlockIndex::kEveryone, operation.parts};
  }
  bool promises(const Operation& operation, NodeId node, const Block& /*block*/) const override {
    return node == operation.root;
  }
  Cycle lower_bound(const BoundRequest& request) const override {
    return std::max(
        {sending_bound(request, 1), way_to_root_bound(request), reaching_bound(request, 2, 1)});
  }
};

}  // namespace

const OperationKind& operations::reduction() {
  static const Reduction kind;
  return kind;
}

}  // namespace flitcast
