#include "traffic/steady_state/batch_means.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "traffic/steady_state/students_t.h"

namespace flitcast {
namespace {

// Of 128 batches: skewness is known better of many, and that of the mean is the same of any number
// that are independent.
double skewness_of_mean(const std::vector<Batch>& batches, double mean) {
  constexpr std::size_t kBatches = 128;
  const std::vector<Batch> some = joined(batches, kBatches);
  double squares = 0;
  double cubes = 0;
  for (const Batch& batch : some) {
    const double off = batch.sum - mean * batch.weight;
    squares += off * off;
    cubes += off * off * off;
  }
  return squares > 0 ? cubes / std::pow(squares, 1.5) : 0;
}

// How far from the mean, in standard errors, the farther end of Willink's interval is, for a mean
// of six times that skewness: t where it is none.
double wider_side(double t, double sixth_of_skewness) {
  constexpr double kNone = 1e-6;
  const double skew = std::abs(sixth_of_skewness);
  return skew < kNone ? t : std::max(t, (1 - std::cbrt(1 - 6 * skew * (t + skew))) / (2 * skew));
}

}  // namespace

bool BatchEstimate::correlated() const {
  constexpr double kOneSided95 = 1.644854;  // of the normal distribution
  return lag_1 * std::sqrt(static_cast<double>(batches)) > kOneSided95;
}

BatchEstimate batch_means(const std::vector<Batch>& batches) {
  double sum = 0;
  double weight = 0;
  for (const Batch& batch : batches) {
    sum += batch.sum;
    weight += batch.weight;
  }
  constexpr double kUnknown = std::numeric_limits<double>::infinity();
  BatchEstimate estimate;
  estimate.mean = weight > 0 ? sum / weight : std::nan("");
  estimate.half_width = kUnknown;
  estimate.batches = batches.size();
  if (batches.size() < 2 || weight <= 0) {
    return estimate;
  }
  double squares = 0;
  double products = 0;
  double before = 0;
  for (const Batch& batch : batches) {
    const double off = batch.sum - estimate.mean * batch.weight;
    squares += off * off;
    products += off * before;
    before = off;
  }
  const auto count = static_cast<double>(batches.size());
  const double error = std::sqrt(squares * count / (count - 1)) / weight;
  estimate.half_width = students_t_95(batches.size() - 1) * error;
  estimate.lag_1 = squares > 0 ? products / squares : 0;
  return estimate;
}

std::vector<Batch> joined(const std::vector<Batch>& batches, std::size_t count) {
  if (batches.size() < 2 * count) {
    return batches;
  }
  std::vector<Batch> out(count, Batch{0, 0});
  for (std::size_t i = 0; i < batches.size(); ++i) {
    Batch& group = out[i * count / batches.size()];
    group.sum += batches[i].sum;
    group.weight += batches[i].weight;
  }
  return out;
}

BatchEstimate steady_mean(const std::vector<Batch>& batches) {
  constexpr std::size_t kMost = 32;
  constexpr std::size_t kFewest = 16;
  BatchEstimate estimate = batch_means(joined(batches, kMost));
  if (estimate.correlated()) {
    estimate = batch_means(joined(batches, kFewest));
  }
  if (estimate.batches > 1) {
    const double t = students_t_95(estimate.batches - 1);
    estimate.half_width *= wider_side(t, skewness_of_mean(batches, estimate.mean) / 6) / t;
  }
  return estimate;
}

double correlation(const std::vector<Batch>& batches, std::size_t count) {
  return batches.size() < count ? 1 : batch_means(joined(batches, count)).lag_1;
}

}  // namespace flitcast
