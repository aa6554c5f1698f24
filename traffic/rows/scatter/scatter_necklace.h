#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// S6 to S8, one-to-all scatter on hypercubes over the subtrees of the necklace partition.
Row oas_hc_necklace();

}  // namespace flitcast
