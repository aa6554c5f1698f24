#include "tb/explore/choose/answer/decision_map.h"

#include <algorithm>
#include <numeric>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace flitcast::explore {
namespace {

Ranking ranking_at(const Region& region, std::size_t at, const ScenarioComparison& comparison) {
  const Times& times = comparison.times();
  const std::size_t winner = region.winners.front();
  const std::uint32_t size = comparison.sizes()[at];
  Ranking ranking{size,
                  times[winner][at],
                  comparison.was_simulated(winner, at),
                  {},
                  0,
                  false,
                  lower_bound_of(comparison.scenario(), comparison.candidates()[winner], size)};
  const std::size_t second = runner_up(region, at, times);
  if (second < times.size()) {
    ranking.second = second;
    ranking.second_cycles = times[second][at];
    ranking.second_simulated = comparison.was_simulated(second, at);
  }
  return ranking;
}

std::vector<std::size_t> at_home_first(std::vector<std::size_t> winners,
                                       const ScenarioComparison& comparison) {
  std::stable_partition(winners.begin(), winners.end(), [&](std::size_t winner) {
    return comparison.candidates()[winner].outside.empty();
  });
  return winners;
}

/// Whether what can be played with the sizes of a class, and not with all others, can be with that
/// size.
bool belongs_to(const SizeClass& sizes, std::uint32_t size, const ScenarioComparison& comparison) {
  for (std::size_t c = 0; c < comparison.candidates().size(); ++c) {
    const std::vector<Cycle>& times = comparison.times()[c];
    if (times[sizes.members.front()] != kNever && has_gaps(times) &&
        !can_be_played(comparison.scenario(), comparison.candidates()[c], size)) {
      return false;
    }
  }
  return true;
}

/// What all sizes of a class are multiples of, asked for or not.
std::uint32_t divisor_of(const SizeClass& sizes, const ScenarioComparison& comparison) {
  std::uint32_t common = 0;
  for (const std::size_t at : sizes.members) {
    common = std::gcd(common, comparison.sizes()[at]);
  }
  for (std::uint32_t divisor = 1; divisor <= common / 2; ++divisor) {
    if (common % divisor == 0 && belongs_to(sizes, divisor, comparison)) {
      return divisor;
    }
  }
  return common;
}

/// How a class is called beside the others: "" where it is all sizes.
std::string class_text(const std::vector<std::uint32_t>& divisors, std::size_t own,
                       std::size_t members, std::size_t sizes) {
  if (members == sizes) {
    return "";
  }
  const std::uint32_t divisor = divisors[own];
  const bool has_finer = std::any_of(
      divisors.begin(), divisors.end(),
      [divisor](std::uint32_t other) { return other > divisor && other % divisor == 0; });
  return divisor > 1 ? fmt::format("{}multiples of {}", has_finer ? "other " : "", divisor)
                     : "others";
}

}  // namespace

ScenarioDecision decision_of(const ScenarioComparison& comparison) {
  ScenarioDecision answer{&comparison, {}};
  const std::vector<SizeClass> classes = size_classes(comparison.times());
  std::vector<std::uint32_t> divisors;
  divisors.reserve(classes.size());
  for (const SizeClass& each : classes) {
    divisors.push_back(divisor_of(each, comparison));
  }
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const std::vector<std::size_t>& members = classes[i].members;
    const std::string text = class_text(divisors, i, members.size(), comparison.sizes().size());
    for (const Region& region : regions_of(classes[i], comparison.times())) {
      answer.regions.push_back({text, divisors[i], at_home_first(region.winners, comparison),
                                ranking_at(region, members[region.first], comparison),
                                ranking_at(region, members[region.last], comparison)});
    }
  }
  return answer;
}

std::string winners_text(const DecisionRegion& region, const ScenarioComparison& comparison) {
  constexpr std::size_t kMostNamed = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMostNamed, region.winners.size()); ++i) {
    const Candidate& winner = comparison.candidates()[region.winners[i]];
    text += fmt::format("{}{}{}{}", i == 0 ? "" : " = ", winner.name,
                        winner.outside.empty() ? "" : " *", winner.outside);
  }
  return region.winners.size() <= kMostNamed
             ? text
             : fmt::format("{} = {} more", text, region.winners.size() - kMostNamed);
}

std::string played_with(const ScenarioDecision& scenario) {
  std::set<int> vcs;
  std::set<Cycle> buffers;
  for (const DecisionRegion& region : scenario.regions) {
    for (const std::size_t winner : region.winners) {
      vcs.insert(scenario.comparison->candidates()[winner].vcs);
      buffers.insert(scenario.comparison->candidates()[winner].buffer_flits);
    }
  }
  if (vcs.empty()) {
    return "";
  }
  return fmt::format("{} VC{}, buffers of {}", fmt::join(vcs, " or "), *vcs.rbegin() > 1 ? "s" : "",
                     *buffers.begin() == 0 ? "a packet"
                                           : fmt::format("{} flit{}", fmt::join(buffers, " or "),
                                                         *buffers.rbegin() > 1 ? "s" : ""));
}

}  // namespace flitcast::explore
