#include <algorithm>

#include "traffic/operations/operations.h"
#include "traffic/schedule/block_index.h"
#include "traffic/theory/operation_bounds.h"

namespace flitcast {
namespace {

/// Every node ends with something of every other node.
class Barrier final : public OperationKind {
 public:
  const char* name() const override { return "barrier"; }
  OperationNames also_called() const override { return {"barrier", "barrier"}; }
  BlockFamily family() const override { return BlockFamily::kReduction; }
  BlockIndex blocks(const Operation& operation) const override {
    return {{0, 1}, BlockIndex::kEveryone, operation.parts};
  }
  bool promises(const Operation& /*operation*/, NodeId /*node*/,
                const Block& /*block*/) const override {
    return true;
  }
  bool idempotent() const override { return true; }
  Cycle lower_bound(const BoundRequest& request) const override {
    return std::max(sending_bound(request, 1),
                    reaching_bound(request, request.topology.processors(), 1));
  }
};

}  // namespace

const OperationKind& operations::barrier() {
  static const Barrier kind;
  return kind;
}

}  // namespace flitcast
