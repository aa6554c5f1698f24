#include "tb/explore/choose/situation_contest.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace flitcast {
namespace {

constexpr std::uint32_t kScanFactor = 4;

/// Places of the first and the last of some sizes, and between them of each that is so many times
/// the one before or more.
std::vector<std::size_t> scan_of(const std::vector<std::size_t>& members,
                                 const std::vector<std::uint32_t>& sizes) {
  std::vector<std::size_t> scan;
  for (const std::size_t at : members) {
    if (scan.empty() || sizes[at] >= std::uint64_t{kScanFactor} * sizes[scan.back()]) {
      scan.push_back(at);
    }
  }
  if (scan.back() != members.back()) {
    scan.push_back(members.back());
  }
  return scan;
}

std::vector<std::size_t> all_places(std::size_t count) {
  std::vector<std::size_t> places(count);
  for (std::size_t i = 0; i < count; ++i) {
    places[i] = i;
  }
  return places;
}

}  // namespace

SituationContest::SituationContest(const Situation& situation,
                                   const std::vector<std::uint32_t>& sizes, double margin)
    : situation_(situation),
      sizes_(sizes),
      margin_(margin),
      scan_(scan_of(all_places(sizes.size()), sizes)) {}

void SituationContest::enter(const Row& row, const std::vector<KeyValues>& choices) {
  for (const KeyValues& choice : choices) {
    Forecast entered = forecast(row, choice, situation_, sizes_, scan_);
    if (!entered.candidate) {
      refusals_.emplace(row.id, entered.refusal);
      continue;
    }
    times_.push_back(entered.candidate->predicted);
    candidates_.push_back(std::move(*entered.candidate));
    standings_.emplace_back();
  }
}

std::size_t SituationContest::predicted_count() const {
  std::size_t count = 0;
  for (const Candidate& candidate : candidates_) {
    count += candidate.predicted.size() -
             static_cast<std::size_t>(
                 std::count(candidate.predicted.begin(), candidate.predicted.end(), kNever));
  }
  return count;
}

bool SituationContest::was_simulated(std::size_t candidate, std::size_t size) const {
  return standings_[candidate].simulated.count(size) > 0;
}

bool SituationContest::is_missing(const Run& run) const {
  return !was_simulated(run.candidate, run.size);
}

Cycle SituationContest::best_at(std::size_t size) const {
  Cycle best = kNever;
  for (const std::vector<Cycle>& times : times_) {
    best = std::min(best, times[size]);
  }
  return best;
}

/// By theory, as long as nothing was simulated: that is no faster, but may well be slower.
bool SituationContest::within_margin(std::size_t candidate, std::size_t size) const {
  constexpr double kCautious = 0.5;
  return times_[candidate][size] != kNever &&
         static_cast<double>(candidates_[candidate].predicted[size]) +
                 excess_at(candidate, size, kCautious) <=
             static_cast<double>(best_at(size)) * (1 + margin_);
}

/// Beyond the sizes that were simulated it grows by so much of what the last two tell; before them
/// there is none.
double SituationContest::excess_at(std::size_t candidate, std::size_t size, double growth) const {
  const Simulated& simulated = standings_[candidate].simulated;
  const auto excess = [&](auto run) { return static_cast<double>(excess_of(candidate, run)); };
  const auto slope = [&](auto low, auto high) {
    return (excess(high) - excess(low)) / (sizes_[high->first] - sizes_[low->first]);
  };
  const auto above = simulated.lower_bound(size);
  if (above != simulated.end() && above->first == size) {
    return excess(above);
  }
  if (above == simulated.begin()) {
    return 0;  // nothing was simulated that is as small
  }
  const auto below = std::prev(above);
  const double further = static_cast<double>(sizes_[size] - sizes_[below->first]);
  if (above != simulated.end()) {
    return excess(below) + slope(below, above) * further;
  }
  return below == simulated.begin()
             ? excess(below)
             : excess(below) + std::max(0.0, slope(std::prev(below), below)) * growth * further;
}

