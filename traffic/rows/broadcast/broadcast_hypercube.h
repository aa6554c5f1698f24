#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// M13, broadcast on hypercubes along a binomial tree.
Row oab_hc_sbt();

}  // namespace flitcast
