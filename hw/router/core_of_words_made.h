#pragma once

#include "hw/router/core_of_words.h"
#include "hw/router/pipelined_core.h"
#include "hw/router/staged_core.h"
#include "hw/router/streaming_core.h"

namespace flitcast {

template <int kWords>
std::unique_ptr<RouterCore> core_of_words(const RouterSite& site) {
  if (site.config.pipeline.staged()) {
    if (site.config.pipeline.default_policies()) {
      return std::make_unique<StagedCore<StagedPolicies<kWords>>>(site);
    }
    return std::make_unique<StagedCore<ChosenPolicies<kWords>>>(site);
  }
  // One that knows its flits' dates in advance goes by credits alone.
  using Policies = RoundRobinPolicies<kWords>;
  if (site.config.vcs == 1 && site.config.flow_control == FlowControl::kCredits) {
    return std::make_unique<StreamingCore<Policies>>(site);
  }
  return std::make_unique<PipelinedCore<Policies>>(site);
}

}  // namespace flitcast
