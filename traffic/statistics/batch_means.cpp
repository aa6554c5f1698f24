#include "traffic/statistics/batch_means.h"

#include <cmath>
#include <limits>

#include "traffic/statistics/students_t.h"

namespace flitcast {

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
  estimate.error = kUnknown;
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
  estimate.error = std::sqrt(squares * count / (count - 1)) / weight;
  estimate.half_width = students_t_95(batches.size() - 1) * estimate.error;
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
  const BatchEstimate many = batch_means(joined(batches, kMost));
  const BatchEstimate few = batch_means(joined(batches, kFewest));
  BatchEstimate estimate = many.correlated() || few.half_width > many.half_width ? few : many;
  const double inefficiency = std::pow(estimate.error / batch_means(batches).error, 2);
  estimate.independent =
      static_cast<double>(batches.size()) / (inefficiency > 1 ? inefficiency : 1);
  return estimate;
}

}  // namespace flitcast
