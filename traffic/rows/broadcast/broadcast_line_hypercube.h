#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// G14, the all-to-all broadcast of the hypercube played on a line: what happens where an algorithm
/// does not fit its network.
Row aab_line_hc();

}  // namespace flitcast
