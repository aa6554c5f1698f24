#include <algorithm>

#include "traffic/operations/operations.h"
#include "traffic/schedule/block_index.h"
#include "traffic/theory/operation_bounds.h"

namespace flitcast {
namespace {

/// Every node starts with an operand; every node ends with the sum of all.
class AllReduce final : public OperationKind {
 public:
  const char* name() const override { return "all-reduce"; }
  OperationNames also_called() const override { return {"allreduce", "allreduce"}; }
  BlockFamily family() const override { return BlockFamily::kReduction; }
  BlockIndex blocks(const Operation& operation) const override {
    return {{0, 1}, BlockIndex::kEveryone, operation.parts};
  }
  bool promises(const Operation& /*operation*/, NodeId /*node*/,
                const Block& /*block*/) const override {
    return true;
  }
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

}  // namespace

const OperationKind& operations::all_reduce() {
  static const AllReduce kind;
  return kind;
}

}  // namespace flitcast
