#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "hw/types.h"
#include "tb/config/ini/raw_config.h"
#include "tb/explore/points/backend.h"
#include "tb/explore/points/point_result.h"
#include "tb/explore/points/point_runner.h"
#include "tb/explore/points/sweep_folder.h"
#include "tb/system/terminal_line.h"

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

/// As points of a sweep, in its folder: what has a result there is not run again.
class RunsInFolder final : public ChooseRuns {
 public:
  /// `base`: what the configurations have in common. All must outlive it. Throws FileError.
  RunsInFolder(const RawConfig& base, Backend& backend, const SweepFolder& folder);

  std::vector<std::optional<Cycle>> run(const std::vector<RawConfig>& configs) override;
  const std::vector<std::string>& failures() const override { return failures_; }
  std::size_t run_count() const override { return runner_.state().run; }

 private:
  PointTask task_of(const RawConfig& config);
  std::optional<Cycle> result_of(const PointTask& task);

  const RawConfig& base_;
  const SweepFolder& folder_;
  std::string base_hash_;
  PointNamer namer_;
  PointRunner runner_;
  std::vector<std::string> failures_;
};

/// Results are kept nowhere.
class RunsInMemory final : public ChooseRuns {
 public:
  explicit RunsInMemory(const BackendOptions& options);

  std::vector<std::optional<Cycle>> run(const std::vector<RawConfig>& configs) override;
  const std::vector<std::string>& failures() const override { return failures_; }
  std::size_t run_count() const override { return ended_; }

 private:
  void show();

  BackendOptions options_;
  TerminalLine line_;
  std::vector<std::string> failures_;
  std::size_t asked_ = 0;
  std::size_t ended_ = 0;
};

}  // namespace flitcast::explore
