#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "traffic/load/load_settings.h"
#include "traffic/steady_state/batch_means.h"
#include "traffic/steady_state/load_result.h"
#include "traffic/steady_state/load_windows.h"

namespace flitcast {

/// How long a run warms up and measures, and what it comes to.
///
/// It looks at what has happened at cycles that it has chosen before. The warm-up is over when
/// MSER-5 of the windows' mean latencies finds the transient in their first half; then measuring
/// begins, with nothing of what was before. That is over when the 95 % intervals of mean latency
/// and accepted rate are as narrow as wanted at two looks in a row: one that is narrow by chance
/// ends no run. No interval is trusted before neighbours among 400 batches have a correlation below
/// 0.4 (Law and Carson's rule, see correlation()): of a run that is short beside what it remembers
/// a variance is too small too often, and where that ends the run, its mean is too low.
///
/// A network is saturated when its mean latency is beyond so many times that without load: when the
/// interval is at two looks in a row, or as soon as packets stay twice as long; then only the
/// accepted rate has to be known. Beyond two thirds of the way from zero load to that limit, where
/// a mean says above all how close the limit is, the interval may be three times as wide, and 128
/// batches are enough. Everything ends at the most cycles or packets.
class SteadyRun {
 public:
  enum class Stage { kWarmUp, kMeasurement, kOver };
  static constexpr Cycle kNever = INT64_MAX;

  /// `zero_load`: cycles; `packets_per_cycle`: of all sources. One of a trace measures to the end
  /// of it, whatever comes.
  SteadyRun(const LoadSettings& settings, double zero_load, double packets_per_cycle, bool trace);

  Stage stage() const { return stage_; }
  /// The next cycle to look at what happened before it; what is later is to be told after that.
  Cycle look_at() const { return look_at_; }
  /// It is look_at(). True when a stage is over.
  bool look(Cycle now);
  /// It does not end because it knows enough, or at the most cycles or packets, but when told so,
  /// or when nothing arrives any more.
  void last_until_told() { until_told_ = true; }
  /// It is over at `now`, before which everything has been told of.
  void end(Cycle now) { begin(Stage::kOver, now); }
  /// The same, but it was to go on.
  void cut_off(Cycle now) {
    cut_off_ = true;
    end(now);
  }

  LoadWindows& windows() { return windows_; }
  Cycle measured_from() const { return measured_from_; }
  /// Only when it is over.
  Cycle measured_to() const { return measured_to_; }
  bool saturated() const { return saturated_; }
  bool stalled() const { return stalled_; }
  /// Intervals, verdict, rates per processor and batches; of what was measured when it is over.
  void report(double processors, LoadResult& result) const;
  /// Half-width of the latency's interval, relative to its mean, when it was looked at last.
  std::optional<double> precision() const { return precision_; }

 private:
  struct Estimates {
    BatchEstimate latency;
    BatchEstimate accepted;  // flits of all processors per cycle
    double correlation;      // of the latencies of many batches, and of fewer
    double correlation_near;
  };

  /// What a look tells of the measurement.
  struct Findings {
    bool enough = false;  // mean latency and accepted rate are known
    bool beyond = false;  // the interval of the mean latency lies beyond the limit
  };

  void begin(Stage stage, Cycle now);
  void plan(std::size_t windows);
  void find_saturation(const std::vector<LoadBatch>& windows);
  bool look_at_warm_up(Cycle now);
  bool look_at_measurement(Cycle now);
  Estimates estimate(const std::vector<LoadBatch>& windows) const;
  Findings find(const Estimates& known) const;
  bool near(const BatchEstimate& latency) const;
  /// Half-width, relative to the mean, that is narrow enough.
  double wanted(const BatchEstimate& latency) const;
  /// The run is long beside the time for which its latencies remember others.
  bool trusted(const Estimates& known) const;
  LoadMissing missing(const Estimates& known) const;
  /// Mean latency at which a network is saturated.
  double limit() const { return settings_.saturation * zero_load_; }

  LoadSettings settings_;
  double zero_load_;
  bool trace_;
  bool until_told_ = false;
  bool cut_off_ = false;
  Cycle window_;  // the shortest
  Cycle most_;
  LoadLimit most_is_;      // which most_ comes from
  bool at_limit_ = false;  // before enough was known
  Stage stage_ = Stage::kWarmUp;
  Cycle look_at_ = kNever;
  LoadWindows windows_;
  std::vector<LoadBatch> measured_;
  Cycle measured_from_ = 0;
  Cycle measured_to_ = 0;
  bool transient_over_ = true;
  bool saturated_ = false;
  bool stalled_ = false;
  Findings last_;         // at the last look
  bool precise_ = false;  // at the last two
  std::optional<double> precision_;
};

}  // namespace flitcast
