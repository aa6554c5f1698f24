#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tb/explore/points/backend.h"
#include "tb/explore/points/point_result.h"
#include "tb/explore/points/sweep_folder.h"
#include "tb/explore/sweep/sweep_points.h"
#include "tb/system/terminal_line.h"

namespace flitcast {

/// Runs points of several curves side by side, in a folder whose results are not run again.
class LoadPoints final : public PointListener {
 public:
  /// Both must outlive it.
  LoadPoints(Backend& backend, const SweepFolder& folder);

  /// Every point has its result, or its failure, afterwards.
  void run(const std::vector<Sweep>& sweeps);

  std::size_t there() const { return there_; }
  std::size_t run_count() const { return ended_; }
  double seconds() const { return line_.seconds(); }

  void finished(std::size_t task) override;
  void waiting() override { show(); }
  void notice(const std::string& text) override;

 private:
  bool has_result(const Sweep& sweep, const SweepPoint& point);
  void show();

  Backend& backend_;
  const SweepFolder& folder_;
  PointReader reader_;
  TerminalLine line_;
  std::size_t asked_ = 0;
  std::size_t there_ = 0;
  std::size_t ended_ = 0;
};

}  // namespace flitcast
