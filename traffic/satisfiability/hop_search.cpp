#include "traffic/satisfiability/hop_search.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "traffic/satisfiability/hop_formula.h"
#include "traffic/satisfiability/hop_symmetry.h"

namespace flitcast {
namespace {

constexpr std::size_t kNoMove = static_cast<std::size_t>(-1);

/// A chunk goes over a channel in a step.
struct HopMove {
  std::uint32_t chunk;  // of chunks_of()
  std::uint32_t link;   // of the instance
  std::uint32_t step;   // from 0
};

/// The moves of a model that are of use: a model may carry chunks to where they are, or to where
/// nobody wants them.
class UsefulMoves {
 public:
  UsefulMoves(const HopInstance& instance, const HopFormula& formula, std::size_t steps)
      : instance_(instance), formula_(formula), steps_(steps) {}

  std::vector<HopMove> find(const SatSolver& solver) {
    for (std::uint32_t chunk = 0; chunk < formula_.chunks().size(); ++chunk) {
      find_first_arrivals(solver, chunk);
      for (const NodeId node : formula_.chunks()[chunk].destinations) {
        keep_way_to(node);
      }
    }
    return std::move(kept_);
  }

 private:
  void find_first_arrivals(const SatSolver& solver, std::uint32_t chunk) {
    const NodeId origin = formula_.chunks()[chunk].origin;
    arrivals_.clear();
    arrival_of_.assign(instance_.demand.nodes, kNoMove);
    for (std::uint32_t step = 0; step < steps_; ++step) {
      for (std::uint32_t link = 0; link < instance_.links.size(); ++link) {
        const NodeId to = instance_.links[link].to;
        if (to != origin && arrival_of_[to] == kNoMove &&
            solver.value(formula_.over(chunk, link, step + 1))) {
          arrival_of_[to] = arrivals_.size();
          arrivals_.push_back({chunk, link, step});
        }
      }
    }
  }

  /// From the destination back to the origin, or to a way that is kept already.
  void keep_way_to(NodeId node) {
    while (arrival_of_[node] != kNoMove) {
      const HopMove& move = arrivals_[arrival_of_[node]];
      arrival_of_[node] = kNoMove;
      kept_.push_back(move);
      node = instance_.links[move.link].from;
    }
  }

  const HopInstance& instance_;
  const HopFormula& formula_;
  std::size_t steps_;
  std::vector<HopMove> arrivals_;
  std::vector<std::size_t> arrival_of_;  // per node, of arrivals_
  std::vector<HopMove> kept_;
};

/// A channel has as many hops in a round as it carries, but for the last ones of a step.
HopPlan plan_of(const std::vector<HopMove>& moves, const HopInstance& instance,
                const RoundsOfSteps& rounds) {
  std::vector<ChunkTime> first_round(rounds.size(), 0);
  std::partial_sum(rounds.begin(), rounds.end() - 1, first_round.begin() + 1);
  std::vector<LinkId> first_link{0};
  for (const HopLink& link : instance.links) {
    first_link.push_back(first_link.back() + link.chunks);
  }
  const std::vector<HopChunk> chunks = chunks_of(instance.demand);
  std::vector<std::uint32_t> used(instance.links.size() * rounds.size(), 0);
  HopPlan plan;
  for (const HopMove& move : moves) {
    std::uint32_t& before = used[move.link * rounds.size() + move.step];
    const std::uint32_t each = instance.links[move.link].chunks;
    plan.hops.push_back({first_round[move.step] + before / each,
                         first_link[move.link] + before % each, chunks[move.chunk].id});
    plan.time = std::max(plan.time, plan.hops.back().start + 1);
    ++before;
  }
  std::sort(plan.hops.begin(), plan.hops.end(), [](const Hop& a, const Hop& b) {
    return std::tie(a.start, a.link) < std::tie(b.start, b.link);
  });
  return plan;
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
    for (std::size_t at = 0; images && at < rounds_.size(); ++at) {
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
    UsefulMoves moves(instance_, split.formula, split.rounds.size());
    result_.plan = plan_of(moves.find(split.solver), instance_, split.rounds);
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
  return HopSearch(instance, limit).run(first_split(steps, rounds));
}

}  // namespace flitcast
