#pragma once

#include "traffic/catalogue.h"

namespace flitcast {

/// S10, one-to-all scatter on hypercubes along a binomial tree.
Row oas_hc_sbt();

}  // namespace flitcast
