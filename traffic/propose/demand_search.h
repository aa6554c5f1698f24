#pragma once

#include <cstdint>
#include <optional>

#include "traffic/optimal/demand.h"
#include "traffic/optimal/hop_plan.h"
#include "traffic/optimal/search_limit.h"
#include "traffic/satisfiability/hop_search.h"

namespace flitcast {

/// A search for the best plan of a demand on a network in the model of hops: proposals, try by try,
/// and a solver, which improves them or proves that nothing does.
class DemandSearch {
 public:
  DemandSearch(ChunkNetwork network, const Demand& demand, std::uint64_t seed);

  const std::optional<HopPlan>& best() const { return best_; }
  /// The counting bound.
  ChunkTime counted() const { return counted_; }
  /// No plan is known to be impossible that takes as long.
  ChunkTime least() const { return least_; }
  bool is_done() const { return best_ && best_->time == least_; }
  /// Why there is none with a round less, if a solver has found out.
  const std::optional<HopRefutation>& refutation() const { return refutation_; }

  void propose(std::uint64_t number, const SearchLimit& limit);
  /// Whether a solver is of use: links are alike or chunks go in rounds, with all ports and full
  /// duplex, and the formula of so many steps has moderate size.
  bool is_solvable(ChunkTime steps) const;
  /// Looks for a plan with a round less than the best. Needs one that is_solvable().
  void solve(const SearchLimit& limit);
  /// Looks for the plan with the fewest rounds in so many steps, whose hops start with the step.
  /// Needs is_solvable(), and steps enough to reach every node.
  void solve_in_steps(std::uint32_t steps, const SearchLimit& limit);
  /// Rounds of the plan that a solver looks for, or looked for last; 0 before.
  ChunkTime sought() const { return sought_; }
  /// Rounds of each step, after solve_in_steps().
  const RoundsOfSteps& rounds_of_steps() const { return rounds_of_steps_; }

 private:
  std::optional<HopPlan> proposal(std::uint64_t number, std::uint64_t seed,
                                  const SearchLimit& limit) const;
  HopSearchResult sought_in(std::uint32_t steps, std::uint32_t rounds, const SearchLimit& limit);

  ChunkNetwork network_;
  Demand demand_;
  std::uint64_t seed_;
  ChunkTime counted_;
  ChunkTime least_;
  ChunkTime sought_ = 0;
  bool is_plain_;
  bool translates_;
  std::optional<HopPlan> best_;
  std::optional<HopRefutation> refutation_;
  RoundsOfSteps rounds_of_steps_;
};

}  // namespace flitcast
