#include "tb/explore/choose/answer.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace flitcast {
namespace {

Standings standings_at(const Region& region, std::size_t at, const SituationContest& contest) {
  const Times& times = contest.times();
  const std::size_t winner = region.winners.front();
  const std::uint32_t size = contest.sizes()[at];
  Standings standings{size,
                      times[winner][at],
                      contest.was_simulated(winner, at),
                      {},
                      0,
                      false,
                      lower_bound_of(contest.situation(), contest.candidates()[winner], size)};
  const std::size_t second = runner_up(region, at, times);
  if (second < times.size()) {
    standings.second = second;
    standings.second_cycles = times[second][at];
    standings.second_simulated = contest.was_simulated(second, at);
  }
  return standings;
}

/// What all sizes of a class are multiples of.
std::uint32_t divisor_of(const SizeClass& sizes, const SituationContest& contest) {
  std::uint32_t divisor = 0;
  for (const std::size_t at : sizes.members) {
    divisor = std::gcd(divisor, contest.sizes()[at]);
  }
  return divisor;
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

SituationAnswer answer_of(const SituationContest& contest) {
  SituationAnswer answer{&contest, {}};
  const std::vector<SizeClass> classes = size_classes(contest.times());
  std::vector<std::uint32_t> divisors;
  divisors.reserve(classes.size());
  for (const SizeClass& each : classes) {
    divisors.push_back(divisor_of(each, contest));
  }
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const std::vector<std::size_t>& members = classes[i].members;
    const std::string text = class_text(divisors, i, members.size(), contest.sizes().size());
    for (const Region& region : regions_of(classes[i], contest.times())) {
      answer.regions.push_back({text, divisors[i], region.winners,
                                standings_at(region, members[region.first], contest),
                                standings_at(region, members[region.last], contest)});
    }
  }
  return answer;
}

std::string winners_text(const AnswerRegion& region, const SituationContest& contest) {
  constexpr std::size_t kMostNamed = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(kMostNamed, region.winners.size()); ++i) {
    text += text.empty() ? "" : " = ";
    text += contest.candidates()[region.winners[i]].name;
  }
  return region.winners.size() <= kMostNamed
             ? text
             : fmt::format("{} = {} more", text, region.winners.size() - kMostNamed);
}

std::string outside_text(const AnswerRegion& region, const SituationContest& contest) {
  for (const std::size_t winner : region.winners) {
    if (contest.candidates()[winner].outside.empty()) {
      return "";
    }
  }
  return contest.candidates()[region.winners.front()].outside;
}

}  // namespace flitcast
