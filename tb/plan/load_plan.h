#pragma once

#include <string>

#include "hw/routing/routing.h"
#include "hw/topology/topology.h"
#include "tb/config/config.h"
#include "tb/config/raw_config.h"
#include "tb/measures/load_run.h"
#include "traffic/load/packet_latency.h"

namespace flitcast {

/// A run under load that is ready to be simulated: configured, its routing proved, predicted.
class LoadPlan {
 public:
  /// Throws ConfigError for everything that a user can get wrong.
  explicit LoadPlan(const RawConfig& raw);

  LoadPlan(const LoadPlan&) = delete;
  LoadPlan& operator=(const LoadPlan&) = delete;

  const Config& config() const { return config_; }
  const Topology& topology() const { return *config_.topology; }
  const Routing& routing() const { return *config_.routing; }
  /// Of a packet in the empty network.
  const PacketLatency& packet_latency() const { return packet_latency_; }
  const LoadForecast& forecast() const { return forecast_; }
  /// A cycle of the channel dependency graph over all pairs of nodes; empty when there is none, so
  /// that no packets can ever wait for each other in a circle.
  const std::string& dependency_cycle() const { return dependency_cycle_; }

 private:
  Config config_;
  PacketLatency packet_latency_;
  std::string dependency_cycle_;
  LoadForecast forecast_;
};

}  // namespace flitcast
