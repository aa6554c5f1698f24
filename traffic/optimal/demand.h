#pragma once

#include <cstdint>
#include <optional>

#include "traffic/schedule/operation.h"

namespace flitcast {

/// Who has which chunks, and who is to have them.
enum class DemandKind {
  kBroadcast,  ///< the root's are for everybody
  kScatter,    ///< the root has some for every other node
  kAllGather,  ///< everybody's are for everybody
  kAllToAll,   ///< everybody has some for every other node
  kAllReduce,  ///< everybody has an operand of all, and is to have the sum
};

/// A chunk as a demand numbers it.
struct DemandedChunk {
  NodeId origin;
  NodeId target;  ///< kNoNode: everybody
  std::uint32_t part;
};

struct Demand {
  DemandKind kind = DemandKind::kAllGather;
  NodeId nodes = 1;          ///< that take part: 0 … nodes − 1
  NodeId root = 0;           ///< where all chunks are at first, if they are at one node
  std::uint32_t chunks = 1;  ///< that a node has for all, or for each other; of an all-reduce, that
                             ///< each node sums up of the vector

  bool is_rooted() const { return kind == DemandKind::kBroadcast || kind == DemandKind::kScatter; }
  /// Every chunk is for one node.
  bool is_personal() const { return kind == DemandKind::kScatter || kind == DemandKind::kAllToAll; }
  /// Chunks have the numbers 0 … ids() − 1; personal ones of a node for itself go nowhere.
  std::uint64_t ids() const;
  DemandedChunk chunk(std::uint64_t id) const;
  /// Chunks that have to enter a set of `members` nodes, a true part of all, with the root in it or
  /// not.
  std::uint64_t entering(NodeId members, bool has_root) const;
};

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
