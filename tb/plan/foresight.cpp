#include "tb/plan/foresight.h"

#include <utility>

#include "tb/plan/plan.h"
#include "tb/plan/row_request.h"
#include "tb/plan/row_schedule.h"

namespace flitcast {
namespace {

/// The configuration with what its data says, if its row can do what it asks for.
Config with_data(const RawConfig& raw, Config resolved) {
  if (resolved.row->application != nullptr) {
    return Draft(raw).config();
  }
  check_row_fits(resolved);
  return resolved;
}

}  // namespace

Foresight foresee(const RawConfig& raw, Config resolved) {
  if (resolved.plays_load()) {
    return {std::move(resolved), std::nullopt};
  }
  try {
    Foresight foresight{with_data(raw, std::move(resolved)), std::nullopt};
    const RowRequest request = request_of(foresight.config);
    if (const auto closed_form = closed_form_of(*foresight.config.row, request)) {
      check_limits(foresight.config, *closed_form);
      foresight.prediction = predict(foresight.config, request, *closed_form);
      check_duration(foresight.config, foresight.prediction->estimate());
    }
    return foresight;
  } catch (const RowError&) {
    return {resolve(raw), std::nullopt};
  }
}

}  // namespace flitcast
