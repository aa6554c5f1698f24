#pragma once

#include <cstdint>
#include <vector>

#include "traffic/satisfiability/sat_solver.h"
#include "traffic/worms/worm_formula.h"

namespace flitcast {

struct PlannedWorm {
  std::vector<NodeId> way;      ///< from the source to the last receiver
  std::vector<NodeId> to;       ///< receivers, in the order of the way
  std::vector<NodeId> origins;  ///< of the data; the source only, where data do not spread
};

/// Worms by round. None is idle, and nobody receives anything twice.
using PlannedRounds = std::vector<std::vector<PlannedWorm>>;

/// The worms of the model that a solver has found which are of use: a model may send some to whom
/// knows, or to where nobody wants anything.
PlannedRounds plan_of(const WormInstance& instance, const WormFormula& formula,
                      std::uint32_t rounds, const SatSolver& solver);

}  // namespace flitcast
