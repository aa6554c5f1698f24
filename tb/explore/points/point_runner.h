#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tb/explore/points/backend.h"
#include "tb/explore/points/point_result.h"
#include "tb/system/terminal_line.h"

namespace flitcast::explore {

/// How far runs of points are.
struct SweepState {
  std::size_t points = 0;
  std::size_t there = 0;   ///< had a result before
  std::size_t run = 0;     ///< ended since then, with a result or without
  std::size_t failed = 0;  ///< of those that ended
};

/// "312/1000 points  54.1/s  2 failed  13 s left", for `seconds` since the beginning.
std::string sweep_line(const SweepState& state, double seconds);

/// Runs points in a folder, a step after the other, those of a step side by side. What has a result
/// there is not run again. A terminal, or now and then a log, shows how far it is.
class PointRunner final : private PointListener {
 public:
  /// Both must outlive it.
  PointRunner(Backend& backend, const SweepFolder& folder);

  /// A point of the next step, or how it stands where it has a result. A result that does not count
  /// is told and removed. `expectations` as PointReader::read has them, `config` is that of the
  /// point.
  std::optional<PointStatus> add(PointTask task, const std::string& expectations,
                                 const RawConfig& config);
  /// Every point of the step has its result, or its failure, afterwards.
  void run();

  PointReader& reader() { return reader_; }
  const SweepState& state() const { return state_; }
  double seconds() const { return line_.seconds(); }

 private:
  void finished(std::size_t task) override;
  void waiting() override;
  void notice(const std::string& text) override;

  Backend& backend_;
  const SweepFolder& folder_;
  PointReader reader_;
  TerminalLine line_;
  std::vector<PointTask> step_;  // without a result
  std::set<std::string> asked_;  // points of the step
  std::size_t not_counting_ = 0;
  SweepState state_;
};

}  // namespace flitcast::explore
