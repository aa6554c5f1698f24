#pragma once

#include "tb/config.h"
#include "traffic/cost_model.h"
#include "traffic/verifier.h"

namespace flitcast {

/// What the theory says of a run before it is simulated.
struct Prediction {
  Coefficients terms;            ///< closed form of the row, or the sum over its rounds
  Cycle cycles = 0;              ///< of `terms`
  bool closed_form = false;      ///< false: the row has none for this switching
  Cycle lower_bound_cycles = 0;  ///< nothing can be faster under the row's port model
  Cycle critical_path_cycles = 0;
};

/// `report` is the verifier's account of the schedule that `request` asks for.
Prediction predict(const Config& config, const RowRequest& request, const VerifyReport& report);

}  // namespace flitcast
