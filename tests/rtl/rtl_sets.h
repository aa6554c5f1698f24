#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hw/rtl_router/rtl_core.h"
#include "tb/cosim/library/rtl_library.h"
#include "tests/support/reference/drawn_network.h"

namespace flitcast::cosim {

/// Where tests keep their libraries of routers.
inline std::string rtl_test_cache() {
  return std::string(FLITCAST_BUILD) + "/rtl_cache";
}

/// Networks that have the same routers: few, because each takes ten seconds to make.
struct RtlSet {
  std::string name;
  NetworkKind kind;
  RtlParameters parameters;

  const FlitcastRtlRouter& library() const { return rtl_library(parameters, rtl_test_cache()); }
  /// Whether the routers do for a network.
  bool fits(const DrawnNetwork& network, const Topology& topology) const {
    const NetworkConfig& config = network.config;
    return topology.network_ports() == parameters.network_ports &&
           config.ports == parameters.local_ports && config.vcs == parameters.vcs &&
           config.buffer_flits <= parameters.depth && config.router_delay <= parameters.max_delay &&
           static_cast<int>(topology.nodes()) <= parameters.nodes;
  }
};

inline RtlParameters rtl_set_parameters(int network_ports, int local_ports, int vcs,
                                        Switching switching, bool copies, RtlRouting routing) {
  RtlParameters parameters;
  parameters.network_ports = network_ports;
  parameters.local_ports = local_ports;
  parameters.vcs = vcs;
  parameters.depth = switching == Switching::kWormhole ? 9 : 24;
  parameters.max_delay = 20;
  parameters.switching = switching;
  parameters.copies = copies;
  parameters.routing = routing;
  parameters.route_hops = 1;
  return parameters;
}

inline const std::vector<RtlSet>& rtl_sets() {
  constexpr Duplex kFull = Duplex::kFull;
  static const std::vector<RtlSet> sets{
      {"MeshWormholeOneVc",
       {TopologyKind::kMesh, Switching::kWormhole, kFull, WormStyle::kMultiDestination},
       rtl_set_parameters(4, 1, 1, Switching::kWormhole, true, RtlRouting::kMesh)},
      {"TorusWormholeTwoVcs",
       {TopologyKind::kTorus, Switching::kWormhole, kFull, WormStyle::kMultiDestination},
       rtl_set_parameters(4, 2, 2, Switching::kWormhole, true, RtlRouting::kTorus)},
      {"TorusCutThroughThreeVcs",
       {TopologyKind::kTorus, Switching::kCutThrough, kFull, WormStyle::kMultiDestination},
       rtl_set_parameters(4, 1, 3, Switching::kCutThrough, true, RtlRouting::kTable)},
      {"HypercubeWormholeFourVcs",
       {TopologyKind::kHypercube, Switching::kWormhole, kFull, WormStyle::kSeveralVcs},
       rtl_set_parameters(4, 1, 4, Switching::kWormhole, false, RtlRouting::kEcube)},
      {"TreeStoreAndForward",
       {TopologyKind::kTree, Switching::kStoreAndForward, kFull, WormStyle::kOneVc},
       rtl_set_parameters(3, 3, 1, Switching::kStoreAndForward, false, RtlRouting::kTable)},
  };
  return sets;
}

}  // namespace flitcast::cosim
