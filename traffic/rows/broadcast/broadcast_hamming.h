#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// All-port broadcast on a hypercube by worms to the words of a Hamming code.
Row oab_hc_allport_hokao();

}  // namespace flitcast
