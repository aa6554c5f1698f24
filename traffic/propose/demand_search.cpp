#include "traffic/propose/demand_search.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "traffic/optimal/counting_bounds.h"
#include "traffic/propose/list_schedule.h"
#include "traffic/propose/relay_schedule.h"
#include "traffic/propose/translated_relays.h"
#include "traffic/propose/translated_trees.h"
#include "traffic/propose/translations.h"

namespace flitcast {
namespace {

/// Links alike, full duplex, and a port for every channel.
bool is_plain(const ChunkNetwork& network) {
  std::vector<int> out(network.nodes(), 0);
  std::vector<int> in(network.nodes(), 0);
  for (const HopLink& channel : network.channels()) {
    ++out[channel.from];
    ++in[channel.to];
  }
  return network.duplex() == Duplex::kFull && network.longest_time() == 1 &&
         std::max(*std::max_element(out.begin(), out.end()),
                  *std::max_element(in.begin(), in.end())) <= network.ports();
}

constexpr std::uint64_t kMostVariables = 1'000'000;  // about a minute, where it is easy

}  // namespace

DemandSearch::DemandSearch(ChunkNetwork network, const Demand& demand, std::uint64_t seed)
    : network_(std::move(network)),
      demand_(demand),
      seed_(seed),
      counted_(counting_bounds(network_, demand, CostModel::kHops).front().time),
      least_(counted_),
      is_plain_(is_plain(network_)),
      translates_(!demand.is_rooted() && has_translations(network_)) {}

void DemandSearch::propose(std::uint64_t number, const SearchLimit& limit) {
  std::optional<HopPlan> plan = proposal(number, seed_ + number, limit);
  if (plan && (!best_ || plan->time < best_->time)) {
    best_ = std::move(plan);
  }
}

std::optional<HopPlan> DemandSearch::proposal(std::uint64_t number, std::uint64_t seed,
                                              const SearchLimit& limit) const {
  if (translates_ && number % 2 == 0) {
    return demand_.is_personal() ? translated_relays(network_, demand_, seed, limit)
                                 : translated_trees(network_, demand_, seed, limit);
  }
  return demand_.is_personal() ? relay_schedule(network_, demand_, seed, limit)
                               : list_schedule(network_, demand_, seed, limit);
}

bool DemandSearch::is_solvable(ChunkTime steps) const {
  return is_plain_ && demand_.ids() * (network_.nodes() + network_.channels().size()) <=
                          kMostVariables / static_cast<std::uint64_t>(steps);
}

HopSearchResult DemandSearch::sought_in(std::uint32_t steps, std::uint32_t rounds,
                                        const SearchLimit& limit) {
  sought_ = rounds;
  HopInstance instance{demand_, network_.channels()};
  HopSearchResult result = search_hops(instance, steps, rounds, limit);
  if (!result.plan && result.open.empty()) {
    refutation_ = HopRefutation{std::move(instance), steps, rounds, std::move(result.refuted)};
    least_ = sought_ + 1;
  }
  return result;
}

void DemandSearch::solve(const SearchLimit& limit) {
  const auto rounds = static_cast<std::uint32_t>(best_->time - 1);
  HopSearchResult result = sought_in(rounds, rounds, limit);
  if (result.plan) {
    best_ = std::move(result.plan);
  }
}

void DemandSearch::solve_in_steps(std::uint32_t steps, const SearchLimit& limit) {
  least_ = std::max<ChunkTime>(least_, steps);
  while (!best_ && !limit.reached()) {
    HopSearchResult result = sought_in(steps, static_cast<std::uint32_t>(least_), limit);
    if (!result.plan) {
      continue;
    }
    best_ = std::move(result.plan);
    best_->time = sought_;
    rounds_of_steps_ = std::move(result.rounds);
    for (Hop& hop : best_->hops) {
      ChunkTime begin = 0;
      for (const std::uint32_t rounds : rounds_of_steps_) {
        if (hop.start < begin + rounds) {
          break;
        }
        begin += rounds;
      }
      hop.start = begin;
    }
  }
}

}  // namespace flitcast
