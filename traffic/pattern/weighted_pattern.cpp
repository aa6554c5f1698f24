#include "traffic/pattern/weighted_pattern.h"

#include <algorithm>

namespace flitcast {
namespace {

// Draws are whole numbers of this many bits, which a double holds exactly.
constexpr unsigned kDrawBits = 53;

}  // namespace

WeightedPattern::WeightedPattern(std::vector<std::vector<Entry>> rows) : rows_(std::move(rows)) {
  constexpr std::uint64_t kDraws = std::uint64_t{1} << kDrawBits;
  double total = 0;
  for (const std::vector<Entry>& row : rows_) {
    double sum = 0;
    for (const Entry& entry : row) {
      sum += entry.weight;
    }
    std::vector<std::uint64_t>& below = below_.emplace_back();
    double so_far = 0;
    for (const Entry& entry : row) {
      so_far += entry.weight;
      below.push_back(static_cast<std::uint64_t>(so_far / sum * static_cast<double>(kDraws)));
    }
    if (!below.empty()) {
      below.back() = kDraws;
    }
    sums_.push_back(sum);
    total += sum;
  }
  for (const double sum : sums_) {
    shares_.push_back(total > 0 ? sum / total * static_cast<double>(rows_.size()) : 0);
  }
}

NodeId WeightedPattern::destination(NodeId source, SplitMix64& random) const {
  const std::vector<std::uint64_t>& below = below_[source];
  const std::uint64_t draw = random.next() >> (64 - kDrawBits);
  const auto place = std::upper_bound(below.begin(), below.end(), draw) - below.begin();
  return rows_[source][static_cast<std::size_t>(place)].destination;
}

void WeightedPattern::visit(NodeId source, const VisitDestination& visit) const {
  for (const Entry& entry : rows_[source]) {
    visit(entry.destination, entry.weight / sums_[source]);
  }
}

}  // namespace flitcast
