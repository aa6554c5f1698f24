#pragma once

#include "traffic/catalogue.h"

namespace flitcast {

/// Broadcast in segments along a Hamiltonian path of neighbours.
Row oab_chain();

}  // namespace flitcast
