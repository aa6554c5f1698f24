#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traffic/optimal/chunk_network.h"
#include "traffic/optimal/demand.h"

namespace flitcast {

/// A demand, but no all-reduce, in the model of hops: a link carries so many chunks in a round, and
/// nodes keep what they receive. Rounds come in steps; what a node has before a step it may send in
/// each of its rounds. (Cai et al., "Synthesizing Optimal Collective Algorithms", PPoPP 2021.)
struct HopInstance {
  Demand demand;
  /// The channels of a ChunkNetwork with all ports and full duplex, or of a part of one. All that
  /// leads from a node to another is one.
  std::vector<HopLink> links;
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
  std::uint32_t id;  ///< as the demand numbers it
  NodeId origin;
  std::vector<NodeId> destinations;  ///< other than the origin
};

/// Those that go somewhere.
std::vector<HopChunk> chunks_of(const Demand& demand);

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
