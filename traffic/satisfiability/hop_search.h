#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "traffic/satisfiability/hop_instance.h"
#include "traffic/satisfiability/sat_solver.h"

namespace flitcast {

/// A chunk goes over a link.
struct HopMove {
  std::uint32_t chunk;  ///< of chunks_of()
  std::uint32_t link;   ///< of the instance
  std::uint32_t step;   ///< from 0
  std::uint32_t round;  ///< from 0, of all
};

struct HopSchedule {
  RoundsOfSteps rounds;
  /// In the order of their rounds. None is idle: every chunk comes once to a node, and every hop is
  /// of use to a destination.
  std::vector<HopMove> moves;
};

/// There is no schedule with these rounds of steps.
struct RefutedSplit {
  RoundsOfSteps rounds;
  std::string proof;  ///< DRAT, of HopFormula
};

struct HopSearchResult {
  std::optional<HopSchedule> schedule;
  std::vector<RefutedSplit> refuted;
  std::vector<RoundsOfSteps> open;  ///< when the limit was reached first
};

/// Looks for a schedule with so many steps and rounds, whatever the rounds of each step are. Where
/// all are refuted, there is none with less steps or rounds, either: a step with several rounds may
/// be cut in two, and a round more does no harm. Ends with the first schedule. Throws as HopFormula
/// and first_split() do.
HopSearchResult search_hops(const HopInstance& instance, std::uint32_t steps, std::uint32_t rounds,
                            const SearchLimit& limit = {});

}  // namespace flitcast
