#pragma once

#include <vector>

#include "hw/types.h"

namespace flitcast {

/// The nodes of Q_n but node 0 as n subtrees of shortest paths from node 0, whose sizes differ by 1
/// at most. (Tvrdík CS838 §12 "All-port noncombining hypercube")
///
/// Nodes that are rotations of each other form a necklace, a full one if it has n nodes. Necklaces
/// fill the rows of a table of n columns one after the other, in ascending order of weight, the
/// number of 1's, and of their smallest members; column i is subtree i, and its first node 2^i.
/// Every necklace is turned until its first node stands in the column of its parent.
struct NecklacePartition {
  int n = 0;
  /// The table row by row: entry i is in column i mod n of row i / n. Weights never decrease.
  std::vector<NodeId> table;
  /// Of every node its parent, in the same column: the node with one 1 less that it hangs on. 0 is
  /// the parent of the 2^i, and its own.
  std::vector<NodeId> parent;
};

/// 1 <= n <= 16.
NecklacePartition necklace_partition(int n);

}  // namespace flitcast
