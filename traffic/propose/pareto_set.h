#pragma once

#include <cstdint>
#include <vector>

#include "traffic/propose/synthesis.h"

namespace flitcast {

/// A schedule with the fewest rounds for so many chunks and steps.
struct ParetoPoint {
  std::uint32_t chunks;
  std::uint32_t steps;
  Synthesis found;
  /// No other point has less steps or less rounds for a chunk, and not more of the other.
  bool is_best = false;
};

struct ParetoSet {
  std::vector<ParetoPoint> points;  ///< by chunks, and then by steps
  bool is_whole = true;             ///< or the watcher has ended it
};

/// Of 1 … request.chunks chunks, each with steps from the fewest that reach all nodes to as many as
/// save rounds. (Cai et al., "Synthesizing Optimal Collective Algorithms", PPoPP 2021.) Throws as
/// synthesize() with steps does.
ParetoSet pareto_set(const ChunkNetwork& network, const SynthesisRequest& request);

}  // namespace flitcast
