#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "traffic/satisfiability/sat_solver.h"
#include "traffic/worms/planned_rounds.h"
#include "traffic/worms/worm_bound.h"
#include "traffic/worms/worm_instance.h"

namespace flitcast {

struct WormSearchResult {
  std::optional<PlannedRounds> schedule;
  bool refuted = false;
  std::string proof = {};  ///< when refuted: DRAT, of WormFormula
};

/// Looks for a schedule with so many rounds. Neither found nor refuted when the limit, or so many
/// conflicts, were reached first. Throws as WormFormula does.
WormSearchResult search_worms(const WormInstance& instance, std::uint32_t rounds,
                              const SearchLimit& limit = {},
                              int conflicts = SatSolver::kAnyConflicts);

/// What is known of the fewest rounds.
struct FewestRounds {
  std::optional<PlannedRounds> schedule;  ///< the best; none where the limit was reached before
  std::uint32_t least = 0;                ///< none has less rounds
  WormBound bound;                        ///< by which least is counted, unless there is a proof
  std::string proof = {};                 ///< DRAT, that WormFormula has no model with least − 1

  bool is_optimal() const { return schedule && schedule->size() == least; }
};

/// Searches with as many rounds as the bound says, and with more, until some are known to be the
/// fewest or the limit is reached. Throws std::invalid_argument where no ways lead to some node.
FewestRounds fewest_rounds(const WormInstance& instance, const SearchLimit& limit = {});

}  // namespace flitcast
