#include "traffic/steady_state/mser.h"

namespace flitcast {
namespace {

constexpr std::size_t kGroup = 5;
constexpr std::size_t kFewest = 10;
constexpr std::size_t kKept = 5;  // means at the end that are no sample by themselves

std::vector<double> means_of_five(const std::vector<double>& series) {
  std::vector<double> means(series.size() / kGroup, 0);
  for (std::size_t i = 0; i < means.size() * kGroup; ++i) {
    means[i / kGroup] += series[i] / kGroup;
  }
  return means;
}

}  // namespace

std::optional<std::size_t> mser_5(const std::vector<double>& series) {
  const std::vector<double> means = means_of_five(series);
  if (means.size() < kFewest) {
    return std::nullopt;
  }
  // Mean and sum of squared deviations of everything from `first` on, from behind (Welford).
  double mean = 0;
  double squares = 0;
  double best = 0;
  std::size_t cut = means.size();
  for (std::size_t first = means.size(); first-- > 0;) {
    const auto kept = static_cast<double>(means.size() - first);
    const double off = means[first] - mean;
    mean += off / kept;
    squares += off * (means[first] - mean);
    const double error = squares / (kept * kept);
    if (means.size() - first >= kKept && (cut == means.size() || error <= best)) {
      best = error;
      cut = first;
    }
  }
  return cut > means.size() / 2 ? std::nullopt : std::optional(cut * kGroup);
}

}  // namespace flitcast
