#include "tb/area/network_area.h"

#include <algorithm>
#include <utility>

namespace flitcast::area {

RouterArea NetworkArea::all() const {
  RouterArea all{0, 0, 0, 0.0, 0.0};
  for (const RouterKind& each : kinds) {
    const RouterArea& area = each.area;
    all.cells += each.routers * area.cells;
    all.flip_flops += each.routers * area.flip_flops;
    all.lut4 += each.routers * area.lut4;
    all.gates =
        all.gates && area.gates
            ? std::optional(tenths(*all.gates + static_cast<double>(each.routers) * *area.gates))
            : std::nullopt;
    all.period_ns = all.period_ns && area.period_ns
                        ? std::optional(std::max(*all.period_ns, *area.period_ns))
                        : std::nullopt;
  }
  return all;
}

std::uint64_t NetworkArea::routers() const {
  std::uint64_t routers = 0;
  for (const RouterKind& each : kinds) {
    routers += each.routers;
  }
  return routers;
}

NetworkArea network_area(std::vector<RouterKind> kinds, const RouterSynthesis& synthesis) {
  for (RouterKind& kind : kinds) {
    kind.area = synthesis.area(kind.build);
  }
  return {std::move(kinds)};
}

}  // namespace flitcast::area
