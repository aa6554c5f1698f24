#pragma once

#include <cstdint>
#include <string>

#include "hw/types.h"

namespace flitcast {

/// What the blocks of an operation are, and what a message does with them unless it says otherwise.
enum class BlockFamily {
  kPersonalised,  ///< a block is in one place; sending moves it
  kReplicated,    ///< sending copies a block; nobody receives the same block twice
  kReduction,     ///< a message carries a partial sum; the receiver adds it to its own
  kLoose,  ///< a message takes blocks of its sender's own straight to where they belong; the same
           ///< block may go any number of times, and a round hold any number of messages a port
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

/// "3->7", "3->*" (everyone), with ".1" after it for the second part of a divided block.
std::string to_string(const Block& block);

/// The transfer, with kNatural resolved.
inline Transfer resolved(Transfer transfer, BlockFamily family) {
  if (transfer != Transfer::kNatural) {
    return transfer;
  }
  switch (family) {
    case BlockFamily::kReplicated:
      return Transfer::kCopy;
    case BlockFamily::kReduction:
      return Transfer::kAdd;
    case BlockFamily::kPersonalised:
    case BlockFamily::kLoose:
      break;
  }
  return Transfer::kMove;
}
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

}  // namespace flitcast
