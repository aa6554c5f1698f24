#pragma once

#include "traffic/catalogue.h"

namespace flitcast {

/// A mesh of two dimensions, 2 nodes or more and sides that are powers of two, whose nodes are
/// labelled like those of a hypercube: the bits of x are the lower ones of a node id, those of y
/// the upper ones. Throws ParameterError with the nearest sides that would be right.
void check_power_of_two_mesh(const RowRequest& request);

/// The power of two nearest to a side of 1 or more, the larger one where two are as near.
std::uint32_t nearest_power_of_two(std::uint32_t side);

/// log2 of a side of such a mesh.
inline int bits_of_side(const Topology& mesh, int dimension) {
  return __builtin_ctz(mesh.side(dimension));
}

}  // namespace flitcast
