#pragma once

#include <string>
#include <vector>

#include "hw/network_config.h"
#include "hw/routing/routing.h"
#include "hw/worm_tree.h"

namespace flitcast {

/// A worm of which the proof of trees knows the whole way.
struct TreeWorm {
  WormTree tree;
  std::string name;   ///< "the broadcast from 0 to 5-10"
  bool forks = true;  ///< false: a message to one node, on the same virtual channels
  int message_class = 0;
  bool again = true;  ///< its source may have others under way
};

/// How worms that may be under way at once, in any order and number, can wait for each other in a
/// circle; empty where they cannot. A worm that forks takes channels and receive ports side by
/// side, and none of its flits go on where one way is closed. So whatever it has, it may wait for
/// all but what lies on the way from its root to where it took that. A buffer may hold what is left
/// of another worm before it, unless VcReuse::kAtomic: so a channel counts as had when its header
/// is in front at the other end. Trees that reserve their routers (Forks::kReserved) are in none
/// at the same time.
///
/// Worms of one source, by one port, with one virtual channel for their class, keep the order in
/// which they were posted: base routes bring all of them to a router by the same channel. So
/// circles count that go through several sources. Why no others: let some worms be stuck, each
/// waiting for others of them only, and X be the first posted of a circle of one source. It waits
/// in some router for what Y has there, or behind Y; then Y has come to the front before it,
/// against the order. And why none of several is missed: where X waits for what a worm of its own
/// tree has, that was posted before X and waits for something which X, after it, has not yet. So X
/// may wait for that itself, and a circle is left without the other one.
///
/// Several ports, or several such channels, let worms of a source overtake each other, here and
/// there in another order: then two of one tree count as two sources.
///
/// "the broadcast from 0 to 5-10 holds 1->2 and waits for 2->6; the broadcast from 3 to … holds
/// 2->6 and waits for 1->2"
std::string circle_of_trees(const Routing& routing, const NetworkConfig& network,
                            const std::vector<TreeWorm>& worms);

}  // namespace flitcast
