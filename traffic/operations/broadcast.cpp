#include <algorithm>

#include "traffic/operations/operations.h"
#include "traffic/schedule/block_index.h"
#include "traffic/theory/operation_bounds.h"

namespace flitcast {
namespace {

/// The root starts with one block; every node ends with it.
class Broadcast final : public OperationKind {
 public:
  const char* name() const override { return "broadcast"; }
  OperationNames also_called() const override { return {"oab", "bcast", {"one-to-all broadcast"}}; }
  BlockFamily family() const override { return BlockFamily::kReplicated; }
  bool has_root() const override { return true; }
  BlockIndex blocks(const Operation& operation) const override {
    return {{operation.root, 1}, BlockIndex::kEveryone, operation.parts};
  }
  bool promises(const Operation& /*operation*/, NodeId /*node*/,
                const Block& /*block*/) const override {
    return true;
  }
  Cycle lower_bound(const BoundRequest& request) const override {
    return std::max({node_sending_bound(request, request.operation.root, 1),
                     way_from_root_bound(request),
                     reaching_bound(request, request.topology.processors(), 1)});
  }
  std::optional<DualOperation> dual() const override {
    return DualOperation{&operations::reduction(), [](const Block& block) {
                           return make_block(0, Block::kEveryone,
                                             static_cast<std::uint32_t>(block.part));
                         }};
  }
};

}  // namespace

const OperationKind& operations::broadcast() {
  static const Broadcast kind;
  return kind;
}

}  // namespace flitcast
