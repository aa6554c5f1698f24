#pragma once

#include "traffic/row/row.h"

namespace flitcast {

// Prefix sums: node v ends with the sum of the operands of nodes 0 … v. Partial sums are those of
// consecutive nodes. A message is added behind or in front of what its receiver has, as the
// operands stand, so that the operator need not be commutative.

Row prefix_hc();             ///< G6, recursive doubling on hypercubes
Row prefix_hillis_steele();  ///< every node to the one 2^k on
Row prefix_blelloch();       ///< up and down a binary tree

}  // namespace flitcast
