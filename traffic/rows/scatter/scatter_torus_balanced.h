#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// S5, one-to-all scatter on square tori over four subtrees of equal size.
Row oas_torus2d_balanced();

}  // namespace flitcast
