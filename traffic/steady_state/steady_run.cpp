#include "traffic/steady_state/steady_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "traffic/steady_state/mser.h"

namespace flitcast {
namespace {

constexpr std::size_t kFirstWarmUpLook = 100;  // windows
constexpr Cycle kFirstMeasurementLook = 64;    // windows of the shortest length
constexpr std::size_t kFewestBatches = 10;     // of a length that is given
/// The mean of a steady run tells whether it is beyond the multiple of the latency without load;
/// before that a network is saturated only where packets stay so many times longer still.
constexpr double kClearly = 2;
/// Neighbours among so many batches may be correlated so much: then those of ten times their length
/// are as good as independent. Fewer tell how close saturation is.
constexpr double kCorrelation = 0.4;
constexpr std::size_t kBatches = 400;
constexpr std::size_t kBatchesNear = 128;
/// Beyond this part of the way from zero load to the limit of saturation, an interval may be so
/// many times as wide.
constexpr double kNear = 2.0 / 3;
constexpr double kWiderNear = 3;
constexpr double kUnknown = std::numeric_limits<double>::infinity();

bool narrow(const BatchEstimate& estimate, double precision) {
  return estimate.half_width <= precision * estimate.mean;
}

double relative(const BatchEstimate& estimate) {
  return estimate.half_width / estimate.mean;
}

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
      most_is_(tighter_limit(settings, packets_per_cycle)),
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
  const bool measured = stage_ == Stage::kMeasurement;
  stage_ = stage;
  measured_from_ = measured ? measured_from_ : now;
  if (stage == Stage::kOver) {
    if (measured) {
      measured_ = windows_.until(now);
    }
    measured_to_ = now;
    look_at_ = kNever;
    return;
  }
  windows_ = LoadWindows(now, settings_.batch.value_or(window_), windows_.in_network_now(),
                         !settings_.batch);
  if (trace_) {
    look_at_ = kNever;
  } else {
    const Cycle shortest = kFirstMeasurementLook * window_;
    plan(std::max(kFewestBatches, static_cast<std::size_t>(shortest / windows_.length())));
  }
}

void SteadyRun::find_saturation(const std::vector<LoadBatch>& windows) {
  saturated_ = saturated_ || sojourn_beyond(windows, windows_.in_network(), kClearly * limit());
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
  stalled_ = stands_still(windows, windows_.in_network(), kFirstMeasurementLook / 2 * window_);
  const Estimates known = estimate(windows);
  precision_ = relative(known.latency);
  const Findings before = last_;
  last_ = find(known);
  saturated_ = saturated_ || (last_.beyond && before.beyond);
  precise_ = last_.enough && (before.enough || saturated_);
  const bool enough = (precise_ && !until_told_) || stalled_;
  if (enough || (now >= most_ && !until_told_)) {
    at_limit_ = at_limit_ || !enough;
    begin(Stage::kOver, now);
    return true;
  }
  plan(windows.size() + std::max<std::size_t>(2, windows.size() / 4));
  return false;
}

SteadyRun::Findings SteadyRun::find(const Estimates& known) const {
  const BatchEstimate& latency = known.latency;
  const bool steady = settings_.batch || !latency.correlated();
  const bool knows_latency = trusted(known) && narrow(latency, wanted(latency));
  return {narrow(known.accepted, settings_.precision) && (saturated_ || knows_latency),
          steady && latency.mean - latency.half_width > limit()};
}

bool SteadyRun::near(const BatchEstimate& latency) const {
  return latency.mean - zero_load_ > kNear * (limit() - zero_load_);
}

double SteadyRun::wanted(const BatchEstimate& latency) const {
  return (near(latency) ? kWiderNear : 1) * settings_.precision;
}

// The batches may be given: then they are trusted.
bool SteadyRun::trusted(const Estimates& known) const {
  return settings_.batch ||
         (near(known.latency) ? known.correlation_near : known.correlation) < kCorrelation;
}

SteadyRun::Estimates SteadyRun::estimate(const std::vector<LoadBatch>& windows) const {
  const std::vector<Batch> latency = latency_batches(windows);
  const std::vector<Batch> delivery = delivery_batches(windows);
  if (settings_.batch) {
    return {batch_means(latency), batch_means(delivery), 0, 0};
  }
  return {steady_mean(latency), steady_mean(delivery), correlation(latency, kBatches),
          correlation(latency, kBatchesNear)};
}

// Squares of widths go with time, as correlations do that are not large. A run stops at the second
// look, and widths differ from look to look.
LoadMissing SteadyRun::missing(const Estimates& known) const {
  constexpr double kReserve = 1.5;
  const double width = std::max(relative(known.latency) / wanted(known.latency),
                                relative(known.accepted) / settings_.precision);
  const double memory =
      (near(known.latency) ? known.correlation_near : known.correlation) / kCorrelation;
  const double wider = std::sqrt(kReserve) * width;
  return {kReserve * std::max({width * width, memory, 1.0}),
          trusted(known) && wider > 1 ? wider * settings_.precision : kUnknown};
}

void SteadyRun::report(double processors, LoadResult& result) const {
  const Estimates known = estimate(measured_);
  const bool beyond = !trace_ && (saturated_ || known.latency.mean > limit());
  const bool known_enough = trace_ || ((precise_ || until_told_) && transient_over_);
  result.verdict = stalled_                    ? LoadVerdict::kStalled
                   : beyond                    ? LoadVerdict::kSaturated
                   : known_enough && !cut_off_ ? LoadVerdict::kSettled
                                               : LoadVerdict::kUnsettled;
  result.limit = at_limit_ ? most_is_ : LoadLimit::kNone;
  if (result.verdict == LoadVerdict::kUnsettled && transient_over_) {
    result.missing = missing(known);
  }
  result.measured_from = measured_from_;
  result.measured_to = measured_to_;
  result.transient_over = transient_over_;
  result.latency = {known.latency.mean, known.latency.half_width};
  result.accepted = {known.accepted.mean / processors, known.accepted.half_width / processors};
  if (beyond || trace_) {
    result.latency.half_width = kUnknown;
  }
  if (trace_) {  // it is all that there is, and no sample
    result.accepted.half_width = kUnknown;
  }
  std::uint64_t created = 0;
  for (const LoadBatch& window : measured_) {
    created += window.created_flits;
  }
  const Cycle cycles = measured_to_ - measured_from_;
  result.offered = cycles > 0
                       ? static_cast<double>(created) / static_cast<double>(cycles) / processors
                       : std::nan("");
  result.zero_load = zero_load_;
  result.lag_1 = known.latency.lag_1;
  const auto batches = static_cast<Cycle>(known.latency.batches);
  result.batch = settings_.batch.value_or(batches == 0 ? 0 : cycles / batches);
  result.batches = measured_;
}

}  // namespace flitcast
