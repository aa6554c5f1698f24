#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// M16, broadcast among the leaves of a complete binary tree.
Row oab_tree();

}  // namespace flitcast
