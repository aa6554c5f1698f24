#pragma once

#include <functional>
#include <vector>

#include "traffic/propose/flow_rounds.h"
#include "traffic/propose/hop_clock.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

/// What a chunk of a plan is in a schedule.
using BlockOfChunk = std::function<Block(std::uint32_t chunk)>;

/// A plan for the reversed network played backwards: one for the network.
HopPlan backwards(const ChunkNetwork& network, HopPlan plan);
WormPlan backwards(WormPlan plan);

/// What the messages of a plan have and do.
struct HopMessages {
  BlockOfChunk block;
  Transfer transfer = Transfer::kNatural;
  /// Nodes that are not to keep what they pass on, if there are any: with the last hop of a chunk
  /// from there it moves. Chunks that go together must have it in common.
  std::vector<bool> relays = {};
};

/// Appends a round for every time at which something starts; chunks that go over a channel together
/// are a message.
void append_rounds(const ChunkNetwork& network, HopPlan plan, const HopMessages& messages,
                   std::vector<Round>& rounds);
/// All worms carry `block`.
void append_rounds(const ChunkNetwork& network, const WormPlan& plan, const Block& block,
                   Transfer transfer, std::vector<Round>& rounds);

}  // namespace flitcast
