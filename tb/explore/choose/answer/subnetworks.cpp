#include "tb/explore/choose/answer/subnetworks.h"

#include <algorithm>

namespace flitcast {

bool is_part_of(const Topology& part, const Topology& whole) {
  if (!part.is_grid() || !whole.has_coordinates() || part.processors() != whole.processors()) {
    return false;
  }
  if (whole.has_labels()) {
    return std::all_of(part.sides().begin(), part.sides().end(),
                       [](std::uint32_t side) { return (side & (side - 1)) == 0; });
  }
  return whole.wraps() && !part.wraps() && part.sides() == whole.sides();
}

}  // namespace flitcast
