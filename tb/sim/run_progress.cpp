#include "tb/sim/run_progress.h"

#include "tb/sim/model.h"
#include "tb/sim/progress.h"

namespace flitcast {

void RunProgress::begin(Model& model) {
  model_ = &model;
  model.sequencer().add_observer(*this);
}

void RunProgress::reached(Cycle cycle) {
  if (line_.due()) {
    line_.show(progress_line({model_->workload().progress(), cycle, model_->fabric().flit_hops()},
                             line_.seconds()));
  }
}

}  // namespace flitcast
