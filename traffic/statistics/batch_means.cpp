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
  BatchEstimate estimate{weight > 0 ? sum / weight : 0, std::numeric_limits<double>::infinity(), 0,
                         batches.size()};
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
  const std::size_t length = batches.size() / count;
  if (length < 2) {
    return batches;
  }
  std::vector<Batch> out(count, Batch{0, 0});
  const std::size_t skipped = batches.size() - length * count;
  for (std::size_t i = 0; i < length * count; ++i) {
    out[i / length].sum += batches[skipped + i].sum;
    out[i / length].weight += batches[skipped + i].weight;
  }
  return out;
}

BatchEstimate steady_mean(const std::vector<Batch>& batches) {
  constexpr std::size_t kMost = 32;
  constexpr std::size_t kFewest = 16;
  const BatchEstimate many = batch_means(joined(batches, kMost));
  const BatchEstimate few = batch_means(joined(batches, kFewest));
  return many.correlated() || few.half_width > many.half_width ? few : many;
}

}  // namespace flitcast
