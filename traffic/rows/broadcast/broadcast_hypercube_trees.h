#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// Broadcast in segments down a binary tree.
Row oab_hc_tree_pipelined();
/// Broadcast in segments down two binary trees at once.
Row oab_hc_double_tree();
/// All-reduce up and down two binary trees at once.
Row allreduce_hc_double_tree();

}  // namespace flitcast
