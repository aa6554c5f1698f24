#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "traffic/schedule/operation.h"

namespace flitcast {

/// Who has which chunks, and who is to have them.
enum class DemandKind {
  kBroadcast,  ///< the root's are for everybody
  kMulticast,  ///< the root's are for some
  kScatter,    ///< the root has some for every other node
  kAllGather,  ///< everybody's are for everybody
  kAllToAll,   ///< everybody has some for every other node
  kAllReduce,  ///< everybody has an operand of all, and is to have the sum
};

/// "all-gather".
std::string to_string(DemandKind kind);

/// A chunk as a demand numbers it.
struct DemandedChunk {
  NodeId origin;
  NodeId target;  ///< kNoNode: everybody, or all destinations
  std::uint32_t part;
};

struct Demand {
  DemandKind kind = DemandKind::kAllGather;
  NodeId nodes = 1;          ///< that take part: 0 … nodes − 1
  NodeId root = 0;           ///< where all chunks are at first, if they are at one node
  std::uint32_t chunks = 1;  ///< that a node has for all, or for each other; of an all-reduce, that
                             ///< each node sums up of the vector
  std::vector<NodeId> destinations = {};  ///< of a multicast, without the root

  bool is_rooted() const { return kind <= DemandKind::kScatter; }
  /// Every chunk is for one node.
  bool is_personal() const { return kind == DemandKind::kScatter || kind == DemandKind::kAllToAll; }
  /// Chunks have the numbers 0 … ids() − 1; personal ones of a node for itself go nowhere.
  std::uint64_t ids() const;
  DemandedChunk chunk(std::uint64_t id) const;
  /// Chunks that have to enter the nodes marked as members, by node, a true part of all.
  std::uint64_t entering(const std::vector<bool>& members) const;
  /// Marks the nodes that want what another has, of a rooted one with or without the root.
  std::vector<bool> receiving() const;
  /// Their number.
  NodeId receivers() const {
    return kind == DemandKind::kMulticast ? static_cast<NodeId>(destinations.size()) : nodes - 1;
  }
};

/// "scatter at node 0", "multicast at node 0 to 3 others".
std::string to_string(const Demand& demand);

/// How a schedule of an operation is made.
enum class Making {
  kForward,   ///< as the demand says
  kBackward,  ///< a schedule for the demand on the reversed network, played backwards
  kTwice,     ///< a demand of all chunks by all: backwards, and then forward
};

struct DemandOfOperation {
  DemandKind kind;
  Making making;
};
/// Nothing for operations that no demand describes.
std::optional<DemandOfOperation> demand_of(const OperationKind& operation);

/// The operation that a demand is, played forward.
const OperationKind& operation_of(DemandKind kind);

}  // namespace flitcast
