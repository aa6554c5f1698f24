#pragma once

#include <cstdint>

#include "traffic/steps/hypercube_steps.h"

namespace flitcast {

// Recursive halving of lines of 2^d nodes, and its product over the dimensions of a grid. The node
// numbers of a grid whose sides are powers of two are labels of a hypercube: the bits of dimension
// 0 come first, then those of dimension 1, and so on. A step of a line of 2^d nodes is that of a
// hypercube over one of its bits, b = 2^i; its messages go over b links and stay in the segment of
// 2b nodes in which they start. (Grama et al. ch. 4.)

/// Steps of recursive halving in all dimensions of a grid: Σ log2 z_i.
std::uint64_t grid_steps(const Topology& grid);
/// Step `round` of them: the halves of all lines along dimension 0 first, then their quarters, …;
/// then dimension 1, and so on.
HypercubeStep grid_step(const Topology& grid, std::uint64_t round);

}  // namespace flitcast
