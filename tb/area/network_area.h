#pragma once

#include <vector>

#include "tb/area/router_area.h"
#include "tb/area/router_builds.h"
#include "tb/area/router_synthesis.h"

namespace flitcast::area {

/// Areas of the routers of a network.
struct NetworkArea {
  std::vector<RouterKind> kinds;  ///< those with most links first

  /// The router with most links, which stands for the configuration.
  const RouterArea& router() const { return kinds.front().area; }
  /// All routers together; its period is that of the slowest.
  RouterArea all() const;
  std::uint64_t routers() const;
};

/// The routers must have been found.
NetworkArea network_area(std::vector<RouterKind> kinds, const RouterSynthesis& synthesis);

}  // namespace flitcast::area
