#include "tb/plan/prediction.h"

#include "hw/topology/link_times.h"
#include "tb/plan/row_schedule.h"
#include "traffic/row/lower_bound.h"

namespace flitcast {

Prediction predict(const Config& config, const RowRequest& request, const VerifyReport& report) {
  const LinkTimes links(request.topology, config.network);
  Prediction prediction;
  prediction.lower_bound_cycles =
      lower_bound(*config.row->operation, request, links.fastest_model());
  prediction.critical_path_cycles = report.critical_path_cycles;
  if (const auto closed_form = closed_form_of(*config.row, request)) {
    prediction.terms = closed_form->terms;
    prediction.cycles = closed_form->cycles;
    prediction.closed_form = true;
  } else {
    if (!links.differ()) {
      prediction.terms = report.lockstep_terms;
    }
    prediction.cycles = report.lockstep_cycles;
  }
  return prediction;
}

}  // namespace flitcast
