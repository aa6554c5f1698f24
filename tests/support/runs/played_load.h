#pragma once

#include <string>
#include <utility>

#include "hw/routing/routing.h"
#include "hw/routing/routing_policies.h"
#include "tests/support/cores/loaded_cores.h"
#include "traffic/channel_load/packet_latency.h"
#include "traffic/open_loop/open_loop_traffic.h"

namespace flitcast {

/// Packets of these sizes, measured to 2 %.
inline LoadSettings light_load(double rate, const std::string& sizes = "5") {
  LoadSettings settings;
  settings.rate = rate;
  settings.sizes = parse_weighted(sizes);
  settings.precision = 0.02;
  return settings;
}

/// Open-loop traffic on a network of cores, played to its end.
class PlayedLoad {
 public:
  PlayedLoad(Topology topology, const NetworkConfig& config, const LoadSettings& settings,
             LoadedCores::Order order = LoadedCores::Order::kForward,
             WiredCores::Worms worms = WiredCores::Worms::kMayPassWhole,
             const RoutingPolicy& policy = ascending_policy(), const RoutingOptions& options = {})
      : topology_(std::move(topology)),
        routing_(topology_, RoutingOrder::kAscending, policy, options),
        load_(routing_, config, settings, PacketLatency(config)),
        cores_(routing_, config, load_, worms) {
    cores_.run(order);
    result_ = load_.result();
  }

  const Routing& routing() const { return routing_; }
  const OpenLoopTraffic& load() const { return load_; }
  const LoadResult& result() const { return result_; }
  std::uint64_t flit_hops() const { return cores_.flit_hops(); }

 private:
  Topology topology_;
  Routing routing_;
  OpenLoopTraffic load_;
  LoadedCores cores_;
  LoadResult result_;
};

}  // namespace flitcast
