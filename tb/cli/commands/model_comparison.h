#pragma once

#include <cstdio>
#include <functional>
#include <memory>
#include <sys/types.h>

#include "tb/config/config.h"
#include "tb/deviation/log_comparison.h"
#include "tb/deviation/log_stream.h"
#include "tb/deviation/router_log.h"
#include "tb/measures/model_differences.h"
#include "tb/sim/model.h"
#include "tb/sim/run_observer.h"

namespace flitcast {

/// Compares a run in which some routers are a user's with one that has those of the model, while
/// both go on: the latter in a process of its own, because there is one simulation in each.
class ModelComparison {
 public:
  using Simulate = std::function<void(const Config& config, RunObserver& observer)>;

  /// Only where rtl.user is given. `config` and `topology` must outlive it.
  ModelComparison(const Config& config, const Topology& topology);
  /// Ends the other process where that has not come to its end.
  ~ModelComparison();
  ModelComparison(const ModelComparison&) = delete;
  ModelComparison& operator=(const ModelComparison&) = delete;

  /// Begins to simulate the configuration without rtl.nodes. Throws FileError.
  void start_model(const Simulate& simulate);
  /// What is to watch the run with the user's routers.
  RunObserver& observer() { return observer_; }
  /// After that run. Throws std::runtime_error where the other one fails.
  ModelDifferences differences();

 private:
  class LogObserver final : public RunObserver {
   public:
    explicit LogObserver(RouterLog& log) : log_(log) {}
    void begin(Model& model) override;
    void end(const std::optional<StuckReport>& /*stuck*/) override { log_.finish(); }

   private:
    RouterLog& log_;
  };
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  bool simulate_model(const Simulate& simulate, std::FILE* to) const;
  void compare(Cycle at, const LogEntries& entries);
  bool model_ends_well();

  const Config& config_;
  LoggedRouters routers_;
  LogComparison comparison_;
  RouterLog log_;
  LogObserver observer_;
  pid_t model_ = -1;  // the other process, until it has been waited for
  std::unique_ptr<std::FILE, Close> from_model_;
  LogStream model_log_;
};

/// Where routers of a run are a user's; null elsewhere.
std::unique_ptr<ModelComparison> comparison_with_model(const Config& config,
                                                       const Topology& topology);

}  // namespace flitcast
