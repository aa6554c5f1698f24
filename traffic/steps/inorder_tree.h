#pragma once

#include "hw/types.h"

namespace flitcast {

/// A complete binary tree of the labels 1 … 2^n − 1 in their order: x = …10^h, of height h, has the
/// children x − 2^(h−1) and x + 2^(h−1), so that the root is 2^(n−1) and the leaves are odd. In a
/// hypercube the right child is a neighbour, and the left one has two bits different. Routed in
/// dimension order, ascending or descending, no two of the tree's edges share a link except those
/// to the children of one node.
class InorderTree {
 public:
  explicit InorderTree(int n) : n_(static_cast<unsigned>(n)) {}

  NodeId end() const { return NodeId{1} << n_; }
  NodeId root() const { return end() / 2; }
  /// Not of the root.
  NodeId parent(NodeId label) const {
    const NodeId lowest = label & (~label + 1);
    return (label & ~(3 * lowest)) | (2 * lowest);
  }

  /// Rounds from when the root is sent something to when the node is, where every node hands on
  /// what it got to one child in the next round and to the other one in the round after: the right
  /// child first, except that of two leaves the left one is. So the delay is odd where an even
  /// number of bits other than bit 0 is set (n >= 2), and a node and that with the lowest bit
  /// flipped have delays of the same parity.
  NodeId delay(NodeId label) const {
    const auto height = static_cast<unsigned>(__builtin_ctz(label));
    if (height > 0 || n_ == 1) {
      return 2 * (n_ - 1 - height) - ones(label >> (height + 1));
    }
    return 2 * (n_ - 2) - ones(label >> 2U) + 1 + (label >> 1U) % 2;
  }

 private:
  static NodeId ones(NodeId label) { return static_cast<NodeId>(__builtin_popcount(label)); }

  unsigned n_;
};

}  // namespace flitcast
