#include "tb/sim/run_progress.h"

#include <fmt/format.h>

#include "tb/sim/model.h"
#include "tb/text/text_columns.h"

namespace flitcast {

void RunProgress::begin(Model& model) {
  model_ = &model;
  model.sequencer().add_observer(*this);
}

void RunProgress::reached(Cycle cycle) {
  if (!line_.due()) {
    return;
  }
  const WorkloadProgress workload = model_->workload().progress();
  const double seconds = line_.seconds();
  const double rate = seconds > 0 ? static_cast<double>(model_->fabric().flit_hops()) / seconds : 0;
  line_.show(fmt::format("{}  cycle {}  {}flit-hops/s{}", workload.words, cycle, with_prefix(rate),
                         time_left(workload.done, workload.of, seconds)));
}

}  // namespace flitcast
