#pragma once

#include <cstdint>
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
  kBroadcast,        ///< the root starts with one block; every node ends with it
  kAllReduce,        ///< every node starts with an operand; every node ends with the sum of all
  kUnicasts,  ///< block (o, f) starts at o and ends at f, for the pairs that the schedule has
};

/// How blocks of an operation behave when they are sent.
enum class BlockFamily {
  kPersonalised,  ///< a block is in one place; sending moves it
  kReplicated,    ///< sending copies a block; nobody receives the same block twice
  kReduction,     ///< a message carries a partial sum; the receiver adds it to its own
};

/// A piece of the data of an operation: the `part`-th piece of what `origin` has for `final`.
/// `final` is kEveryone for data that is not meant for one node (broadcast, reduction).
///
/// In a reduction a block names a piece of the vector that is summed, not an operand: everybody
/// has one of it, so `origin` is 0, and what a message carries of it is its sender's partial sum.
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

/// "3->7", "3->*" (everyone), with ".1" behind it for the second part of a divided block.
std::string to_string(const Block& block);

struct Operation {
  OperationKind kind = OperationKind::kAllToAllScatter;
  NodeId nodes = 1;         ///< participants are the nodes 0 … nodes − 1
  NodeId root = 0;          ///< of scatter and broadcast
  std::uint32_t parts = 1;  ///< equal pieces that every block is divided into

  BlockFamily family() const;
};

/// "all-to-all scatter", "broadcast", …
const char* to_string(OperationKind kind);

}  // namespace flitcast
