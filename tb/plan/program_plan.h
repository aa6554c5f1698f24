#pragma once

#include <optional>
#include <vector>

#include "tb/config/config.h"
#include "tb/config/ini/raw_config.h"
#include "tb/config/resolve/resolve.h"
#include "traffic/forecast/program_forecast.h"
#include "traffic/program/communication_program.h"
#include "traffic/program/placement.h"
#include "traffic/verify/routing_proof.h"

namespace flitcast {

/// A program that is ready to be simulated: configured, read, its routing proved, played on an
/// empty network.
class ProgramPlan {
 public:
  /// Throws ConfigError for everything that a user can get wrong. `watcher` may be null; it is told
  /// how far the proof of the routing is.
  explicit ProgramPlan(const RawConfig& raw, VerifyWatcher* watcher = nullptr);

  ProgramPlan(const ProgramPlan&) = delete;
  ProgramPlan& operator=(const ProgramPlan&) = delete;

  const Config& config() const { return config_; }
  const Topology& topology() const { return *config_.topology; }
  const Routing& routing() const { return *config_.routing; }
  /// They may go anywhere, and are of any size.
  PacketExtent packets() const;
  const Program& program() const { return program_; }
  const Placement& placement() const { return placement_; }
  const ProgramForecast& forecast() const { return forecast_; }
  const RoutingProof& proof() const { return proof_; }

 private:
  void note_keys_of_formats();
  void check_forecast();

  Config config_;
  Program program_;
  Placement placement_;
  RoutingProof proof_;
  ProgramForecast forecast_;
};

/// The program of a configuration, which may have more ranks than its network has nodes. Throws
/// ConfigError.
Program read_program(const Config& config);

/// Datelines are for messages from anywhere to anywhere. Those of many programs cannot wait for
/// each other in a circle without: they do with one virtual channel, and are played much faster.
/// `key` is the one to blame, `pairs` as node_pairs() gives them. Returns the proof where `config`
/// has become one without.
std::optional<RoutingProof> do_without_datelines(const RawConfig& raw, const char* key,
                                                 const std::vector<NodePair>& pairs,
                                                 VerifyWatcher* watcher, Config& config);

/// Who sends to whom.
std::vector<NodePair> node_pairs(const Program& program, const Placement& nodes);

}  // namespace flitcast
