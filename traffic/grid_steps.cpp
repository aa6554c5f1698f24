#include "traffic/grid_steps.h"

#include <algorithm>

namespace flitcast {
namespace {

bool is_power_of_two(std::uint32_t number) {
  return (number & (number - 1)) == 0;
}

/// The smaller one where two are as near.
std::uint32_t nearest_power_of_two(std::uint32_t number) {
  std::uint32_t below = 1;
  while (below <= number / 2) {
    below *= 2;
  }
  return number - below <= 2 * below - number ? below : 2 * below;
}

/// Halvings of a line of `side` nodes.
int halvings(std::uint32_t side) {
  return __builtin_ctz(side);
}

}  // namespace

void check_powers_of_two(const RowRequest& request) {
  std::vector<std::uint32_t> sides = request.topology.dims();
  if (std::all_of(sides.begin(), sides.end(), is_power_of_two)) {
    return;
  }
  const std::string given = join_dims(sides);
  std::transform(sides.begin(), sides.end(), sides.begin(), nearest_power_of_two);
  throw ParameterError(
      "topology.dims",
      given + (sides.size() == 1 ? " is not a power of two" : " are not all powers of two") +
          "; the nearest is " + join_dims(sides));
}

std::uint64_t grid_steps(const Topology& grid) {
  std::uint64_t steps = 0;
  for (const std::uint32_t side : grid.dims()) {
    steps += static_cast<std::uint64_t>(halvings(side));
  }
  return steps;
}

HypercubeStep grid_step(const Topology& grid, std::uint64_t round) {
  int dimension = 0;
  NodeId stride = 1;
  for (auto steps = static_cast<std::uint64_t>(halvings(grid.side(0))); round >= steps;
       steps = static_cast<std::uint64_t>(halvings(grid.side(dimension)))) {
    round -= steps;
    stride *= grid.side(dimension++);
  }
  const HypercubeStep of_line =
      hypercube_step(halvings(grid.side(dimension)), round, RoutingOrder::kDescending);
  const NodeId bit = of_line.bit * stride;
  const NodeId earlier = (stride - 1) | of_line.earlier * stride;
  return {bit, earlier, (grid.nodes() - 1) ^ earlier ^ bit};
}

}  // namespace flitcast
