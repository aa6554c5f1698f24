#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tb/explore/points/backend.h"
#include "tb/explore/points/point_result.h"
#include "tb/system/terminal_line.h"

namespace flitcast {

/// Runs points in a folder, a step after the other, those of a step side by side. What has a result
/// there is not run again.
class StepRunner final : private PointListener {
 public:
  /// `what`: "points". All must outlive it.
  StepRunner(Backend& backend, const SweepFolder& folder, std::string_view what);

  /// A point of the next step. A result that does not count is told and removed. `expectations` as
  /// PointReader::read has them, `config` is that of the point.
  void add(PointTask task, const std::string& expectations, const RawConfig& config);
  /// Every point of the step has its result, or its failure, afterwards.
  void run();

  PointReader& reader() { return reader_; }
  /// Points that had a result already.
  std::size_t there() const { return there_; }
  std::size_t run_count() const { return ended_; }
  double seconds() const { return line_.seconds(); }

 private:
  void finished(std::size_t task) override;
  void waiting() override;
  void notice(const std::string& text) override;

  Backend& backend_;
  const SweepFolder& folder_;
  std::string_view what_;
  PointReader reader_;
  TerminalLine line_;
  std::vector<PointTask> step_;  // without a result
  std::size_t asked_ = 0;
  std::size_t there_ = 0;
  std::size_t ended_ = 0;
};

}  // namespace flitcast
