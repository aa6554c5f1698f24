#include "tb/prediction.h"

namespace flitcast {
namespace {

/// The bound of a row holds under its own port model. With more ports, one message is left of it,
/// which all of them can share.
bool has_more_ports(const Config& config) {
  const int own = config.row->model_of(config.variant).ports;
  return own != RowModel::kAllPorts && config.network.ports > own;
}

}  // namespace

Prediction predict(const Config& config, const RowRequest& request, const VerifyReport& report) {
  const TimingModel model = timing_model(config.network);
  const auto ports = static_cast<std::uint64_t>(config.network.ports);
  Prediction prediction;
  prediction.lower_bound_cycles = has_more_ports(config)
                                      ? message_cycles(model, Switching::kWormhole, 1, 1,
                                                       (config.message_flits + ports - 1) / ports)
                                      : lower_bound(*config.row, request, model);
  prediction.critical_path_cycles = report.critical_path_cycles;
  if (const auto terms = config.row->closed_form(request)) {
    prediction.terms = *terms;
    prediction.cycles = terms->cycles(model, config.message_flits);
    prediction.closed_form = true;
  } else {
    prediction.terms = report.lockstep_terms;
    prediction.cycles = report.lockstep_cycles;
  }
  return prediction;
}

}  // namespace flitcast
