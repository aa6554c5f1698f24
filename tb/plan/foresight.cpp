#include "tb/plan/foresight.h"

#include "tb/plan/plan.h"
#include "tb/plan/row_request.h"
#include "tb/plan/row_schedule.h"

namespace flitcast {
namespace {

/// The row is written for more ports than there are: whether it can be played shows in its rounds.
bool lacks_ports(const Config& config) {
  const int own = config.row->model_of(config.variant).ports;
  return config.network.ports < (own == RowModel::kAllPorts ? config.topology->degree() : own);
}

}  // namespace

std::optional<Prediction> foresee(const RawConfig& raw, Config& config) {
  if (config.plays_load()) {
    return std::nullopt;
  }
  try {
    if (config.row->application != nullptr) {
      config = Draft(raw).config();
    } else {
      check_row_fits(config);
    }
    const RowRequest request = request_of(config);
    const auto closed_form = closed_form_of(*config.row, request);
    if (!closed_form) {
      return std::nullopt;
    }
    check_limits(config, *closed_form);
    const Prediction prediction = predict(config, request, *closed_form);
    check_duration(config, prediction.estimate());
    return lacks_ports(config) ? std::nullopt : std::optional(prediction);
  } catch (const RowError&) {
    return std::nullopt;
  }
}

}  // namespace flitcast
