#include "traffic/load/steady_run.h"

#include <algorithm>
#include <cmath>

#include "traffic/statistics/mser.h"

namespace flitcast {
namespace {

constexpr std::size_t kFirstWarmUpLook = 100;  // windows
constexpr std::size_t kFirstMeasurementLook = 64;
constexpr std::size_t kFewestBatches = 10;  // of a length that is given
/// The mean of a steady run tells whether it is beyond the multiple of the latency without load;
/// before that a network is saturated only where packets stay so many times longer still.
constexpr double kClearly = 2;

// A window has a packet or two, and is not much shorter than their way.
Cycle shortest_window(double zero_load, double packets_per_cycle) {
  const double cycles = std::max(zero_load, 2 / packets_per_cycle);
  return static_cast<Cycle>(std::min(std::max(cycles, 1.0), 1e9));
}

double cycles_of_packets(const LoadSettings& settings, double packets_per_cycle) {
  constexpr double kFewest = 20'000;
  return std::max(kFewest, static_cast<double>(settings.most_packets) / packets_per_cycle);
}

Cycle most_cycles(const LoadSettings& settings, double packets_per_cycle) {
  const double cycles = std::min(cycles_of_packets(settings, packets_per_cycle),
                                 static_cast<double>(settings.most_cycles));
  return std::max(settings.warm_up.value_or(0) + 1, static_cast<Cycle>(cycles));
}

LoadLimit tighter_limit(const LoadSettings& settings, double packets_per_cycle) {
  return cycles_of_packets(settings, packets_per_cycle) < static_cast<double>(settings.most_cycles)
             ? LoadLimit::kPackets
             : LoadLimit::kCycles;
}

std::vector<double> mean_latencies(const std::vector<LoadBatch>& windows) {
  std::vector<double> means;
  for (const LoadBatch& window : windows) {
    const double before = means.empty() ? 0 : means.back();
    means.push_back(window.packets == 0 ? before
                                        : static_cast<double>(window.latency) /
                                              static_cast<double>(window.packets));
  }
  return means;
}

}  // namespace

SteadyRun::SteadyRun(const LoadSettings& settings, double zero_load, double packets_per_cycle,
                     bool trace)
    : settings_(settings),
      zero_load_(zero_load),
      trace_(trace),
      window_(shortest_window(zero_load, packets_per_cycle)),
      most_(most_cycles(settings, packets_per_cycle)),
      limit_(tighter_limit(settings, packets_per_cycle)),
      windows_(0, window_, 0, true) {
  if (trace && !settings_.warm_up) {
    settings_.warm_up = 0;
  }
  if (settings_.warm_up == 0) {
    begin(Stage::kMeasurement, 0);
  } else if (settings_.warm_up) {
    look_at_ = *settings_.warm_up;
  } else {
    plan(kFirstWarmUpLook);
  }
}

bool SteadyRun::look(Cycle now) {
  return stage_ == Stage::kWarmUp ? look_at_warm_up(now) : look_at_measurement(now);
}

// Looks again when there are so many windows, of the length that they have now.
void SteadyRun::plan(std::size_t windows) {
  const std::size_t even = windows + windows % 2;
  const Cycle most = stage_ == Stage::kWarmUp ? most_ / 2 : until_told_ ? kNever : most_;
  look_at_ = std::min(windows_.from() + static_cast<Cycle>(even) * windows_.length(),
                      std::max(most, windows_.from() + 1));
}

void SteadyRun::begin(Stage stage, Cycle now) {
  const std::vector<LoadBatch> windows = windows_.until(now);
  stage_ = stage;
  if (stage == Stage::kOver) {
    measured_ = windows;
    measured_to_ = now;
    look_at_ = kNever;
    return;
  }
  measured_from_ = now;
  windows_ = LoadWindows(now, settings_.batch.value_or(window_), windows_.in_network_now(),
                         !settings_.batch);
  if (trace_) {
    look_at_ = kNever;
  } else {
    plan(settings_.batch ? kFewestBatches : kFirstMeasurementLook);
  }
}

void SteadyRun::find_saturation(const std::vector<LoadBatch>& windows) {
  const double limit = kClearly * settings_.saturation * zero_load_;
  saturated_ = saturated_ || sojourn_beyond(windows, windows_.in_network(), limit);
}

bool SteadyRun::look_at_warm_up(Cycle now) {
  const std::vector<LoadBatch> windows = windows_.until(now);
  find_saturation(windows);
  const bool settled = settings_.warm_up || mser_5(mean_latencies(windows)).has_value();
  transient_over_ = settled;
  if (settled || saturated_ || now >= most_ / 2) {
    at_limit_ = !settled && !saturated_;
    begin(Stage::kMeasurement, now);
    return true;
  }
  plan(windows.size() + std::max<std::size_t>(2, windows.size() / 4));
  return false;
}

bool SteadyRun::look_at_measurement(Cycle now) {
  const std::vector<LoadBatch> windows = windows_.until(now);
  find_saturation(windows);
  stalled_ = stands_still(windows, windows_.in_network());
  const Estimates now_known = estimate(windows);
  precision_ = now_known.latency.half_width / now_known.latency.mean;
  const bool before = precise_now_;
  precise_now_ = narrow(now_known.accepted) &&
                 (saturated_ || (narrow(now_known.latency) &&
                                 (settings_.batch || !now_known.latency.correlated())));
  precise_ = precise_now_ && (before || saturated_);
  const bool enough = (precise_ && !until_told_) || stalled_;
  if (enough || (now >= most_ && !until_told_)) {
    at_limit_ = at_limit_ || !enough;
    begin(Stage::kOver, now);
    return true;
  }
  plan(windows.size() + std::max<std::size_t>(2, windows.size() / 4));
  return false;
}

SteadyRun::Estimates SteadyRun::estimate(const std::vector<LoadBatch>& windows) const {
  const std::vector<Batch> latency = latency_batches(windows);
  const std::vector<Batch> delivery = delivery_batches(windows);
  return settings_.batch ? Estimates{batch_means(latency), batch_means(delivery)}
                         : Estimates{steady_mean(latency), steady_mean(delivery)};
}

void SteadyRun::report(double processors, LoadResult& result) const {
  const Estimates known = estimate(measured_);
  const double limit = settings_.saturation * zero_load_;
  const bool beyond = saturated_ || (!measured_.empty() && known.latency.mean > limit);
  result.verdict = stalled_                                       ? LoadVerdict::kStalled
                   : trace_                                       ? LoadVerdict::kSettled
                   : beyond                                       ? LoadVerdict::kSaturated
                   : (precise_ || until_told_) && transient_over_ ? LoadVerdict::kSettled
                                                                  : LoadVerdict::kUnsettled;
  result.limit = at_limit_ ? limit_ : LoadLimit::kNone;
  result.measured_from = measured_from_;
  result.measured_to = measured_to_;
  result.transient_over = transient_over_;
  result.latency = {known.latency.mean, known.latency.half_width};
  result.accepted = {known.accepted.mean / processors, known.accepted.half_width / processors};
  std::uint64_t created = 0;
  for (const LoadBatch& window : measured_) {
    created += window.created_flits;
  }
  const auto cycles =
      static_cast<double>(measured_.size()) * static_cast<double>(windows_.length());
  result.offered = cycles > 0 ? static_cast<double>(created) / cycles / processors : 0;
  result.zero_load = zero_load_;
  result.lag_1 = known.latency.lag_1;
  result.batch =
      known.latency.batches == 0
          ? 0
          : static_cast<Cycle>(measured_.size() / known.latency.batches) * windows_.length();
  result.batches = measured_;
}

}  // namespace flitcast
