#include <algorithm>
#include <string>

#include "traffic/operations/operations.h"
#include "traffic/schedule/block_index.h"
#include "traffic/theory/operation_bounds.h"

namespace flitcast {
namespace {

/// Nodes start with operands, and end with sums of them: all with the sum of all.
class Summed : public OperationKind {
 public:
  BlockFamily family() const override { return BlockFamily::kReduction; }
  BlockIndex blocks(const Operation& operation) const override {
    return {{0, 1}, BlockIndex::kEveryone, operation.parts};
  }
  bool promises(const Operation& /*operation*/, NodeId /*node*/,
                const Block& /*block*/) const override {
    return true;
  }
  Cycle lower_bound(const BoundRequest& request) const override {
    return std::max(sending_bound(request, 1),
                    reaching_bound(request, request.topology.processors(), 1));
  }
};

/// Every node starts with an operand; the root ends with the sum of all.
class Reduction final : public Summed {
 public:
  const char* name() const override { return "reduction"; }
  OperationNames also_called() const override {
    return {"aor", "reduce", {"all-to-one reduction"}};
  }
  bool has_root() const override { return true; }
  bool promises(const Operation& operation, NodeId node, const Block& /*block*/) const override {
    return node == operation.root;
  }
  Cycle lower_bound(const BoundRequest& request) const override {
    return std::max(
        {sending_bound(request, 1), way_to_root_bound(request), reaching_bound(request, 2, 1)});
  }
};

/// Every node starts with an operand of (0, f) for every f; node f ends with the sum of those of
/// all nodes.
class AllToAllReduction final : public Summed {
 public:
  const char* name() const override { return "all-to-all reduction"; }
  OperationNames also_called() const override {
    return {"aar", "reduce_scatter", {"reduce_scatter_block"}};
  }
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

/// Every node starts with an operand; every node ends with the sum of all.
class AllReduce final : public Summed {
 public:
  const char* name() const override { return "all-reduce"; }
  OperationNames also_called() const override { return {"allreduce", "allreduce"}; }
  /// Every word needs 2(nodes − 1) messages to one node each: until the first node has its sum
  /// there are nodes − 1 or more, since something of every other node has got there; and nobody
  /// else has it by then, so that nodes − 1 more follow, one to each of the others. One of the
  /// nodes sends as much as they do on average, or more. (Patarasuk and Yuan, J. Parallel Distrib.
  /// Comput. 69(2), 2009.) A worm that informs many nodes stands for many of these messages; but
  /// every node's own operand has to leave it.
  Cycle lower_bound(const BoundRequest& request) const override {
    const std::uint64_t nodes = request.topology.processors();
    const Cycle of_parts = cut_bound(request, [](const NetworkPart&) { return Crossing{1, 1}; });
    return std::max(
        {of_parts,
         request.irc ? sending_bound(request, 1) : sending_bound_of_all(request, 2 * (nodes - 1)),
         reaching_bound(request, nodes, 1)});
  }
};

/// Every node starts with an operand; node v ends with the sum of 0 … v, in the block (0,
/// everyone). A second copy of the operand, (1, everyone), is scratch.
class PrefixSum final : public Summed {
 public:
  const char* name() const override { return "prefix sum"; }
  OperationNames also_called() const override { return {"prefix", "scan", {"prefix sums"}}; }
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
  /// Prefixes in square brackets and scratch in round ones, as the source has them.
  std::string text_of(const Operation& operation, const Block& block,
                      const std::string& sum) const override {
    if (operation.parts > 1) {
      return OperationKind::text_of(operation, block, sum);
    }
    return block.origin == 0 ? "[" + sum + "]" : "(" + sum + ")";
  }
};

/// Every node ends with something of every other node.
class Barrier final : public Summed {
 public:
  const char* name() const override { return "barrier"; }
  OperationNames also_called() const override { return {"barrier", "barrier"}; }
  bool idempotent() const override { return true; }
};

}  // namespace

const OperationKind& operations::reduction() {
  static const Reduction kind;
  return kind;
}

const OperationKind& operations::all_to_all_reduction() {
  static const AllToAllReduction kind;
  return kind;
}

const OperationKind& operations::all_reduce() {
  static const AllReduce kind;
  return kind;
}

const OperationKind& operations::prefix_sum() {
  static const PrefixSum kind;
  return kind;
}

const OperationKind& operations::barrier() {
  static const Barrier kind;
  return kind;
}

}  // namespace flitcast
