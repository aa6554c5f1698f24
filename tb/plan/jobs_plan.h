#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tb/plan/load_plan.h"
#include "tb/plan/plan.h"
#include "tb/plan/program_plan.h"

namespace flitcast {

/// One thing that is played: a schedule, random traffic, or a program.
using SinglePlan = std::variant<Plan, LoadPlan, ProgramPlan>;

/// What `make` returns for std::in_place_type of the plan that plays what is given.
template <typename Make>
auto with_kind_of_plan(const RawConfig& raw, Make&& make) {
  if (gives_program(raw)) {
    return make(std::in_place_type<ProgramPlan>);
  }
  if (gives_load_alone(raw)) {
    return make(std::in_place_type<LoadPlan>);
  }
  return make(std::in_place_type<Plan>);
}

/// Several of them at once, each planned as a run of its own on the same hardware.
class JobsPlan {
 public:
  struct Job {
    std::string name;
    Cycle start = 0;
    std::uint8_t priority = 0;  ///< higher goes first at the send ports of nodes
    std::unique_ptr<const SinglePlan> plan;

    bool is_load() const { return std::holds_alternative<LoadPlan>(*plan); }
  };

  /// Throws ConfigError for everything that a user can get wrong, RowError for what a row has
  /// wrong. `watcher` may be null.
  explicit JobsPlan(const RawConfig& raw, VerifyWatcher* watcher = nullptr);

  JobsPlan(const JobsPlan&) = delete;
  JobsPlan& operator=(const JobsPlan&) = delete;

  const Config& config() const { return config_; }
  const Topology& topology() const { return *config_.topology; }
  const Routing& routing() const { return *config_.routing; }
  /// By name. One of them at least is no load.
  const std::vector<Job>& jobs() const { return jobs_; }
  /// Whether messages of all of them could wait for each other in a circle.
  const RoutingProof& proof() const { return proof_; }

 private:
  void plan_jobs(const RawConfig& raw, VerifyWatcher* watcher);
  void settle_hardware(const RawConfig& raw);
  void collect_notes();
  void check_priorities() const;

  Config config_;
  std::vector<Job> jobs_;
  RoutingProof proof_;
};

}  // namespace flitcast
