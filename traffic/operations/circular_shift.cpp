#include <algorithm>
#include <utility>
#include <vector>

#include "traffic/operations/operations.h"
#include "traffic/schedule/block_index.h"
#include "traffic/theory/operation_bounds.h"

namespace flitcast {
namespace {

/// Block (o, f) starts at node o and ends at f, `shift` places on in a ring of all nodes.
class CircularShift final : public OperationKind {
 public:
  const char* name() const override { return "circular shift"; }
  OperationNames also_called() const override { return {"cshift", "", {"shift"}}; }
  BlockFamily family() const override { return BlockFamily::kPersonalised; }
  bool has_shift() const override { return true; }
  BlockIndex blocks(const Operation& operation) const override {
    std::vector<BlockIndex::Pair> pairs(operation.nodes);
    for (NodeId place = 0; place < operation.nodes; ++place) {
      const NodeId origin = node_at(operation, place);
      pairs[origin] = {origin, node_at(operation, (place + operation.shift) % operation.nodes)};
    }
    return {std::move(pairs), operation.parts};
  }
  bool promises(const Operation& /*operation*/, NodeId node, const Block& block) const override {
    return node == block.final;
  }
  Cycle lower_bound(const BoundRequest& request) const override {
    const Cycle of_nodes = cut_bound(request, [](const NetworkPart& part) {
      return part.inside == 1 ? Crossing{1, 1} : Crossing{0, 0};
    });
    return std::max({of_nodes, sending_bound(request, 1), reaching_bound(request, 2, 1)});
  }
  /// The origin tells all.
  std::string text_of(const Operation& /*operation*/, const Block& block,
                      const std::string& /*sum*/) const override {
    return "(" + std::to_string(block.origin) + ")";
  }

 private:
  static NodeId node_at(const Operation& operation, NodeId place) {
    return operation.ring.empty() ? place : operation.ring[place];
  }
};

}  // namespace

const OperationKind& operations::circular_shift() {
  static const CircularShift kind;
  return kind;
}

}  // namespace flitcast
