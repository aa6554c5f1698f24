#pragma once

#include "traffic/row/row.h"

namespace flitcast {

/// Broadcast in segments along a Hamiltonian path of neighbours.
Row oab_chain();

}  // namespace flitcast
