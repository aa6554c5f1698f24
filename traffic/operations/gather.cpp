#include <algorithm>

#include "traffic/operations/operations.h"
#include "traffic/schedule/block_index.h"
#include "traffic/theory/operation_bounds.h"

namespace flitcast {
namespace {

/// Node o starts with a block (o, root); the root ends with all of them.
class Gather final : public OperationKind {
 public:
  const char* name() const override { return "gather"; }
  OperationNames also_called() const override {
    return {"gather", "gather", {"all-to-one gather"}};
  }
  BlockFamily family() const override { return BlockFamily::kPersonalised; }
  bool has_root() const override { return true; }
  BlockIndex blocks(const Operation& operation) const override {
    return {{0, operation.nodes}, {operation.root, 1}, operation.parts};
  }
  bool promises(const Operation& /*operation*/, NodeId node, const Block& block) const override {
    return node == block.final;
  }
  Cycle lower_bound(const BoundRequest& request) const override {
    const std::uint64_t others = request.topology.processors() - 1;
    return std::max({receiving_bound(request, request.operation.root, others),
                     way_to_root_bound(request), reaching_bound(request, 2, others)});
  }
};

}  // namespace

const OperationKind& operations::gather() {
  static const Gather kind;
  return kind;
}

}  // namespace flitcast
