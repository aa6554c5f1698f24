#pragma once

#include <cstdint>
#include <vector>

#include "hw/types.h"

namespace flitcast {

/// The tiles of a chip, row by row, whose traces are played on two networks over them.
struct ChipLayout {
  /// Of a tile, as it looks from its interfaces.
  struct Memory {
    std::uint32_t home;         ///< the first tile that has it
    Cycle latency = 0;          ///< of an access
    Cycle cycles_per_flit = 0;  ///< in which it does nothing else
    std::uint32_t kind = 0;     ///< of the tile
  };
  std::uint32_t columns = 0;  ///< 0: it is no chip
  std::uint32_t rows = 0;
  std::vector<Memory> memories = {};  ///< by tile
};

}  // namespace flitcast
