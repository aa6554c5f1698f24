#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/occupied_vc.h"
#include "hw/router/parts/input_vc.h"
#include "hw/router/parts/port_layout.h"

namespace flitcast {

/// Where the worm of an input VC forks in this router.
struct Fork {
  /// The output VCs that it has, and, of those that it has not yet, the first that it wants.
  void tell(const PortLayout& layout, OccupiedVc& vc) const {
    for (std::size_t way = ways.size(); way-- > 0;) {
      if (const OutputVc* const out = outs[way]; out != nullptr) {
        vc.forks.push_back({out->port, out->vc, layout.class_of(out->vc)});
      } else {
        vc.wanted = layout.port_of_unit(ways[way]);
        vc.wanted_class = layout.class_of_unit(ways[way]);
      }
    }
  }

  std::vector<std::uint16_t> ways;  // units
  std::vector<OutputVc*> outs;      // by way; null: not yet
};

}  // namespace flitcast
