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

/// The row is written for more ports than there are: whether it can be played shows in its rounds.
bool lacks_ports(const Config& config) {
  const int own = config.row->model_of(config.variant).ports;
  return config.network.ports < (own == RowModel::kAllPorts ? config.topology->degree() : own);
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
      const Prediction prediction = predict(foresight.config, request, *closed_form);
      check_duration(foresight.config, prediction.estimate());
      if (!lacks_ports(foresight.config)) {
        foresight.prediction = prediction;
      }
    }
    return foresight;
  } catch (const RowError&) {
    return {resolve(raw), std::nullopt};
  }
}

}  // namespace flitcast
