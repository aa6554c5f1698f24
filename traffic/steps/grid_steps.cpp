#include "traffic/steps/grid_steps.h"

#include "traffic/theory/powers_of_two.h"

namespace flitcast {

std::uint64_t grid_steps(const Topology& grid) {
  std::uint64_t steps = 0;
  for (const std::uint32_t side : grid.sides()) {
    steps += halvings(side);
  }
  return steps;
}

HypercubeStep grid_step(const Topology& grid, std::uint64_t round) {
  int dimension = 0;
  NodeId stride = 1;
  for (std::uint64_t steps = halvings(grid.side(0)); round >= steps;
       steps = halvings(grid.side(dimension))) {
    round -= steps;
    stride *= grid.side(dimension++);
  }
  const HypercubeStep of_line = hypercube_step(static_cast<int>(halvings(grid.side(dimension))),
                                               round, RoutingOrder::kDescending);
  const NodeId bit = of_line.bit * stride;
  const NodeId earlier = (stride - 1) | of_line.earlier * stride;
  return {bit, earlier, (grid.nodes() - 1) ^ earlier ^ bit};
}

}  // namespace flitcast
