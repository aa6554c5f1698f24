#include <algorithm>

#include "traffic/operations/operations.h"
#include "traffic/schedule/block_index.h"
#include "traffic/theory/operation_bounds.h"

namespace flitcast {
namespace {

/// Node o starts with a block (o, everyone); every node ends with all.
class AllToAllBroadcast final : public OperationKind {
 public:
  const char* name() const override { return "all-to-all broadcast"; }
  OperationNames also_called() const override { return {"aab", "allgather", {"gossip"}}; }
  BlockFamily family() const override { return BlockFamily::kReplicated; }
  BlockIndex blocks(const Operation& operation) const override {
    return {{0, operation.nodes}, BlockIndex::kEveryone, operation.parts};
  }
  bool promises(const Operation& /*operation*/, NodeId /*node*/,
                const Block& /*block*/) const override {
    return true;
  }
  /// A part of the network receives what all others have; so does every node, through its ports. As
  /// messages to one node each, that is as much to be sent by the ports of a node on average; worms
  /// that inform many nodes are sent once.
  Cycle lower_bound(const BoundRequest& request) const override {
    const std::uint64_t others = request.topology.processors() - 1;
    const Cycle of_parts = cut_bound(request, [](const NetworkPart& part) {
      return Crossing{part.outside, part.inside};
    });
    return request.irc ? std::max(of_parts, receiving_bound(request, 0, others))
                       : std::max({of_parts, sending_bound(request, others),
                                   reaching_bound(request, others + 1, others)});
  }
  std::optional<DualOperation> dual() const override {
    return DualOperation{&operations::all_to_all_reduction(), [](const Block& block) {
                           return make_block(0, static_cast<NodeId>(block.origin),
                                             static_cast<std::uint32_t>(block.part));
                         }};
  }
  NodeId most_nodes() const override { return 1U << 14U; }  // 2^28 copies
};

}  // namespace

const OperationKind& operations::all_to_all_broadcast() {
  static const AllToAllBroadcast kind;
  return kind;
}

}  // namespace flitcast
