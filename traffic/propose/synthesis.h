#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <vector>

#include "traffic/optimal/counting_bounds.h"
#include "traffic/satisfiability/hop_search.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

struct SynthesisState {
  ChunkTime best = kUnreached;
  std::uint64_t tries = 0;  ///< that have ended
  ChunkTime sought = 0;     ///< rounds that a solver looks for
};

struct SynthesisRequest {
  const OperationKind* operation = nullptr;  ///< must be set
  NodeId root = 0;                           ///< where the operation has one
  std::vector<NodeId> destinations = {};     ///< of a multicast: one or more, ascending
  std::uint32_t chunks = 1;                  ///< see Demand
  CostModel model = CostModel::kHops;
  std::uint32_t steps = 0;  ///< of rounds, in each of which nodes send what they had before; 0: any
  std::uint64_t seed = 1;
  /// Told often how far the search is; ends it by answering false. Must be set: where the bound is
  /// not met, nothing else does.
  std::function<bool(const SynthesisState&)> watch;
};

struct Synthesis {
  Operation operation;
  std::vector<Round> rounds;  ///< of a topology that must outlive them
  ChunkTime time = 0;         ///< as the bound counts it
  HopInstance instance;       ///< of what is played backwards, on the reversed network
  CountingBound bound;        ///< of the instance
  ChunkTime counted = 0;      ///< the bounds of both halves of an all-reduce, or the bound
  ChunkTime least = 0;        ///< no schedule takes less time, by bound or refutation
  std::optional<HopRefutation> refutation;  ///< likewise, where it says more than the bound
  RoundsOfSteps rounds_of_steps;            ///< where steps were given
  std::uint64_t tries = 0;

  bool is_optimal() const { return time == least; }
};

/// The watcher has ended a search before there was any schedule.
class SearchEnded : public std::runtime_error {
 public:
  SearchEnded() : std::runtime_error("no schedule was found in this time; give more") {}
};

/// Steps that it takes to reach the farthest node, there or back, of which an all-reduce takes
/// twice as many; with some more for each half.
std::uint32_t fewest_steps(const ChunkNetwork& network, const SynthesisRequest& request,
                           std::uint32_t more = 0);

/// Looks for a schedule of an operation that takes the least time by a cost model, and ends at once
/// where a counting bound proves that one does. The same seed finds the same schedules one after
/// the other. In the model of hops a solver goes on after some proposals, where it can, and may
/// prove what it does not find. Throws std::invalid_argument, which says what to give, for an
/// operation or a network that the model does not cover, std::length_error for too many ways to
/// have steps, and SearchEnded.
Synthesis synthesize(const ChunkNetwork& network, const SynthesisRequest& request);

}  // namespace flitcast
