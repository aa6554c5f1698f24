#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// G7 to G9: broadcast by scatter and all-gather, reduction by reduce-scatter and gather, and
/// all-reduce by reduce-scatter and all-gather, on hypercubes. (Grama et al. ch. 4, "Improving
/// Performance of Operations")
Row oab_hc_scatter_allgather();
Row aor_hc_aar_gather();
Row allreduce_hc_rsag();

}  // namespace flitcast
