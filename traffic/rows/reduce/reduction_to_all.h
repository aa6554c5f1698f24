#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// G4: all-to-all reductions, the all-to-all broadcasts of rings, tori and hypercubes backwards.
/// (Grama et al. ch. 4)
Row aar_ring();
Row aar_mesh();
Row aar_hc();

}  // namespace flitcast
