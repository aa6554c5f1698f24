#pragma once

#include <vector>

#include "traffic/row/row.h"
#include "traffic/steps/rooted_tree.h"

namespace flitcast {

// One-to-all scatter without combining: the root sends a packet to every other node along a tree,
// from queues that it serves at the same time, one packet of each in a round. (Tvrdík CS838 §12
// "Noncombining model")

/// Destinations in the order in which their packets leave the root.
using PacketQueue = std::vector<NodeId>;

/// How a packet gets to its destination.
enum class Travel {
  kPipeline,  ///< one hop a round, stored at every node on its way
  kWorm,      ///< all the way in one round
};

/// All nodes but the root, the farthest first, in one queue, or in one for every subtree of the
/// root. The nodes between the root and a packet's destination come behind it, so pipelines end
/// when the longest queue does: its last packet goes one hop.
std::vector<PacketQueue> farthest_first_queue(const RootedTree& tree);
std::vector<PacketQueue> farthest_first_queues(const RootedTree& tree);

/// Round r takes packet r of every queue out of the root of the scatter. The tree's links are links
/// of the network; in every queue the farthest comes first.
void lay_queues(RootedTree tree, std::vector<PacketQueue> queues, Travel travel,
                Schedule& schedule);

/// rounds·(t_s + t_d + μ·t_m): pipelines in every switching.
Coefficients pipelined_cost(std::int64_t rounds);

}  // namespace flitcast
