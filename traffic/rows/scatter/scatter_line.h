#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// S11, one-to-all scatter once round a ring, combining.
Row oas_ring_sf_combining();
/// S12, one-to-all scatter on lines and rings by recursive doubling.
Row oas_line_wh_rd();

}  // namespace flitcast
