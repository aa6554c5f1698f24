#pragma once

#include "traffic/catalogue.h"

namespace flitcast {

Row oab_hc_scatter_allgather();
Row aor_hc_aar_gather();
Row allreduce_hc_rsag();

}  // namespace flitcast
