#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// S1, one-to-all scatter by unicasts, one after the other.
Row oas_grid_wh();
/// S2 and S3, one-to-all scatter on rings, one way round with one port and both with all.
Row oas_ring_sf();
/// S4, one-to-all scatter on grids by pipelines along base routes.
Row oas_grid_sf();

}  // namespace flitcast
