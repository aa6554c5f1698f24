#pragma once

#include <vector>

#include "hw/router/core_parts.h"
#include "hw/router/staged_core.h"

namespace flitcast {

// StagedCore: what it tells probes.

template <typename Policies>
std::vector<OccupiedVc> StagedCore<Policies>::inspect(Cycle now) const {
  return occupied_vcs(inputs_, layout_, room_, now);
}

template <typename Policies>
void StagedCore<Policies>::end_waits(Cycle end) {
  flitcast::end_waits(inputs_, outputs_, layout_, reporter_, waits_, end);
}

}  // namespace flitcast
