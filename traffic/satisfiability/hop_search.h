#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "traffic/optimal/hop_plan.h"
#include "traffic/satisfiability/hop_instance.h"
#include "traffic/satisfiability/sat_solver.h"

namespace flitcast {

/// There is no schedule with these rounds of steps.
struct RefutedSplit {
  RoundsOfSteps rounds;
  std::string proof;  ///< DRAT, of HopFormula
};

/// There is none with so many steps and rounds, as every split of the rounds is refuted.
struct HopRefutation {
  HopInstance instance;
  std::uint32_t steps;
  std::uint32_t rounds;
  std::vector<RefutedSplit> splits;
};

struct HopSearchResult {
  /// Of rounds, in their order. A channel has as many links as it carries chunks. No hop is idle:
  /// every chunk comes once to a node, and is of use to a destination.
  std::optional<HopPlan> plan;
  RoundsOfSteps rounds;  ///< of the plan
  std::vector<RefutedSplit> refuted;
  std::vector<RoundsOfSteps> open;  ///< when the limit was reached first
};

/// Looks for a schedule with so many steps and rounds, whatever the rounds of each step are. Where
/// all are refuted, there is none with less steps or rounds, either: a step with several rounds may
/// be cut in two, and a round more does no harm. Ends with the first schedule. Throws as HopFormula
/// and first_split() do, and std::length_error for more splits than anybody could try.
HopSearchResult search_hops(const HopInstance& instance, std::uint32_t steps, std::uint32_t rounds,
                            const SearchLimit& limit = {});

}  // namespace flitcast
