#include "tb/plan/prediction.h"

#include "tb/plan/row_schedule.h"
#include "traffic/row/lower_bound.h"

namespace flitcast {

Prediction predict(const Config& config, const RowRequest& request, const VerifyReport& report) {
  const TimingModel model = timing_model(config.network);
  Prediction prediction;
  prediction.lower_bound_cycles = lower_bound(*config.row->operation, request, model);
  prediction.critical_path_cycles = report.critical_path_cycles;
  if (const auto closed_form = closed_form_of(*config.row, request)) {
    prediction.terms = closed_form->terms;
    prediction.cycles = closed_form->cycles;
    prediction.closed_form = true;
  } else {
    prediction.terms = report.lockstep_terms;
    prediction.cycles = report.lockstep_cycles;
  }
  return prediction;
}

}  // namespace flitcast
