#include "tb/explore/choose/simulated_excess.h"

#include <algorithm>
#include <iterator>

namespace flitcast::explore {

bool SimulatedExcess::is_zero() const {
  return std::all_of(excess_.begin(), excess_.end(),
                     [](const auto& recorded) { return recorded.second == 0; });
}

/// Cycles per flit.
double SimulatedExcess::slope(Recorded::const_iterator low, Recorded::const_iterator high) const {
  return (static_cast<double>(high->second) - static_cast<double>(low->second)) /
         ((*sizes_)[high->first] - (*sizes_)[low->first]);
}

double SimulatedExcess::at(std::size_t size, double growth) const {
  const auto above = excess_.lower_bound(size);
  if (above != excess_.end() && above->first == size) {
    return static_cast<double>(above->second);
  }
  if (above == excess_.begin()) {
    return 0;
  }
  const auto below = std::prev(above);
  const double excess = static_cast<double>(below->second);
  const double further = static_cast<double>((*sizes_)[size] - (*sizes_)[below->first]);
  if (above != excess_.end()) {
    return excess + slope(below, above) * further;
  }
  return below == excess_.begin()
             ? excess
             : excess + std::max(0.0, slope(std::prev(below), below)) * growth * further;
}

/// This one and the next two, if there are as many.
bool SimulatedExcess::on_a_line(Recorded::const_iterator first) const {
  const auto end = excess_.end();
  const auto second = first == end ? end : std::next(first);
  const auto third = second == end ? end : std::next(second);
  if (third == end) {
    return false;
  }
  const auto size = [this](auto recorded) { return std::int64_t{(*sizes_)[recorded->first]}; };
  return (second->second - first->second) * (size(third) - size(second)) ==
         (third->second - second->second) * (size(second) - size(first));
}

bool SimulatedExcess::is_known_to_grow() const {
  constexpr std::uint32_t kLong = 64;
  constexpr std::uint64_t kFarApart = 8;
  if (excess_.size() < 3) {
    return false;
  }
  const auto last = std::prev(excess_.end());
  const auto first = std::prev(last, 2);
  const std::uint32_t longest = (*sizes_)[last->first];
  return longest >= kLong && longest >= kFarApart * (*sizes_)[first->first] && on_a_line(first);
}

/// From `low` to the next one.
bool SimulatedExcess::is_known_between(Recorded::const_iterator low) const {
  const auto high = std::next(low);
  return high->first == low->first + 1 || low->second == high->second || on_a_line(low) ||
         (low != excess_.begin() && on_a_line(std::prev(low)));
}

std::vector<SimulatedExcess::Gap> SimulatedExcess::unknown_gaps() const {
  std::vector<Gap> gaps;
  for (auto low = excess_.begin(); low != excess_.end() && std::next(low) != excess_.end(); ++low) {
    if (!is_known_between(low)) {
      const auto high = std::next(low);
      gaps.push_back({low->first, high->first, std::min(low->second, high->second)});
    }
  }
  return gaps;
}

}  // namespace flitcast::explore
