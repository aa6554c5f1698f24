#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// All-reduce by recursive halving and doubling, on any number of nodes.
Row allreduce_rabenseifner();

}  // namespace flitcast
