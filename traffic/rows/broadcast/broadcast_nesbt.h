#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// Broadcast in segments down n edge-disjoint spanning binomial trees of a hypercube.
Row oab_hc_nesbt();

}  // namespace flitcast
