#include "traffic/power_of_two_mesh.h"

#include "traffic/row_support.h"

namespace flitcast {

std::uint32_t nearest_power_of_two(std::uint32_t side) {
  std::uint32_t below = 1;
  while (side / below >= 2) {
    below *= 2;
  }
  return side - below < 2 * below - side ? below : 2 * below;
}

void check_power_of_two_mesh(const RowRequest& request) {
  check_mesh_2d(request);
  std::vector<std::uint32_t> sides = request.topology.dims();
  for (std::uint32_t& side : sides) {
    side = nearest_power_of_two(side);
  }
  if (sides != request.topology.dims()) {
    throw ParameterError("topology.dims",
                         join_dims(request.topology.dims()) +
                             " has a side that is no power of two; the nearest is " +
                             join_dims(sides));
  }
}

}  // namespace flitcast
