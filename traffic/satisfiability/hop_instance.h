#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/types.h"

namespace flitcast {

enum class HopOperation { kBroadcast, kMulticast, kScatter, kGather, kAllGather, kAllToAll };

std::string to_string(HopOperation operation);

/// One way, from a node to another. All that leads from one to the other is one link.
struct HopLink {
  NodeId from;
  NodeId to;
  std::uint32_t chunks = 1;  ///< that it carries in a round
};

/// An operation in the model of hops: data are chunks, a link carries so many of them in a round,
/// and nodes keep what they receive. Rounds come in steps; what a node has before a step it may
/// send in each of its rounds. (Cai et al., "Synthesizing Optimal Collective Algorithms", PPoPP
/// 2021.)
struct HopInstance {
  HopOperation operation;
  NodeId nodes;
  std::vector<HopLink> links;
  /// Of each node that sends to all, or of each pair of nodes.
  std::uint32_t chunks = 1;
  /// Of broadcast, multicast, scatter and gather.
  NodeId root = 0;
  /// Of multicast.
  std::vector<NodeId> destinations = {};
};

/// Chunks times nodes, and variables of a formula, at most.
inline constexpr std::uint64_t kLargestInstance = 20'000'000;

/// Throws std::invalid_argument for links that there cannot be, for nodes that there are not, and
/// where there are no chunks; std::length_error for what is larger than anybody could solve.
void check_instance(const HopInstance& instance);

/// "all-gather of 3 chunks a node on 8 nodes".
std::string describe(const HopInstance& instance);

struct HopChunk {
  std::string name;  ///< "0.1", the second of node 0; "0>5.1" where it is for node 5 only
  NodeId origin;
  std::vector<NodeId> destinations;  ///< other than the origin
};

std::vector<HopChunk> chunks_of(const HopInstance& instance);

/// Rounds of each step, one or more.
using RoundsOfSteps = std::vector<std::uint32_t>;

/// "1+3".
std::string to_string(const RoundsOfSteps& rounds);

/// The next way to have as many rounds in as many steps, in the order of their numbers; false after
/// the last. The first has all rounds but one a step in the last step.
bool next_split(RoundsOfSteps& rounds);
/// Throws std::invalid_argument unless there is at least a step, and a round for each.
RoundsOfSteps first_split(std::uint32_t steps, std::uint32_t rounds);

}  // namespace flitcast
