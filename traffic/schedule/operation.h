#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "hw/types.h"
#include "traffic/schedule/block.h"

namespace flitcast {

class BlockIndex;
class OperationKind;
struct BoundRequest;

/// Operands of consecutive nodes.
struct OperandRange {
  NodeId first;
  NodeId count;
};

/// What a schedule promises: an operation of some kind among the nodes 0 … nodes − 1.
struct Operation {
  const OperationKind* kind = nullptr;    ///< must be set
  NodeId nodes = 1;                       ///< participants are the nodes 0 … nodes − 1
  NodeId root = 0;                        ///< see OperationKind::has_root
  std::uint32_t parts = 1;                ///< equal pieces that every block is divided into
  NodeId shift = 0;                       ///< of a shift, in places of the ring
  std::vector<NodeId> ring = {};          ///< of a shift: the nodes in order; empty: 0, 1, 2, …
  NodeId columns = 1;                     ///< matrix times vector: of the grid of nodes
  std::vector<NodeId> destinations = {};  ///< of a multicast: in ascending order, without the root

  BlockFamily family() const;
  /// The blocks that there are, numbered.
  BlockIndex blocks() const;
  /// Whether `node` has `block`, or an operand of it, before the first round.
  bool starts_with(NodeId node, const Block& block) const;
  /// What `node` must hold before it has its own operand of `block`; nothing in most operations.
  std::optional<Block> ingredient(NodeId node, const Block& block) const;
  /// Whether `node` must hold `block` after the last round.
  bool promises(NodeId node, const Block& block) const;
  /// In a reduction: the nodes whose operands make up what `node` is promised of `block`.
  OperandRange promised_operands(NodeId node, const Block& block) const;
};

/// What becomes of an operation when time and directions are reversed, and of its blocks.
struct DualOperation {
  const OperationKind* kind;
  Block (*block_of)(const Block& block);
};

/// What people call a kind of operation besides its name.
struct OperationNames {
  const char* ids = "";  ///< what most ids of its rows begin with: "oab", of oab-line
  const char* mpi = "";  ///< "bcast", of MPI_Bcast; empty where MPI has none
  std::vector<const char*> others = {};
};

/// A kind of operation, "broadcast": what is promised, whatever the algorithm. Precondition and
/// postcondition follow from it, for verifier and executor alike. There is one object of every
/// kind; those of flitcast are in traffic/operations/, and a schedule may bring one of its own.
class OperationKind {
 public:
  OperationKind() = default;
  OperationKind(const OperationKind&) = delete;
  OperationKind& operator=(const OperationKind&) = delete;
  virtual ~OperationKind() = default;

  virtual const char* name() const = 0;
  virtual OperationNames also_called() const { return {}; }
  virtual BlockFamily family() const = 0;

  // Which members of an Operation it has.
  virtual bool has_root() const { return false; }  ///< it starts or ends at one node
  virtual bool has_destinations() const { return false; }
  virtual bool has_shift() const { return false; }
  virtual bool has_columns() const { return false; }

  // What it promises; see the functions of Operation. Without a word an operation starts with every
  // block at its origin, a reduction with operands of all blocks everywhere, and sums are over all.
  virtual BlockIndex blocks(const Operation& operation) const;  ///< not of loose blocks
  virtual bool starts_with(const Operation& operation, NodeId node, const Block& block) const;
  virtual std::optional<Block> ingredient(const Operation& operation, NodeId node,
                                          const Block& block) const;
  virtual bool promises(const Operation& operation, NodeId node, const Block& block) const = 0;
  virtual OperandRange promised_operands(const Operation& operation, NodeId node,
                                         const Block& block) const;
  /// Nobody may end with a block that is not promised to it.
  virtual bool exclusive() const { return false; }
  /// An operand may be added several times without harm.
  virtual bool idempotent() const { return false; }

  /// Cycles that it takes at least, whatever the algorithm; 0 where nothing is known.
  virtual Cycle lower_bound(const BoundRequest& request) const;
  /// Nothing where it has none.
  virtual std::optional<DualOperation> dual() const { return std::nullopt; }
  /// More nodes make more data than can be verified.
  virtual NodeId most_nodes() const { return std::numeric_limits<NodeId>::max(); }
  /// A block in the memory of a node, human-readable; in a reduction with what it sums up, "0+1".
  virtual std::string text_of(const Operation& operation, const Block& block,
                              const std::string& sum) const;
};

inline BlockFamily Operation::family() const {
  return kind->family();
}
inline bool Operation::starts_with(NodeId node, const Block& block) const {
  return kind->starts_with(*this, node, block);
}
inline std::optional<Block> Operation::ingredient(NodeId node, const Block& block) const {
  return kind->ingredient(*this, node, block);
}
inline bool Operation::promises(NodeId node, const Block& block) const {
  return kind->promises(*this, node, block);
}
inline OperandRange Operation::promised_operands(NodeId node, const Block& block) const {
  return kind->promised_operands(*this, node, block);
}

}  // namespace flitcast
