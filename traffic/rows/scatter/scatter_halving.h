#pragma once

#include "traffic/row/row.h"

namespace flitcast {

// S13: one-to-all scatter by recursive halving where the labels of nodes are those of a hypercube,
// and gather, its dual.

/// Gather on hypercubes.
Row gather_hc();
/// Scatter and gather on lines and rings of 2^k nodes.
Row scatter_line();
Row gather_line();
/// Scatter and gather on meshes of two dimensions with sides that are powers of two.
Row scatter_mesh();
Row gather_mesh();

}  // namespace flitcast
