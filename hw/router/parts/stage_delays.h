#pragma once

#include "hw/router_pipeline.h"

namespace flitcast {

/// Cycles between the steps of a flit through a pipeline, see RouterPipeline.
struct StageDelays {
  Cycle vc_decision = 0;
  Cycle switch_decision = 0;
  Cycle flit_decision = 0;
  Cycle read = 0;
  Cycle channel = 0;
  bool speculation = false;

  /// Of flits to the next router.
  static StageDelays through(const RouterPipeline& pipeline) {
    return {pipeline.until_vc_decision(),   pipeline.until_switch_decision(),
            pipeline.until_flit_decision(), pipeline.until_read(),
            pipeline.until_channel(),       pipeline.speculation};
  }
  /// Of flits to a node of this router.
  static StageDelays ejection(const RouterPipeline& pipeline) {
    return pipeline.ejection == Ejection::kBypass ? StageDelays{} : through(pipeline);
  }
};

}  // namespace flitcast
