#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/types.h"
#include "tb/config/ini/raw_config.h"
#include "tb/explore/points/backend.h"
#include "tb/explore/points/sweep_folder.h"

namespace flitcast::explore {

/// Simulates configurations, each in a process of its own.
class ChooseRuns {
 public:
  virtual ~ChooseRuns() = default;
  /// completion_cycles of each; nothing for those without a result, which failures() tells.
  virtual std::vector<std::optional<Cycle>> run(const std::vector<RawConfig>& configs) = 0;
  virtual const std::vector<std::string>& failures() const = 0;
  /// Simulations that were not there already.
  virtual std::size_t run_count() const = 0;
};

/// As points of a sweep, in its folder: what has a result there is not run again. `base`: what the
/// configurations have in common. All must outlive it. Throws FileError.
std::unique_ptr<ChooseRuns> runs_in_folder(const RawConfig& base, Backend& backend,
                                           const SweepFolder& folder);

/// Results are kept nowhere.
std::unique_ptr<ChooseRuns> runs_in_memory(const BackendOptions& options);

}  // namespace flitcast::explore
