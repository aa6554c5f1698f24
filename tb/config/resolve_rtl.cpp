#include <algorithm>

#include <fmt/format.h>

#include "tb/config/resolve_parts.h"
#include "tb/rtl/rtl_nodes.h"

namespace flitcast {

void resolve_rtl(const Config& config) {
  const NodeChoice& nodes = config.rtl.nodes;
  if (!nodes.any()) {
    if (config.places.given("rtl.cache")) {
      throw config.places.error("rtl.cache", "nothing is in SystemVerilog without rtl.nodes");
    }
    return;
  }
  if (const auto refusal = rtl_refusal(config.network, *config.routing)) {
    throw config.places.error("rtl.nodes", *refusal);
  }
  const NodeId last = config.topology->nodes() - 1;
  for (const auto& range : nodes.ranges) {
    if (range.second > last) {
      throw config.places.error(
          "rtl.nodes", fmt::format("the nodes are 0 to {}; there is no {}", last, range.second));
    }
  }
}

}  // namespace flitcast
