#pragma once

#include <string>
#include <vector>

#include "tb/area/area_tools.h"
#include "tb/area/router_area.h"
#include "tb/area/router_builds.h"
#include "tb/area/router_synthesis.h"
#include "tb/config/config.h"

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

/// For people. `heading` is the first lines, which say what the network is; `clock_ns` is
/// clock.period.
std::string area_text(const std::string& heading, const NetworkArea& network,
                      const AreaTools& tools, double clock_ns);

/// Schema flitcast.area/1: `topology`; `caveat`; `tools`, of which `liberty` and `timing` may be
/// null, with `liberty_hash` of its content; `missing`, why numbers are null; `router`, that with
/// most links (`cells`, `flip_flops`, `lut4`, `gates`, `period_ns`), of rtl.user where there is
/// one; `parameters` of it, by their names in the SystemVerilog; `routers`, the same numbers for
/// each number of links, with `links`, `interface`, `wrapper` and `count`; `network`, all together;
/// `clock_period_ns`, clock.period.
std::string area_report_json(const Config& config, const NetworkArea& network,
                             const AreaTools& tools);

}  // namespace flitcast::area
