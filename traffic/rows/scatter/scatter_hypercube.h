#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// S10, one-to-all scatter on hypercubes along a binomial tree.
Row oas_hc_sbt();

}  // namespace flitcast
