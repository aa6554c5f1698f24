#include "traffic/placement/placement_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "traffic/schedule/random.h"

namespace flitcast {
namespace {

/// Channels over which flows are moved in a second or so.
constexpr std::uint64_t kStepsOfDefault = 60'000'000;
constexpr std::uint64_t kFewestTries = 2'000;
constexpr std::uint64_t kMostTries = 200'000;

/// Two ranks have their flows moved away and back, and again where that is undone.
std::uint64_t default_tries(const PlacementLoad& load, const std::vector<RankFlow>& flows) {
  std::uint64_t flits = 1;
  for (const RankFlow& flow : flows) {
    flits += flow.flits;
  }
  const std::uint64_t hops = 1 + load.flit_hops() / flits;
  const std::uint64_t parts =
      1 + 2 * flows.size() / std::max<std::size_t>(1, load.movable().size());
  return std::clamp(kStepsOfDefault / (8 * hops * parts), kFewestTries, kMostTries);
}

class Annealing {
 public:
  Annealing(PlacementLoad load, const PlacementSearch& search, std::uint64_t tries)
      : load_(std::move(load)),
        search_(search),
        random_(search.seed),
        all_tries_(tries),
        best_{load_.placement(), score_of(load_), 0},
        lowest_(load_.unevenness()) {}

  /// Half of the tries, from a temperature at which one in three swaps that make the mean change
  /// for the worse is taken, times `warmth`, down to a thousandth of it.
  void cool_down(double warmth) {
    const std::uint64_t tries = all_tries_ / 2;
    double temperature = warmth * mean_change();
    const double step = std::pow(1e-3, 1 / static_cast<double>(std::max<std::uint64_t>(1, tries)));
    for (std::uint64_t each = 0; each < tries && !over(); ++each) {
      attempt(temperature);
      temperature *= step;
    }
  }
  /// Goes on from the best so far.
  void go_back(const std::vector<RankFlow>& flows, const Routing& routing) {
    load_ = PlacementLoad(flows, best_.nodes, routing);
  }
  bool over() const { return ended_ || !(search_.bound < best_.score); }
  PlacementFound best() && { return std::move(best_); }

 private:
  struct Swap {
    NodeId one;
    NodeId other;
  };

  /// Of a rank with anybody or nobody.
  Swap draw() {
    const std::uint32_t rank = load_.movable()[random_.below(load_.movable().size())];
    const NodeId one = load_.placement()[rank];
    const auto other = static_cast<NodeId>(random_.below(load_.topology().processors() - 1));
    return {one, other < one ? other : other + 1};
  }

  double mean_change() {
    constexpr int kSamples = 64;
    double sum = 0;
    for (int sample = 0; sample < kSamples; ++sample) {
      const Swap swap = draw();
      const double before = load_.unevenness();
      load_.swap(swap.one, swap.other);
      sum += std::abs(load_.unevenness() - before);
      load_.swap(swap.one, swap.other);
    }
    return sum / kSamples;
  }

  void attempt(double temperature) {
    constexpr std::uint64_t kWatched = 256;
    if (++best_.tries % kWatched == 0 && search_.watch &&
        !search_.watch(best_.tries, all_tries_, best_.score)) {
      ended_ = true;
    }
    const Swap swap = draw();
    const double before = load_.unevenness();
    load_.swap(swap.one, swap.other);
    const double worse = load_.unevenness() - before;
    const double chance = static_cast<double>(random_.next() >> 11U) * 0x1p-53;
    if (worse > 0 && chance >= std::exp(-worse / temperature)) {
      load_.swap(swap.one, swap.other);
      return;
    }
    constexpr double kNear = 1.05;  // to what was least uneven
    lowest_ = std::min(lowest_, load_.unevenness());
    if (load_.unevenness() <= kNear * lowest_) {
      const PlacementScore score = score_of(load_);
      if (score < best_.score) {
        best_.nodes = load_.placement();
        best_.score = score;
      }
    }
  }

  PlacementLoad load_;
  const PlacementSearch& search_;
  SplitMix64 random_;
  std::uint64_t all_tries_;
  PlacementFound best_;
  double lowest_;
  bool ended_ = false;
};

}  // namespace

PlacementScore score_of(const PlacementLoad& load) {
  return {load.worst().flits, load.flit_hops()};
}

PlacementFound search_placement(const std::vector<RankFlow>& flows,
                                const std::vector<Placement>& starts, const Routing& routing,
                                const PlacementSearch& search) {
  PlacementLoad start(flows, starts.front(), routing);
  for (std::size_t each = 1; each < starts.size(); ++each) {
    PlacementLoad other(flows, starts[each], routing);
    if (score_of(other) < score_of(start)) {
      start = std::move(other);
    }
  }
  const bool fixed = start.topology().processors() < 2 || start.movable().empty();
  const std::uint64_t tries = search.tries > 0 ? search.tries : default_tries(start, flows);
  constexpr double kWarm = 0.9;
  constexpr double kCool = 0.02;
  Annealing annealing(std::move(start), search, tries);
  if (!fixed && !annealing.over()) {
    annealing.cool_down(kWarm);
    annealing.go_back(flows, routing);
    annealing.cool_down(kCool);
  }
  return std::move(annealing).best();
}

PlacementByCost search_by_cost(const std::vector<Placement>& starts, const Topology& topology,
                               const CostSearch& search) {
  PlacementByCost best;
  for (const Placement& start : starts) {
    best.start_costs.push_back(search.cost(start));
  }
  const auto least = std::min_element(best.start_costs.begin(), best.start_costs.end());
  best.cost = *least;
  best.nodes = starts[static_cast<std::size_t>(least - best.start_costs.begin())];
  SplitMix64 random(search.seed);
  const bool fixed = best.nodes.empty() || topology.processors() < 2;
  while (!fixed && best.tries < search.tries && best.cost > search.bound &&
         search.watch(best.tries, best.cost)) {
    ++best.tries;
    Placement nodes = best.nodes;
    NodeId& one = nodes[random.below(nodes.size())];
    auto other = static_cast<NodeId>(random.below(topology.processors() - 1));
    other += other < one ? 0 : 1;
    const auto who = std::find(nodes.begin(), nodes.end(), other);
    if (who != nodes.end()) {
      *who = one;
    }
    one = other;
    const Cycle cycles = search.cost(nodes);
    if (cycles <= best.cost) {
      best.cost = cycles;
      best.nodes = std::move(nodes);
    }
  }
  return best;
}

}  // namespace flitcast
