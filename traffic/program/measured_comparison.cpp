#include "traffic/program/measured_comparison.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace flitcast {
namespace {

double relative_error(Cycle here, Cycle measured) {
  // A barrier whose measured end is its start took a cycle that nobody saw.
  const auto size = static_cast<double>(std::max<Cycle>(measured, 1));
  return static_cast<double>(here - measured) / size;
}

/// The least of which `share` are at most, by sizes.
double error_quantile(std::vector<double> errors, double share) {
  const auto place =
      static_cast<std::size_t>(std::ceil(share * static_cast<double>(errors.size())) - 1);
  const auto at = errors.begin() + static_cast<std::ptrdiff_t>(place);
  std::nth_element(errors.begin(), at, errors.end());
  return *at;
}

/// Places by size; equal ones share theirs.
std::vector<double> ranks_of(const std::vector<Cycle>& sizes) {
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return sizes[a] < sizes[b]; });
  std::vector<double> ranks(sizes.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t end = first;
    while (end < order.size() && sizes[order[end]] == sizes[order[first]]) {
      ++end;
    }
    for (std::size_t place = first; place < end; ++place) {
      ranks[order[place]] = static_cast<double>(first + end - 1) / 2;
    }
    first = end;
  }
  return ranks;
}

double rank_correlation(const std::vector<Cycle>& one, const std::vector<Cycle>& other) {
  const std::vector<double> a = ranks_of(one);
  const std::vector<double> b = ranks_of(other);
  const double mean = (static_cast<double>(a.size()) - 1) / 2;
  double both = 0;
  double of_a = 0;
  double of_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    both += (a[i] - mean) * (b[i] - mean);
    of_a += (a[i] - mean) * (a[i] - mean);
    of_b += (b[i] - mean) * (b[i] - mean);
  }
  return of_a > 0 && of_b > 0 ? both / std::sqrt(of_a * of_b) : 1;
}

}  // namespace

std::optional<MeasuredComparison> compare_with_measured(const ProgramRecord& record) {
  const MeasuredRun& measured = record.program().measured;
  if (measured.last.empty()) {
    return std::nullopt;
  }
  MeasuredComparison here;
  for (const std::uint32_t op : measured.last) {
    here.makespan = std::max(here.makespan, record[op].finished - record.begun());
  }
  here.makespan_error = relative_error(here.makespan, measured.end);
  std::vector<Cycle> was;
  std::vector<Cycle> is;
  std::vector<double> errors;
  for (const MeasuredRun::Wait& wait : measured.waits) {
    const Cycle start = record[wait.begins].finished - record.begun();
    const Cycle end = record[wait.ends].finished - record.begun();
    was.push_back(wait.end - wait.start);
    is.push_back(end - start);
    here.waits.push_back({start, end, relative_error(is.back(), was.back())});
    errors.push_back(std::abs(here.waits.back().error));
  }
  if (!errors.empty()) {
    here.median_error = error_quantile(errors, 0.5);
    here.p90_error = error_quantile(errors, 0.9);
    here.order = rank_correlation(was, is);
  }
  return here;
}

}  // namespace flitcast
