#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/runs/traced_run.h"
#include "tests/support/schedules/unicasts.h"
#include "tests/support/vcd_parser.h"
#include "traffic/schedule/messages.h"

namespace flitcast::traced_traffic {

inline constexpr std::uint64_t kPeriod = 1000;  // ps of a cycle

/// A configuration and its traffic.
struct Traffic {
  const char* name;
  TopologyKind kind;
  std::vector<std::uint32_t> dims;
  const char* row;  ///< of the catalogue; null: random unicasts
  Switching switching = Switching::kWormhole;
  int vcs = 1;
  int ports = 1;
  Cycle buffer = 2;
  Cycle router_delay = 0;
  Cycle link_delay = 1;
  Cycle cycles_per_flit = 1;
  Cycle startup = 0;
  Duplex duplex = Duplex::kFull;
  Sync sync = Sync::kBarrier;
};

inline std::ostream& operator<<(std::ostream& out, const Traffic& traffic) {
  return out << traffic.name;
}

inline Config config_of(const Traffic& traffic) {
  Config config;
  config.network.switching = traffic.switching;
  config.network.vcs = traffic.vcs;
  config.network.ports = traffic.ports;
  config.network.buffer_flits = traffic.buffer;
  config.network.router_delay = traffic.router_delay;
  config.network.link_delay = traffic.link_delay;
  config.network.cycles_per_flit = traffic.cycles_per_flit;
  config.network.startup = traffic.startup;
  config.network.duplex = traffic.duplex;
  config.sync = traffic.sync;
  return config;
}

inline Schedule schedule_of(const Traffic& traffic, const Topology& topology,
                            const Routing& routing) {
  if (traffic.row != nullptr) {
    const Row& row = find_row(traffic.row);
    return row.build({topology, routing, 7, 0,
                      row.variants.empty() ? std::string() : std::string(row.variants.front())});
  }
  return random_unicasts(topology, routing, 3, 6, 9);
}

inline TracedRun run(const Traffic& traffic, const trace::TraceRequest& request) {
  return traced_run(config_of(traffic), Topology(traffic.kind, traffic.dims), request,
                    [&](const Topology& topology, const Routing& routing) {
                      return schedule_of(traffic, topology, routing);
                    });
}

/// Traffic on all kinds of routers, traced as a whole or in part.
class Waveform : public testing::TestWithParam<Traffic> {
 protected:
  Topology topology_{GetParam().kind, GetParam().dims};
};

inline const std::vector<Traffic> kSetups{
    {"wormhole", TopologyKind::kMesh, {3, 3}, nullptr},
    {"one_flit_buffers", TopologyKind::kMesh, {3, 3}, nullptr, Switching::kWormhole, 1, 1, 1},
    {"deep_buffers", TopologyKind::kMesh, {4, 2}, nullptr, Switching::kWormhole, 1, 1, 16},
    {"slow", TopologyKind::kMesh, {3, 2}, nullptr, Switching::kWormhole, 1, 1, 3, 2, 3, 4, 5},
    {"two_vcs", TopologyKind::kMesh, {3, 3}, nullptr, Switching::kWormhole, 2, 1, 2},
    {"slow_vcs", TopologyKind::kMesh, {3, 2}, nullptr, Switching::kWormhole, 2, 2, 3, 1, 2, 3},
    {"cut_through", TopologyKind::kHypercube, {3}, nullptr, Switching::kCutThrough, 1, 1, 12},
    {"cut_through_vcs", TopologyKind::kHypercube, {3}, nullptr, Switching::kCutThrough, 2, 1, 12},
    {"store", TopologyKind::kMesh, {3, 3}, nullptr, Switching::kStoreAndForward, 1, 2, 20},
    {"store_vcs", TopologyKind::kMesh, {3, 2}, nullptr, Switching::kStoreAndForward, 2, 1, 12, 1},
    {"irc", TopologyKind::kMesh, {4, 3}, "oab-mesh-irc-corner"},
    {"irc_slow",
     TopologyKind::kMesh,
     {4, 3},
     "oab-mesh-irc-corner",
     Switching::kWormhole,
     1,
     1,
     5,
     1,
     2,
     3},
    {"irc_vcs",
     TopologyKind::kMesh,
     {3, 4},
     "oab-mesh-irc-corner",
     Switching::kCutThrough,
     2,
     1,
     12},
    {"exchange", TopologyKind::kHypercube, {3}, "aas-hc-dex"},
    {"scatter", TopologyKind::kHypercube, {3}, "oas-hc-sbt", Switching::kStoreAndForward, 1, 1, 40},
    {"half_duplex",
     TopologyKind::kMesh,
     {3, 3},
     nullptr,
     Switching::kStoreAndForward,
     1,
     1,
     20,
     0,
     1,
     2,
     0,
     Duplex::kHalf},
    {"half_duplex_exchange",
     TopologyKind::kHypercube,
     {3},
     "aas-hc-sex",
     Switching::kWormhole,
     2,
     1,
     4,
     1,
     2,
     1,
     0,
     Duplex::kHalf},
    {"datelines", TopologyKind::kTorus, {4, 3}, nullptr, Switching::kWormhole, 2, 1, 3},
    {"dataflow",
     TopologyKind::kRing,
     {8},
     "aas-ring-dex",
     Switching::kWormhole,
     2,
     1,
     2,
     0,
     1,
     1,
     0,
     Duplex::kFull,
     Sync::kDataflow},
    {"switches", TopologyKind::kTree, {3}, nullptr},
    {"switches_broadcast", TopologyKind::kTree, {3}, "oab-tree"},
};

inline std::string setup_name(const testing::TestParamInfo<Traffic>& info) {
  return info.param.name;
}

}  // namespace flitcast::traced_traffic
