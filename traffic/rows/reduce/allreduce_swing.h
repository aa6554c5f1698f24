#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// All-reduce on a ring between nodes that swing to and fro.
Row allreduce_ring_swing();

}  // namespace flitcast
