#include <algorithm>

#include "traffic/operations/operations.h"
#include "traffic/schedule/block_index.h"
#include "traffic/theory/operation_bounds.h"

namespace flitcast {
namespace {

/// The root starts with a block (root, f) for every f; node f ends with its own.
class OneToAllScatter final : public OperationKind {
 public:
  const char* name() const override { return "one-to-all scatter"; }
  OperationNames also_called() const override {
    return {"oas", "scatter", {"one-to-all personalized"}};
  }
  BlockFamily family() const override { return BlockFamily::kPersonalised; }
  bool has_root() const override { return true; }
  BlockIndex blocks(const Operation& operation) const override {
    return {{operation.root, 1}, {0, operation.nodes}, operation.parts};
  }
  bool promises(const Operation& /*operation*/, NodeId node, const Block& block) const override {
    return node == block.final;
  }
  Cycle lower_bound(const BoundRequest& request) const override {
    const std::uint64_t others = request.topology.processors() - 1;
    return std::max(node_sending_bound(request, request.operation.root, others),
                    reaching_bound(request, others + 1, others));
  }
  std::optional<DualOperation> dual() const override {
    return DualOperation{&operations::gather(), [](const Block& block) {
                           return make_block(static_cast<NodeId>(block.final),
                                             static_cast<NodeId>(block.origin),
                                             static_cast<std::uint32_t>(block.part));
                         }};
  }
};

}  // namespace

const OperationKind& operations::one_to_all_scatter() {
  static const OneToAllScatter kind;
  return kind;
}

}  // namespace flitcast
