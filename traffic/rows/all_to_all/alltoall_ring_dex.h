#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// A17 and A18, all-to-all scatter on one-port wormhole rings by direct exchange.
Row aas_ring_dex();

}  // namespace flitcast
