#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hw/network_config.h"
#include "hw/routing/routing.h"
#include "traffic/verify/tree_proof.h"
#include "traffic/verify/verify_report.h"

namespace flitcast {

/// Whether worms can wait for each other in a circle when any node may send to any other of its
/// network.
struct RoutingProof {
  bool free = false;
  /// Why, or why not, human-readable: "the channel dependency graph has no cycle".
  std::string argument;
  /// Where not: a cycle of channels in which they may, as DependencyGraph::cycle says it; empty
  /// where a header may find no way to go on.
  std::string circle;
};

/// Whether messages with virtual channels of their own wait for no others: a worm that waits keeps
/// the pairs of its half-duplex links from all of them.
bool classes_are_apart(const NetworkConfig& network);

/// A source and a destination.
using NodePair = std::pair<NodeId, NodeId>;

/// What worms there are besides those with one destination between all pairs of processors.
struct ProofOptions {
  /// Told how far the proof is, in rounds of which it has as many as it needs; may be null.
  VerifyWatcher* watcher = nullptr;
  /// They may leave copies at any nodes on the base routes that they follow, and hold receive ports
  /// there.
  bool multicasts = false;
  /// Flow control keeps every ring going by itself.
  bool bubbles = false;
  /// The only pairs that send, in any order; null: any node to any other of
  /// its network.
  const std::vector<NodePair>* pairs = nullptr;
  /// Worms that fork, on virtual channels of their own; null: there are none.
  const std::vector<TreeWorm>* trees = nullptr;
};

/// Builds the dependency graph of the worms, by everything that the routing relation leaves open to
/// them on a network like this: switching, duplex and virtual channels count. Takes a step for
/// every channel and class by which headers for a destination may come, for every destination, and
/// as many again to search the escape. Nodes with memories (NetworkConfig::memory) send requests,
/// which wait for room in a memory, and a memory for its replies to leave: where both go by the
/// same virtual channels, that closes a circle between any two nodes, unless every memory has room
/// for all. Where interfaces hold requests (NetworkConfig::holds_requests), links are full duplex.
RoutingProof prove_routing(const Routing& routing, const NetworkConfig& network,
                           const ProofOptions& asked = {});

}  // namespace flitcast
