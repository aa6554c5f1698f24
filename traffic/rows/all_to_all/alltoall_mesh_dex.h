#pragma once

#include <cstdint>

#include "hw/topology/topology.h"

namespace flitcast {

/// The permutation that takes node (x, y) of a mesh with sides that are powers of two to
/// (x ⊕ change_x, y ⊕ change_y), with dimension-order routing.
struct MeshPermutation {
  std::uint32_t change_x;
  std::uint32_t change_y;
  std::uint32_t congestion;  ///< messages on the busiest channels when all nodes send at once

  /// Which of `congestion` contention-free rounds the message of node (x, y) is in.
  std::uint32_t turn(std::uint32_t x, std::uint32_t y) const;
};

/// Permutation `number` of 1 … nodes − 1 of the direct exchange: the bits of x change as the lower
/// bits of the number say, those of y as the upper ones do. (Tvrdík CS838 §14, figure "Direct
/// exchange AAS on M(2,4)".)
MeshPermutation mesh_permutation(const Topology& mesh, NodeId number);

}  // namespace flitcast
