#include "traffic/steps/necklace_partition.h"

#include <algorithm>

namespace flitcast {
namespace {

NodeId rotated_left(NodeId node, int by, int n) {
  const NodeId all = (NodeId{1} << n) - 1;
  return ((node << by) | (node >> (n - by))) & all;
}

/// Number of different rotations.
int period_of(NodeId node, int n) {
  int period = 1;
  while (rotated_left(node, period, n) != node) {
    ++period;
  }
  return period;
}

bool is_smallest_rotation(NodeId node, int n) {
  for (int by = 1; by < n; ++by) {
    if (rotated_left(node, by, n) < node) {
      return false;
    }
  }
  return true;
}

/// The smallest members of all necklaces, in the order of the table.
std::vector<NodeId> necklaces(int n) {
  std::vector<NodeId> members;
  for (NodeId node = 1; node < NodeId{1} << n; ++node) {
    if (is_smallest_rotation(node, n)) {
      members.push_back(node);
    }
  }
  std::stable_sort(members.begin(), members.end(), [](NodeId a, NodeId b) {
    return __builtin_popcount(a) < __builtin_popcount(b);
  });
  return members;
}

/// The 1 to the right of the longest run of zeros, of the last one where several are as long.
/// Without it that run is longer than all others, so that what is left has n rotations. The
/// smallest of its rotations begins with zeros and ends with a 1: no run goes beyond its ends.
NodeId hooking_bit(NodeId smallest, int n) {
  NodeId result = 0;
  int longest = 0;
  int run = 0;
  for (NodeId bit = NodeId{1} << (n - 1); bit != 0; bit >>= 1U) {
    if ((smallest & bit) == 0) {
      ++run;
      continue;
    }
    if (run >= longest) {
      longest = run;
      result = bit;
    }
    run = 0;
  }
  return result;
}

}  // namespace

NecklacePartition necklace_partition(int n) {
  NecklacePartition partition;
  partition.n = n;
  const NodeId nodes = NodeId{1} << n;
  partition.parent.assign(nodes, 0);
  std::vector<int> column_of(nodes, 0);
  for (const NodeId smallest : necklaces(n)) {
    const NodeId hook = smallest ^ hooking_bit(smallest, n);
    const auto column = static_cast<int>(partition.table.size() % static_cast<std::size_t>(n));
    const int turns = (column - column_of[hook] + n) % n;
    const int period = period_of(smallest, n);
    for (int i = 0; i < period; ++i) {
      const NodeId node = rotated_left(smallest, (turns + i) % n, n);
      partition.table.push_back(node);
      partition.parent[node] = rotated_left(hook, (turns + i) % n, n);
      column_of[node] = (column + i) % n;
    }
  }
  return partition;
}

}  // namespace flitcast
