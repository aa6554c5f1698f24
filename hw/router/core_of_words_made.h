#pragma once

#include "hw/router/core_of_words.h"
#include "hw/router/pipelined_core.h"
#include "hw/router/streaming_core.h"
#include "hw/router/vc_core.h"

namespace flitcast {

template <int kWords>
std::unique_ptr<RouterCore> core_of_words(const RouterSite& site) {
  const NetworkConfig& config = site.config;
  if (config.pipeline.staged()) {
    if (config.pipeline.default_policies()) {
      return std::make_unique<VcCore<StagedPolicies<kWords>>>(site);
    }
    return std::make_unique<VcCore<ChosenPolicies<kWords>>>(site);
  }
  // The others are faster than a VcCore, and do less.
  const bool credits = config.flow_control == FlowControl::kCredits;
  if (credits && config.vcs == 1) {
    return std::make_unique<StreamingCore<FastPolicies<kWords>>>(site);
  }
  if (credits && config.duplex == Duplex::kFull && !config.flit_by_flit) {
    return std::make_unique<PipelinedCore<FastPolicies<kWords>>>(site);
  }
  return std::make_unique<VcCore<ContractPolicies<kWords>>>(site);
}

}  // namespace flitcast
