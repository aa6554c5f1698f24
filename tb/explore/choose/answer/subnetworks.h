#pragma once

#include "hw/topology/topology.h"

namespace flitcast {

/// Whether `part` is `whole` without some of its links, its nodes maybe in another order: a mesh of
/// a torus, a line of a ring, a grid with sides that are powers of two of a hypercube.
bool is_part_of(const Topology& part, const Topology& whole);

}  // namespace flitcast
