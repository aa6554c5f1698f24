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
};

/// How worms that may be under way at once, in any order and number, can wait for each other in a
/// circle; empty where they cannot. A worm that forks takes channels and receive ports side by
/// side, and none of its flits go on where one way is closed: whatever it has, it may wait for all
/// but what it took in routers on the way there from its root. What counts are circles among worms
/// of several sources: those of one source come to every router one after the other, and take there
/// what they need of ways that leave it, so that the foremost never waits for the others. Trees
/// that reserve their routers (Forks::kReserved) do not wait for each other with something in hand.
///
/// "the broadcast from 0 to 5-10 holds 1->2 and waits for 2->6; the broadcast from 3 to … holds
/// 2->6 and waits for 1->2"
std::string circle_of_trees(const Routing& routing, const NetworkConfig& network,
                            const std::vector<TreeWorm>& worms);

}  // namespace flitcast
