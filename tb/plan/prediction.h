#pragma once

#include <optional>

#include "tb/config/config.h"
#include "tb/plan/row_schedule.h"
#include "traffic/theory/cost_model.h"
#include "traffic/verify/verifier.h"

namespace flitcast {

/// What the theory says of a run before it is simulated.
struct Prediction {
  /// Closed form of the row, or the sum over its rounds; none where links differ.
  std::optional<Coefficients> terms;
  Cycle cycles = 0;              ///< of `terms`, or the sum over the rounds, link by link
  bool closed_form = false;      ///< false: the row has none for this switching, or links differ
  Cycle lower_bound_cycles = 0;  ///< of the operation; no run is faster
  Cycle critical_path_cycles = 0;

  /// Without the waiting for shared links, a row may be predicted to be faster than anything can
  /// be.
  bool below_bound() const { return cycles < lower_bound_cycles; }
  /// What the theory says where one number is wanted: the bound instead of a prediction below it.
  Cycle estimate() const { return below_bound() ? lower_bound_cycles : cycles; }
};

/// By closed form; of the critical path nothing is said.
Prediction predict(const Config& config, const RowRequest& request, const ClosedForm& closed_form);
/// `report` is the verifier's account of the schedule that `request` asks for.
Prediction predict(const Config& config, const RowRequest& request, const VerifyReport& report);

}  // namespace flitcast
