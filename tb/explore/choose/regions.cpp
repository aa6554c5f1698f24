#include "tb/explore/choose/regions.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace flitcast::explore {
namespace {

/// The fastest of a size.
std::vector<std::size_t> fastest(std::size_t size, const Times& times) {
  std::vector<std::size_t> best;
  Cycle cycles = kNever;
  for (std::size_t c = 0; c < times.size(); ++c) {
    if (times[c][size] < cycles) {
      cycles = times[c][size];
      best.clear();
    }
    if (times[c][size] == cycles && cycles != kNever) {
      best.push_back(c);
    }
  }
  return best;
}

}  // namespace

bool has_gaps(const std::vector<Cycle>& times) {
  const auto plays = [](Cycle cycles) { return cycles != kNever; };
  const auto first = std::find_if(times.begin(), times.end(), plays);
  const auto gap = std::find_if_not(first, times.end(), plays);
  return std::find_if(gap, times.end(), plays) != times.end();
}

std::vector<SizeClass> size_classes(const Times& times) {
  std::vector<const std::vector<Cycle>*> with_gaps;
  for (const std::vector<Cycle>& each : times) {
    if (has_gaps(each)) {
      with_gaps.push_back(&each);
    }
  }
  std::vector<SizeClass> classes;
  std::map<std::vector<bool>, std::size_t> known;
  for (std::size_t size = 0; !times.empty() && size < times.front().size(); ++size) {
    std::vector<bool> playable(with_gaps.size());
    for (std::size_t c = 0; c < with_gaps.size(); ++c) {
      playable[c] = (*with_gaps[c])[size] != kNever;
    }
    if (fastest(size, times).empty()) {
      continue;
    }
    const auto [place, is_new] = known.try_emplace(std::move(playable), classes.size());
    if (is_new) {
      classes.emplace_back();
    }
    classes[place->second].members.push_back(size);
  }
  return classes;
}

std::vector<Region> regions_of(const SizeClass& sizes, const Times& times) {
  std::vector<Region> regions;
  for (std::size_t i = 0; i < sizes.members.size(); ++i) {
    std::vector<std::size_t> best = fastest(sizes.members[i], times);
    if (!regions.empty()) {
      Region& last = regions.back();
      std::vector<std::size_t> both;
      std::set_intersection(last.winners.begin(), last.winners.end(), best.begin(), best.end(),
                            std::back_inserter(both));
      if (!both.empty()) {
        last.last = i;
        last.winners = std::move(both);
        continue;
      }
    }
    regions.push_back({i, i, std::move(best)});
  }
  return regions;
}

std::size_t runner_up(const Region& region, std::size_t size, const Times& times) {
  std::size_t best = times.size();
  for (std::size_t c = 0; c < times.size(); ++c) {
    const bool wins = std::binary_search(region.winners.begin(), region.winners.end(), c);
    if (!wins && times[c][size] != kNever &&
        (best == times.size() || times[c][size] < times[best][size])) {
      best = c;
    }
  }
  return best;
}

std::vector<std::size_t> scan_of(const std::vector<std::size_t>& places,
                                 const std::vector<std::uint32_t>& sizes) {
  constexpr std::uint64_t kFactor = 4;
  std::vector<std::size_t> scan;
  for (const std::size_t at : places) {
    if (scan.empty() || sizes[at] >= kFactor * sizes[scan.back()]) {
      scan.push_back(at);
    }
  }
  if (!scan.empty() && scan.back() != places.back()) {
    scan.push_back(places.back());
  }
  return scan;
}

}  // namespace flitcast::explore
