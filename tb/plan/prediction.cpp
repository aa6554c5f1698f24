#include "tb/plan/prediction.h"

#include "hw/topology/link_times.h"
#include "traffic/row/lower_bound.h"
#include "traffic/theory/packet_flight.h"

namespace flitcast {
namespace {

Cycle lower_bound_of(const Config& config, const RowRequest& request) {
  const LinkTimes links(request.topology, config.network);
  return lower_bound(*config.row->operation, request, links.fastest_model());
}

}  // namespace

Prediction predict(const Config& config, const RowRequest& request, const ClosedForm& closed_form) {
  return {closed_form.terms, closed_form.cycles, true, lower_bound_of(config, request), 0};
}

Prediction predict(const Config& config, const RowRequest& request, const VerifyReport& report) {
  Prediction prediction;
  if (const auto closed_form = closed_form_of(*config.row, request)) {
    prediction = predict(config, request, *closed_form);
  } else {
    if (!request.links_differ && closed_forms_hold(request.timing, request.pipeline)) {
      prediction.terms = report.lockstep_terms;
    }
    prediction.cycles = report.lockstep_cycles;
    prediction.lower_bound_cycles = lower_bound_of(config, request);
  }
  prediction.critical_path_cycles = report.critical_path_cycles;
  return prediction;
}

}  // namespace flitcast
