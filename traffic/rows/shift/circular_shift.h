#pragma once

#include "traffic/row/row.h"

namespace flitcast {

// Circular q-shift: the block of the node at place i of a ring of all nodes goes to the one at
// place i + q mod p. Place i is node i but for G12.

Row cshift_ring();      ///< G10, along a ring
Row cshift_mesh();      ///< G11, row-major on a torus of two dimensions
Row cshift_hc_gray();   ///< G12, on the ring that the reflected Gray code lays through a hypercube
Row cshift_hc_ecube();  ///< G13, by e-cube worms

}  // namespace flitcast
