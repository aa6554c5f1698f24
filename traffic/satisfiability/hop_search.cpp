#include "traffic/satisfiability/hop_search.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "traffic/satisfiability/hop_formula.h"
#include "traffic/satisfiability/hop_symmetry.h"
#include "traffic/satisfiability/solved_plan.h"

namespace flitcast {
namespace {

/// Throws std::length_error where there are too many.
void check_splits(std::uint32_t steps, std::uint32_t rounds) {
  constexpr std::uint64_t kMost = 10'000;
  std::uint64_t splits = 1;  // "rounds − 1 over i"
  for (std::uint64_t i = 1; i < std::min(steps, rounds - steps + 1); ++i) {
    splits = splits * (rounds - i) / i;
    if (splits > kMost) {
      throw std::length_error(fmt::format(
          "there are more than {} ways to have {} rounds in {} steps", kMost, rounds, steps));
    }
  }
}

/// A way to split the rounds over the steps that is neither refuted nor has a schedule yet.
struct OpenSplit {
  OpenSplit(const HopInstance& instance, const RoundsOfSteps& split)
      : rounds(split), formula(instance, split, false), solver(formula.formula(), true) {}
  /// Among schedules in which chunks of nodes that are alike move alike.
  OpenSplit(const HopInstance& instance, const RoundsOfSteps& split,
            const std::vector<HopImage>& images)
      : rounds(split), formula(instance, split, images), solver(formula.formula(), false) {}

  RoundsOfSteps rounds;
  HopFormula formula;
  SatSolver solver;
};

class HopSearch {
 public:
  HopSearch(const HopInstance& instance, const SearchLimit& limit)
      : instance_(instance), limit_(limit) {}

  /// All splits have their turns, of more and more conflicts, as one that is hard is often beside
  /// one with a schedule; first for a schedule that is as symmetric as the network.
  HopSearchResult run(RoundsOfSteps split) {
    constexpr int kFirstConflicts = 1000;
    constexpr int kGrowth = 4;
    do {
      splits_.push_back(nullptr);
      rounds_.push_back(split);
    } while (next_split(split));
    try_symmetric(kFirstConflicts);
    int conflicts = kFirstConflicts;
    while (!result_.plan && !rounds_.empty() && !limit_.reached()) {
      give_turns(conflicts);
      conflicts = conflicts < SatSolver::kAnyConflicts / kGrowth ? conflicts * kGrowth
                                                                 : SatSolver::kAnyConflicts;
    }
    result_.open = std::move(rounds_);
    return std::move(result_);
  }

 private:
  void try_symmetric(int conflicts) {
    const std::optional<std::vector<HopImage>> images = symmetry_of(instance_);
    for (std::size_t at = 0; images && at < rounds_.size() && !limit_.reached(); ++at) {
      OpenSplit split(instance_, rounds_[at], *images);
      if (split.solver.solve(limit_, conflicts) == SatAnswer::kModel) {
        take_plan(split);
        return;
      }
    }
  }

  void give_turns(int conflicts) {
    std::vector<std::unique_ptr<OpenSplit>> open;
    std::vector<RoundsOfSteps> open_rounds;
    for (std::size_t at = 0; at < rounds_.size(); ++at) {
      if (!result_.plan && !limit_.reached()) {
        if (!splits_[at]) {
          splits_[at] = std::make_unique<OpenSplit>(instance_, rounds_[at]);
        }
        if (answered(*splits_[at], conflicts)) {
          continue;
        }
      }
      open.push_back(std::move(splits_[at]));
      open_rounds.push_back(std::move(rounds_[at]));
    }
    splits_ = std::move(open);
    rounds_ = std::move(open_rounds);
  }

  bool answered(OpenSplit& split, int conflicts) {
    const SatAnswer answer = split.solver.solve(limit_, conflicts);
    if (answer == SatAnswer::kRefuted) {
      result_.refuted.push_back({split.rounds, split.solver.take_proof()});
    } else if (answer == SatAnswer::kModel) {
      take_plan(split);
    }
    return answer != SatAnswer::kNone;
  }

  void take_plan(const OpenSplit& split) {
    result_.plan = plan_of(instance_, split.formula, split.rounds, split.solver);
    result_.rounds = split.rounds;
  }

  const HopInstance& instance_;
  const SearchLimit& limit_;
  std::vector<RoundsOfSteps> rounds_;
  std::vector<std::unique_ptr<OpenSplit>> splits_;  // of rounds_; null before the first turn
  HopSearchResult result_;
};

}  // namespace

HopSearchResult search_hops(const HopInstance& instance, std::uint32_t steps, std::uint32_t rounds,
                            const SearchLimit& limit) {
  RoundsOfSteps first = first_split(steps, rounds);
  check_splits(steps, rounds);
  return HopSearch(instance, limit).run(std::move(first));
}

}  // namespace flitcast
