#pragma once

#include <string>
#include <vector>

#include "traffic/optimal/chunk_network.h"
#include "traffic/optimal/demand.h"

namespace flitcast {

/// What time is counted in.
enum class CostModel {
  kHops,   ///< chunks go from neighbour to neighbour, a link carries one at a time
  kWorms,  ///< rounds of worms over any ways that share no link, each for one node
};

enum class BoundKind {
  kDegree,    ///< what one node receives, or sends
  kCut,       ///< what has to enter a set of nodes
  kDistance,  ///< how far something has to go
  kGrowth,    ///< how fast those that know something can become more
  kCarriage,  ///< all that has to go over links
};
/// "degree", "cut", "distance", "growth", "carriage".
const char* to_string(BoundKind kind);

/// No schedule takes less time, for a reason that can be counted.
struct CountingBound {
  BoundKind kind;
  ChunkTime time;  ///< rounds of worms
  /// The witness. Degree and cut: the nodes that something has to enter; distance: from where, to
  /// where; growth: from where. Empty for carriage.
  std::vector<NodeId> witness;
  std::string reason;  ///< "63 chunks have to enter node 0 over 4 links"
};

/// The best of every kind that says something, the best first; none for a node alone. In the model
/// of hops there are no switches; in that of worms data are a chunk for everybody.
std::vector<CountingBound> counting_bounds(const ChunkNetwork& network, const Demand& demand,
                                           CostModel model);

}  // namespace flitcast
