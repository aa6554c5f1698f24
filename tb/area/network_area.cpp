#include "tb/area/network_area.h"

#include <algorithm>

namespace flitcast {

RouterArea NetworkArea::all() const {
  RouterArea all{0, 0, 0, 0.0, 0.0};
  for (const Kind& each : kinds) {
    const RouterArea& area = each.area;
    all.cells += each.kind.routers * area.cells;
    all.flip_flops += each.kind.routers * area.flip_flops;
    all.lut4 += each.kind.routers * area.lut4;
    all.gates = all.gates && area.gates
                    ? std::optional(
                          tenths(*all.gates + static_cast<double>(each.kind.routers) * *area.gates))
                    : std::nullopt;
    all.period_ns = all.period_ns && area.period_ns
                        ? std::optional(std::max(*all.period_ns, *area.period_ns))
                        : std::nullopt;
  }
  return all;
}

std::uint64_t NetworkArea::routers() const {
  std::uint64_t routers = 0;
  for (const Kind& each : kinds) {
    routers += each.kind.routers;
  }
  return routers;
}

NetworkArea network_area(const std::vector<RouterKind>& kinds, const RouterSynthesis& synthesis) {
  NetworkArea network;
  for (const RouterKind& kind : kinds) {
    network.kinds.push_back({kind, synthesis.area(kind.build)});
  }
  return network;
}

}  // namespace flitcast
