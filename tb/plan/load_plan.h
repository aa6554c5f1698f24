#pragma once

#include <string>

#include "hw/routing/routing.h"
#include "hw/topology/topology.h"
#include "tb/config/config.h"
#include "tb/config/ini/raw_config.h"
#include "tb/config/resolve/resolve.h"
#include "tb/measures/prediction.h"
#include "traffic/channel_load/packet_latency.h"
#include "traffic/verify/routing_proof.h"

namespace flitcast {

// The packets of the load of a configuration that resolve() has made.

/// Headers of multicasts included.
PacketExtent packets_of_load(const Config& config);

/// The packets of a run as interfaces send them, which may be in frames, and acknowledged.
PacketExtent in_frames(PacketExtent packets, const Config& config);

/// What a user can do about bubbles that do not keep rings going; empty where they do.
std::string larger_bubble(const Config& config);
/// What a user can do where routing has more classes than there are virtual channels.
std::string more_vcs(const Config& config);

/// Refuses what may deadlock, for its `danger`, unless run.allow_deadlock is on: then a note says
/// what may happen. `key` is to blame, `cure` what else to give. Throws ConfigError.
void require_allowed(const char* key, const std::string& danger, const std::string& cure,
                     Config& config);

/// The same for packets of which `proof` is told. Nothing where they cannot wait for each other.
void check_deadlock(const char* key, const RoutingProof& proof, const RawConfig& raw,
                    Config& config);

/// Of one in the empty network; router.buffer_flits must be known, and the topology of `config`
/// must outlive it.
PacketLatency packet_latency(const Config& config);

/// A run under load that is ready to be simulated: configured, its routing proved, predicted.
class LoadPlan {
 public:
  /// Throws ConfigError for everything that a user can get wrong. `watcher` may be null; it is told
  /// how far the proof of the routing is.
  explicit LoadPlan(const RawConfig& raw, VerifyWatcher* watcher = nullptr);

  LoadPlan(const LoadPlan&) = delete;
  LoadPlan& operator=(const LoadPlan&) = delete;

  const Config& config() const { return config_; }
  const Topology& topology() const { return *config_.topology; }
  const Routing& routing() const { return *config_.routing; }
  PacketExtent packets() const { return in_frames(packets_of_load(config_), config_); }
  /// Of a packet in the empty network.
  const PacketLatency& packet_latency() const { return packet_latency_; }
  const LoadPrediction& prediction() const { return prediction_; }
  /// Whether packets of any pairs of nodes could wait for each other in a circle.
  const RoutingProof& proof() const { return proof_; }

 private:
  Config config_;
  PacketLatency packet_latency_;
  RoutingProof proof_;
  LoadPrediction prediction_;
};

}  // namespace flitcast