void SituationContest::wish_at_ends(const SizeClass& sizes, std::set<Run>& runs,
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

void SituationContest::wish_for_contenders(const std::set<std::size_t>& stations,
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
    if (standing.simulated.empty()) {
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
std::set<SituationContest::Run> SituationContest::wishes() const {
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

std::vector<SituationContest::Run> SituationContest::wanted() {
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
bool SituationContest::may_play(std::size_t candidate) {
  Standing& standing = standings_[candidate];
  if (!standing.verified) {
    const Candidate& form = candidates_[candidate];
    standing.verified = verify_candidate(situation_, form, sizes_[form.first_playable()]);
    if (!standing.verified->refusal.empty()) {
      refusals_.emplace(form.name, standing.verified->refusal);
      std::fill(times_[candidate].begin(), times_[candidate].end(), kNever);
      return false;
    }
  }
  return true;
}

void SituationContest::take(const Run& run, std::optional<Cycle> cycles) {
  Standing& standing = standings_[run.candidate];
  if (!cycles) {
    standing.is_out = true;
    std::fill(times_[run.candidate].begin(), times_[run.candidate].end(), kNever);
  }
  if (!standing.is_out) {
    ++simulated_count_;
    standing.simulated[run.size] = *cycles;
    update(run.candidate);
  }
}

Cycle SituationContest::excess_of(std::size_t candidate, Simulated::const_iterator run) const {
  return run->second - candidates_[candidate].predicted[run->first];
}

/// The excess of this one and of the next two that were simulated, if there are as many.
bool SituationContest::on_a_line(std::size_t candidate, Simulated::const_iterator a) const {
  const auto end = standings_[candidate].simulated.end();
  const auto b = a == end ? end : std::next(a);
  const auto c = b == end ? end : std::next(b);
  if (c == end) {
    return false;
  }
  const auto size = [this](auto run) { return std::int64_t{sizes_[run->first]}; };
  return (excess_of(candidate, b) - excess_of(candidate, a)) * (size(c) - size(b)) ==
         (excess_of(candidate, c) - excess_of(candidate, b)) * (size(b) - size(a));
}

/// The last three of those simulated, which are far apart, of messages that are long.
bool SituationContest::is_known_to_grow(std::size_t candidate) const {
  constexpr std::uint32_t kLong = 64;
  constexpr std::uint32_t kFarApart = 8;
  const Simulated& simulated = standings_[candidate].simulated;
  if (simulated.size() < 3) {
    return false;
  }
  const auto last = std::prev(simulated.end());
  const auto first = std::prev(last, 2);
  return sizes_[last->first] >= kLong && sizes_[last->first] >= kFarApart * sizes_[first->first] &&
         on_a_line(candidate, first);
}

/// From `low` to the next one that was simulated.
bool SituationContest::is_known_between(std::size_t candidate,
                                        Simulated::const_iterator low) const {
  const Simulated& simulated = standings_[candidate].simulated;
  const auto high = std::next(low);
  return high->first == low->first + 1 || excess_of(candidate, low) == excess_of(candidate, high) ||
         on_a_line(candidate, low) ||
         (low != simulated.begin() && on_a_line(candidate, std::prev(low)));
}

void SituationContest::wish_between(std::size_t candidate, std::set<Run>& runs) const {
  const Simulated& simulated = standings_[candidate].simulated;
  for (auto low = simulated.begin(); low != simulated.end() && std::next(low) != simulated.end();
       ++low) {
    if (is_known_between(candidate, low)) {
      continue;
    }
    const auto high = std::next(low);
    const Cycle least = std::min(excess_of(candidate, low), excess_of(candidate, high));
    std::vector<std::size_t> places;
    for (std::size_t i = low->first + 1; i < high->first; ++i) {
      const Cycle predicted = candidates_[candidate].predicted[i];
      if (predicted != kNever && predicted + least < best_at(i)) {
        places.push_back(i);
      }
    }
    if (!places.empty()) {
      runs.insert({candidate, places[places.size() / 2]});
    }
  }
}

/// Enters its times by what was simulated so far.
void SituationContest::update(std::size_t candidate) {
  Standing& standing = standings_[candidate];
  const std::vector<Cycle>& predicted = candidates_[candidate].predicted;
  std::vector<Cycle>& times = times_[candidate];
  const bool as_predicted =
      std::all_of(standing.simulated.begin(), standing.simulated.end(),
                  [&](const auto& run) { return run.second == predicted[run.first]; });
  standing.settled = as_predicted
                         ? candidates_[candidate].closed_form && standing.verified->link_disjoint
                         : is_known_to_grow(candidate);
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (predicted[i] != kNever) {
      times[i] = predicted[i] + static_cast<Cycle>(std::llround(excess_at(candidate, i, 1)));
    }
  }
}

}  // namespace flitcast
