#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// G5, all-reduce on hypercubes by recursive doubling.
Row allreduce_hc();

}  // namespace flitcast
