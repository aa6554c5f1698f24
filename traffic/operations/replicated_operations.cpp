#include <algorithm>
#include <vector>

#include "traffic/operations/operations.h"
#include "traffic/schedule/block_index.h"
#include "traffic/theory/operation_bounds.h"

namespace flitcast {
namespace {

/// Every block ends at all nodes, or at several.
class Replicated : public OperationKind {
 public:
  BlockFamily family() const override { return BlockFamily::kReplicated; }
  bool promises(const Operation& /*operation*/, NodeId /*node*/,
                const Block& /*block*/) const override {
    return true;
  }
};

/// The root starts with one block; every node ends with it.
class Broadcast final : public Replicated {
 public:
  const char* name() const override { return "broadcast"; }
  OperationNames also_called() const override { return {"oab", "bcast", {"one-to-all broadcast"}}; }
  bool has_root() const override { return true; }
  BlockIndex blocks(const Operation& operation) const override {
    return {{operation.root, 1}, BlockIndex::kEveryone, operation.parts};
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

/// The root starts with one block; the destinations end with it, nobody else.
class Multicast final : public Replicated {
 public:
  const char* name() const override { return "multicast"; }
  OperationNames also_called() const override { return {"mc", ""}; }
  bool has_root() const override { return true; }
  bool has_destinations() const override { return true; }
  BlockIndex blocks(const Operation& operation) const override {
    return {{operation.root, 1}, BlockIndex::kEveryone, operation.parts};
  }
  bool promises(const Operation& operation, NodeId node, const Block& /*block*/) const override {
    const std::vector<NodeId>& destinations = operation.destinations;
    return node == operation.root ||
           std::binary_search(destinations.begin(), destinations.end(), node);
  }
  bool exclusive() const override { return true; }
  Cycle lower_bound(const BoundRequest& request) const override {
    const std::vector<NodeId>& destinations = request.operation.destinations;
    return std::max({node_sending_bound(request, request.operation.root, 1),
                     way_from_root_bound(request, destinations),
                     reaching_bound(request, destinations.size() + 1, 1)});
  }
};

/// Node o starts with a block (o, everyone); every node ends with all.
class AllToAllBroadcast final : public Replicated {
 public:
  const char* name() const override { return "all-to-all broadcast"; }
  OperationNames also_called() const override { return {"aab", "allgather", {"gossip"}}; }
  BlockIndex blocks(const Operation& operation) const override {
    return {{0, operation.nodes}, BlockIndex::kEveryone, operation.parts};
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

const OperationKind& operations::broadcast() {
  static const Broadcast kind;
  return kind;
}

const OperationKind& operations::multicast() {
  static const Multicast kind;
  return kind;
}

const OperationKind& operations::all_to_all_broadcast() {
  static const AllToAllBroadcast kind;
  return kind;
}

}  // namespace flitcast
