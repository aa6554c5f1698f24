#pragma once

#include <functional>
#include <memory>

#include "tb/config/config.h"
#include "tb/deviation/router_log.h"
#include "tb/measures/model_differences.h"
#include "tb/sim/model.h"
#include "tb/sim/run_observer.h"

namespace flitcast {

/// Compares a run in which some routers are a user's with one that has those of the model.
class ModelComparison {
 public:
  /// Only where rtl.user is given. `config` and `topology` must outlive it.
  ModelComparison(const Config& config, const Topology& topology);

  /// Simulates the configuration without rtl.nodes, in a process of its own, because there is one
  /// simulation in each. Throws std::runtime_error where that fails.
  void run_model(const std::function<void(const Config& config, RunObserver& observer)>& simulate);
  /// What is to watch the run with the user's routers.
  RunObserver& observer() { return observer_of_router_; }
  /// After both.
  ModelDifferences differences() const;

 private:
  class LogObserver final : public RunObserver {
   public:
    explicit LogObserver(RouterLog& log) : log_(log) {}
    void begin(Model& model) override;
    void end(const std::optional<StuckReport>& /*stuck*/) override {}

   private:
    RouterLog& log_;
  };

  const Config& config_;
  RouterLog model_;
  RouterLog router_;
  LogObserver observer_of_model_;
  LogObserver observer_of_router_;
};

/// Where routers of a run are a user's; null elsewhere.
std::unique_ptr<ModelComparison> comparison_with_model(const Config& config,
                                                       const Topology& topology);

}  // namespace flitcast
