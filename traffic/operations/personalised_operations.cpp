#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "traffic/operations/operations.h"
#include "traffic/schedule/block_index.h"
#include "traffic/theory/operation_bounds.h"

namespace flitcast {
namespace {

/// Every block ends at one node.
class Personalised : public OperationKind {
 public:
  BlockFamily family() const override { return BlockFamily::kPersonalised; }
  bool promises(const Operation& /*operation*/, NodeId node, const Block& block) const override {
    return node == block.final;
  }
};

/// Node o starts with a block (o, f) for every f; node f ends with (o, f) of all o.
class AllToAllScatter final : public Personalised {
 public:
  const char* name() const override { return "all-to-all scatter"; }
  OperationNames also_called() const override {
    return {"aas", "alltoall", {"complete exchange", "total exchange", "all-to-all personalized"}};
  }
  BlockIndex blocks(const Operation& operation) const override {
    return {{0, operation.nodes}, {0, operation.nodes}, operation.parts};
  }
  Cycle lower_bound(const BoundRequest& request) const override {
    const std::uint64_t others = request.topology.processors() - 1;
    const Cycle of_parts = cut_bound(request, [](const NetworkPart& part) {
      return Crossing{part.inside * part.outside, part.inside * part.outside};
    });
    return std::max({of_parts, sending_bound(request, others),
                     reaching_bound(request, others + 1, others), crossing_bound(request)});
  }
  NodeId most_nodes() const override { return 1U << 14U; }  // 2^28 blocks, 12 bytes each
};

/// The root starts with a block (root, f) for every f; node f ends with its own.
class OneToAllScatter final : public Personalised {
 public:
  const char* name() const override { return "one-to-all scatter"; }
  OperationNames also_called() const override {
    return {"oas", "scatter", {"one-to-all personalized"}};
  }
  bool has_root() const override { return true; }
  BlockIndex blocks(const Operation& operation) const override {
    return {{operation.root, 1}, {0, operation.nodes}, operation.parts};
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

/// Node o starts with a block (o, root); the root ends with all of them.
class Gather final : public Personalised {
 public:
  const char* name() const override { return "gather"; }
  OperationNames also_called() const override {
    return {"gather", "gather", {"all-to-one gather"}};
  }
  bool has_root() const override { return true; }
  BlockIndex blocks(const Operation& operation) const override {
    return {{0, operation.nodes}, {operation.root, 1}, operation.parts};
  }
  Cycle lower_bound(const BoundRequest& request) const override {
    const std::uint64_t others = request.topology.processors() - 1;
    return std::max({receiving_bound(request, request.operation.root, others),
                     way_to_root_bound(request), reaching_bound(request, 2, others)});
  }
};

/// Block (o, f) starts at node o and ends at f, `shift` places on in a ring of all nodes.
class CircularShift final : public Personalised {
 public:
  const char* name() const override { return "circular shift"; }
  OperationNames also_called() const override { return {"cshift", "", {"shift"}}; }
  bool has_shift() const override { return true; }
  BlockIndex blocks(const Operation& operation) const override {
    std::vector<BlockIndex::Pair> pairs(operation.nodes);
    for (NodeId place = 0; place < operation.nodes; ++place) {
      const NodeId origin = node_at(operation, place);
      pairs[origin] = {origin, node_at(operation, (place + operation.shift) % operation.nodes)};
    }
    return {std::move(pairs), operation.parts};
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

const OperationKind& operations::all_to_all_scatter() {
  static const AllToAllScatter kind;
  return kind;
}

const OperationKind& operations::one_to_all_scatter() {
  static const OneToAllScatter kind;
  return kind;
}

const OperationKind& operations::gather() {
  static const Gather kind;
  return kind;
}

const OperationKind& operations::circular_shift() {
  static const CircularShift kind;
  return kind;
}

}  // namespace flitcast
