#pragma once

#include <memory>
#include <optional>

#include "hw/routing/routing.h"
#include "hw/topology/topology.h"
#include "tb/config/config.h"
#include "tb/config/ini/raw_config.h"
#include "tb/config/resolve/resolve.h"
#include "tb/measures/prediction.h"
#include "tb/plan/predict.h"
#include "traffic/row/application.h"
#include "traffic/row/block_sizes.h"
#include "traffic/schedule/schedule.h"
#include "traffic/verify/verifier.h"

namespace flitcast {

/// True when worms could wait for each other in a circle: the channel dependency graph has a cycle,
/// or what worms that fork hold and wait for, and some round has several messages on a link or
/// rounds may overlap.
bool may_deadlock(const VerifyReport& report, Sync sync);
/// "worms can wait for each other along 0->1->2->0". Precondition: they may.
std::string danger_of(const VerifyReport& report);

/// Refuses a schedule that may deadlock unless run.allow_deadlock is on; then a note says what may
/// happen, and where a cycle of dependencies does no harm, why. Throws ConfigError.
void check_deadlock(const VerifyReport& report, Config& config);

/// Flits of blocks, from the file of traffic.block_sizes. Throws ConfigError for what are none.
BlockSizes read_block_sizes(const SourceLocations& places, const std::string& file);

/// A configured network and the schedule that is built for it, not verified: enough to look at the
/// schedule. router.buffer_flits is not resolved.
class Draft {
 public:
  /// Throws ConfigError for what a user can get wrong before the schedule is played.
  explicit Draft(const RawConfig& raw);

  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  const Config& config() const { return config_; }
  const Topology& topology() const { return *config_.topology; }
  const Routing& routing() const { return *config_.routing; }
  const Schedule& schedule() const { return schedule_; }
  /// The application with its data, or null. One run changes what its nodes hold.
  Application* application() const { return application_.get(); }

 protected:
  Config config_;
  std::unique_ptr<Application> application_;
  Schedule schedule_;

 private:
  void cut_blocks();
  void read_input();
  void derive_message_flits();
};

/// A run that is ready to be simulated: configured, built, verified, predicted.
class Plan : public Draft {
 public:
  /// Throws ConfigError for everything that a user can get wrong, RowError for what a row has
  /// wrong. `watcher` may be null.
  explicit Plan(const RawConfig& raw, VerifyWatcher* watcher = nullptr);

  /// Its own, and those of load in the background.
  PacketExtent packets() const;
  const VerifyReport& report() const { return report_; }
  const Prediction& prediction() const { return prediction_; }

 private:
  VerifyReport report_;
  Prediction prediction_;
};

/// What theory says of a run by its configuration alone, without the rounds of its schedule: of one
/// whose algorithm has a closed form that holds there; critical_path_cycles is not known and 0.
/// Nothing where the rounds have to be looked at: where no closed form holds, or there are fewer
/// ports than the algorithm is written for. Nothing for random traffic, nor where a row is at
/// fault: a run of it says so. `config` is what resolve() has made of `raw`; the message_flits of
/// an application, which follow from its data, are entered. Throws ConfigError where it cannot be
/// run, as far as that is known without the schedule.
std::optional<Prediction> foresee(const RawConfig& raw, Config& config);

}  // namespace flitcast
