#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// M1, multicast along a dimension-ordered chain of a hypercube.
Row mc_hc_chain();

/// M4, the same on a mesh of any dimension, from any source.
Row mc_mesh_chain();

}  // namespace flitcast
