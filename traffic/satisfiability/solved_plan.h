#pragma once

#include "traffic/optimal/hop_plan.h"
#include "traffic/satisfiability/hop_formula.h"
#include "traffic/satisfiability/sat_solver.h"

namespace flitcast {

/// The plan that a model of the formula for these rounds of steps is, after SatAnswer::kModel.
HopPlan plan_of(const HopInstance& instance, const HopFormula& formula, const RoundsOfSteps& rounds,
                const SatSolver& solver);

}  // namespace flitcast
