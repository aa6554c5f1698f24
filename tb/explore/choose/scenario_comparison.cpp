#include "tb/explore/choose/scenario_comparison.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "tb/explore/choose/regions.h"

namespace flitcast::explore {

ScenarioComparison::ScenarioComparison(const Scenario& scenario,
                                       const std::vector<std::uint32_t>& sizes, double margin)
    : scenario_(scenario), sizes_(sizes), margin_(margin) {}

void ScenarioComparison::enter(const Row& row, const std::vector<KeyValues>& choices) {
  for (const KeyValues& choice : choices) {
    try {
      candidates_.push_back(candidate_of(row, choice, scenario_, sizes_));
      times_.push_back(candidates_.back().predicted);
      standings_.push_back({SimulatedExcess(sizes_), {}, false, false});
    } catch (const ConfigError& refusal) {
      refusals_.emplace(row.id, refusal.what());
    }
  }
}

std::size_t ScenarioComparison::predicted_count() const {
  std::size_t count = 0;
  for (const Candidate& candidate : candidates_) {
    count += candidate.predicted.size() -
             static_cast<std::size_t>(
                 std::count(candidate.predicted.begin(), candidate.predicted.end(), kNever));
  }
  return count;
}

std::optional<ScenarioComparison::Refusal> ScenarioComparison::why_not() const {
  std::optional<Refusal> why;
  for (const auto& [form, refusal] : refusals_) {
    const bool of_network = refuses_network(refusal);
    if (!why || (why->of_network && !of_network)) {
      why = {fmt::format("{}: {}", form, refusal), of_network};
    }
  }
  return why;
}

bool ScenarioComparison::was_simulated(std::size_t candidate, std::size_t size) const {
  return standings_[candidate].excess.has(size);
}

bool ScenarioComparison::is_missing(const Run& run) const {
  return !was_simulated(run.candidate, run.size);
}

Cycle ScenarioComparison::best_at(std::size_t size) const {
  Cycle best = kNever;
  for (const std::vector<Cycle>& times : times_) {
    best = std::min(best, times[size]);
  }
  return best;
}

/// By theory, as long as nothing was simulated: that is no faster, but may well be slower.
bool ScenarioComparison::within_margin(std::size_t candidate, std::size_t size) const {
  constexpr double kCautious = 0.5;
  return times_[candidate][size] != kNever &&
         static_cast<double>(candidates_[candidate].predicted[size]) +
                 standings_[candidate].excess.at(size, kCautious) <=
             static_cast<double>(best_at(size)) * (1 + margin_);
}

void ScenarioComparison::wish_at_ends(const SizeClass& sizes, std::set<Run>& runs,
                                      std::set<std::size_t>& stations) const {
  for (const Region& region : regions_of(sizes, times_)) {
    for (const std::size_t end : {sizes.members[region.first], sizes.members[region.last]}) {
      stations.insert(end);
      for (const std::size_t winner : region.winners) {
        if (winner == region.winners.front() || !standings_[winner].settled) {
          runs.insert({winner, end});
        }
      }
      const std::size_t second = runner_up(region, end, times_);
      const bool is_border = end != sizes.members.front() && end != sizes.members.back();
      if (second < times_.size() && (is_border || !standings_[second].settled)) {
        runs.insert({second, end});
      }
    }
  }
}

void ScenarioComparison::wish_for_contenders(const std::set<std::size_t>& stations,
                                             std::set<Run>& runs) const {
  for (std::size_t c = 0; c < candidates_.size(); ++c) {
    const Standing& standing = standings_[c];
    if (standing.is_out) {
      continue;
    }
    wish_between(c, runs);
    if (standing.settled) {
      continue;
    }
    if (standing.excess.empty()) {
      for (std::size_t size = 0; size < sizes_.size(); ++size) {
        if (within_margin(c, size)) {
          runs.insert({c, size});
          break;
        }
      }
      continue;
    }
    for (const std::size_t station : stations) {
      if (!was_simulated(c, station) && within_margin(c, station)) {
        runs.insert({c, station});
        break;  // how the excess grows says whether larger ones are of interest
      }
    }
  }
}

/// First what the contenders take all over the sizes: regions change with that.
std::set<ScenarioComparison::Run> ScenarioComparison::wishes() const {
  std::set<Run> runs;
  std::set<std::size_t> stations;
  const std::vector<SizeClass> classes = size_classes(times_);
  for (const SizeClass& sizes : classes) {
    const std::vector<std::size_t> scan = scan_of(sizes.members, sizes_);
    stations.insert(scan.begin(), scan.end());
  }
  wish_for_contenders(stations, runs);
  if (runs.empty()) {
    for (const SizeClass& sizes : classes) {
      wish_at_ends(sizes, runs, stations);
    }
    wish_for_contenders(stations, runs);
  }
  return runs;
}

std::vector<ScenarioComparison::Run> ScenarioComparison::wanted() {
  while (!decided_) {
    const std::set<Run> runs = wishes();
    bool all_play = true;
    for (const Run& run : runs) {
      all_play = may_play(run.candidate) && all_play;
    }
    if (all_play) {
      std::vector<Run> missing;
      std::copy_if(runs.begin(), runs.end(), std::back_inserter(missing),
                   [this](const Run& run) { return is_missing(run); });
      decided_ = missing.empty();
      return missing;
    }
  }
  return {};
}

/// Looks at its schedule, once; takes it out where that cannot be played.
bool ScenarioComparison::may_play(std::size_t candidate) {
  Standing& standing = standings_[candidate];
  if (!standing.link_disjoint) {
    const Candidate& form = candidates_[candidate];
    standing.link_disjoint = false;
    try {
      standing.link_disjoint = is_link_disjoint(scenario_, form, sizes_[form.first_playable()]);
    } catch (const ConfigError& refusal) {
      refusals_.emplace(form.name, refusal.what());
      take_out(candidate);
      return false;
    }
  }
  return true;
}

void ScenarioComparison::take_out(std::size_t candidate) {
  std::fill(times_[candidate].begin(), times_[candidate].end(), kNever);
}

/// Takes it out where it is not.
bool ScenarioComparison::is_predicted(const Run& run, bool verifies) {
  if (verifies && !may_play(run.candidate)) {
    return false;
  }
  const Candidate& form = candidates_[run.candidate];
  const bool waits =
      verifies ? !*standings_[run.candidate].link_disjoint : !form.row->contention.empty();
  const Cycle bound = lower_bound_of(scenario_, form, sizes_[run.size]);
  if (!waits && form.predicted[run.size] >= bound) {
    return true;
  }
  unpredicted_.insert(run.candidate);
  take_out(run.candidate);
  return false;
}

void ScenarioComparison::predict(bool verifies) {
  for (bool changed = true; changed;) {
    std::set<Run> runs;
    std::set<std::size_t> stations;
    for (const SizeClass& sizes : size_classes(times_)) {
      wish_at_ends(sizes, runs, stations);
    }
    std::set<std::size_t> out;
    for (const Run& run : runs) {
      if (out.count(run.candidate) == 0 && !is_predicted(run, verifies)) {
        out.insert(run.candidate);
      }
    }
    changed = !out.empty();
  }
}

void ScenarioComparison::take(const Run& run, std::optional<Cycle> cycles) {
  Standing& standing = standings_[run.candidate];
  if (!cycles) {
    standing.is_out = true;
    take_out(run.candidate);
  }
  if (!standing.is_out) {
    ++simulated_count_;
    standing.excess.record(run.size, *cycles - candidates_[run.candidate].predicted[run.size]);
    update(run.candidate);
  }
}

void ScenarioComparison::wish_between(std::size_t candidate, std::set<Run>& runs) const {
  for (const SimulatedExcess::Gap& gap : standings_[candidate].excess.unknown_gaps()) {
    std::vector<std::size_t> places;
    for (std::size_t i = gap.low + 1; i < gap.high; ++i) {
      const Cycle predicted = candidates_[candidate].predicted[i];
      if (predicted != kNever && predicted + gap.least < best_at(i)) {
        places.push_back(i);
      }
    }
    if (!places.empty()) {
      runs.insert({candidate, places[places.size() / 2]});
    }
  }
}

/// Enters its times by what was simulated so far.
void ScenarioComparison::update(std::size_t candidate) {
  Standing& standing = standings_[candidate];
  const std::vector<Cycle>& predicted = candidates_[candidate].predicted;
  std::vector<Cycle>& times = times_[candidate];
  standing.settled = standing.excess.is_zero()
                         ? candidates_[candidate].closed_form && *standing.link_disjoint
                         : standing.excess.is_known_to_grow();
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (predicted[i] != kNever) {
      times[i] = predicted[i] + static_cast<Cycle>(std::llround(standing.excess.at(i, 1)));
    }
  }
}

}  // namespace flitcast::explore
