#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/types.h"

namespace flitcast {

/// What a collective operation promises; precondition and postcondition follow from the kind.
enum class OperationKind {
  kAllToAllScatter,  ///< node o starts with a block (o, f) for every f; node f ends with (o, f) of
                     ///< all o
  kOneToAllScatter,  ///< the root starts with a block (root, f) for every f; node f ends with its
                     ///< own
  kGather,           ///< node o starts with a block (o, root); the root ends with all of them
  kShift,      ///< block (o, f) starts at node o and ends at f, `shift` places on in a ring of
               ///< all nodes
  kBroadcast,  ///< the root starts with one block; every node ends with it
  kMulticast,  ///< the root starts with one block; the destinations end with it, nobody else
  kAllToAllBroadcast,  ///< node o starts with a block (o, everyone); every node ends with all
  kReduction,          ///< every node starts with an operand; the root ends with the sum of all
  kAllToAllReduction,  ///< every node starts with an operand of (0, f) for every f; node f ends
                       ///< with the sum of those of all nodes
  kAllReduce,          ///< every node starts with an operand; every node ends with the sum of all
  kPrefixSum,  ///< every node starts with an operand; node v ends with the sum of 0 … v, in the
               ///< block (0, everyone). A second copy of the operand, (1, everyone), is scratch.
  kBarrier,    ///< every node ends with something of every other node
  kMatrixVector,  ///< node (c, 0) of a grid starts with (c, everyone), a piece of a vector, and
                  ///< node (0, r) ends with the sum over its row of what its nodes make of their
                  ///< columns' pieces, the block (0, node (0, r))
  kUnicasts,      ///< block (o, f) starts at o and ends at f, for the pairs that the schedule has
};

/// What the blocks of an operation are, and what a message does with them unless it says otherwise.
enum class BlockFamily {
  kPersonalised,  ///< a block is in one place; sending moves it
  kReplicated,    ///< sending copies a block; nobody receives the same block twice
  kReduction,     ///< a message carries a partial sum; the receiver adds it to its own
};

/// What a message does with the blocks it carries, at either end.
enum class Transfer : std::uint8_t {
  kNatural,     ///< as the family of the blocks says: move, copy or add
  kMove,        ///< the sender gives them up, the receiver stores them
  kCopy,        ///< the sender keeps them, the receiver stores them
  kAdd,         ///< the sender keeps its partial sums, the receiver adds them to its own
  kMoveAndAdd,  ///< the sender gives its partial sums up, the receiver adds them to its own
  kAddToBoth,   ///< kAdd, and the receiver adds them also to its blocks of origin 0 (prefix sums)
};

/// A piece of the data of an operation: the `part`-th piece of what `origin` has for `final`.
/// `final` is kEveryone for data that is not meant for one node (broadcast, reduction).
///
/// In a reduction a block names a piece of the vector that is summed, not an operand: everybody
/// has one of it, so `origin` is 0 (1 for the scratch of prefix sums, a column for the pieces of a
/// vector), and what a message carries of it is its sender's partial sum.
struct Block {
  static constexpr std::uint32_t kEveryone = 0xFFFFFF;

  std::uint64_t origin : 24;
  std::uint64_t final : 24;
  std::uint64_t part : 16;
};

inline Block make_block(NodeId origin, NodeId final, std::uint32_t part = 0) {
  return {origin & 0xFFFFFFU, final & 0xFFFFFFU, part & 0xFFFFU};
}
inline bool operator==(const Block& a, const Block& b) {
  return a.origin == b.origin && a.final == b.final && a.part == b.part;
}
inline bool operator!=(const Block& a, const Block& b) {
  return !(a == b);
}

/// What kAddToBoth adds the block to, besides the block itself.
inline Block first_of_both(const Block& block) {
  return make_block(0, static_cast<NodeId>(block.final), static_cast<std::uint32_t>(block.part));
}

/// "3->7", "3->*" (everyone), with ".1" behind it for the second part of a divided block.
std::string to_string(const Block& block);

/// Operands of consecutive nodes.
struct OperandRange {
  NodeId first;
  NodeId count;
};

struct Operation {
  OperationKind kind = OperationKind::kAllToAllScatter;
  NodeId nodes = 1;                       ///< participants are the nodes 0 … nodes − 1
  NodeId root = 0;                        ///< see has_root
  std::uint32_t parts = 1;                ///< equal pieces that every block is divided into
  NodeId shift = 0;                       ///< of a shift, in places of the ring
  std::vector<NodeId> ring = {};          ///< of a shift: the nodes in order; empty: 0, 1, 2, …
  NodeId columns = 1;                     ///< matrix times vector: of the grid of nodes
  std::vector<NodeId> destinations = {};  ///< of a multicast: in ascending order, without the root

  BlockFamily family() const;
  /// Of a shift: for every node, the one that gets its block.
  std::vector<NodeId> shifted() const;
  /// True where an operand may be added several times without harm.
  bool idempotent() const { return kind == OperationKind::kBarrier; }

  /// Whether `node` has `block`, or an operand of it, before the first round.
  bool starts_with(NodeId node, const Block& block) const;
  /// What `node` must hold before it has its own operand of `block`; nothing in most operations.
  std::optional<Block> ingredient(NodeId node, const Block& block) const;
  /// Whether `node` must hold `block` after the last round.
  bool promises(NodeId node, const Block& block) const;
  /// In a reduction: the nodes whose operands make up what `node` is promised of `block`.
  OperandRange promised_operands(NodeId node, const Block& block) const;

 private:
  /// Matrix times vector: whether the block is a piece of the vector, not of the product.
  bool is_vector_piece(const Block& block) const { return block.final == Block::kEveryone; }
};

/// The transfer, with kNatural resolved.
Transfer resolved(Transfer transfer, BlockFamily family);
/// Whether the sender keeps what it sends.
inline bool keeps(Transfer transfer) {
  return transfer == Transfer::kCopy || transfer == Transfer::kAdd ||
         transfer == Transfer::kAddToBoth;
}
/// Whether the receiver adds what arrives to what it has.
inline bool adds(Transfer transfer) {
  return transfer >= Transfer::kAdd;
}
/// "move", "copy", "add", "move and add", "add to both".
const char* to_string(Transfer transfer);

/// Whether an operation starts or ends at one node, Operation::root.
bool has_root(OperationKind kind);

/// "all-to-all scatter", "broadcast", …
const char* to_string(OperationKind kind);

}  // namespace flitcast
