#include "traffic/worms/worm_search.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "traffic/worms/worm_formula.h"

namespace flitcast {
namespace {

/// Of worms that go straight: the most pairs that cannot have worms in one round, as all use a
/// link, or the only port of a node. Rounds are alike, so which of them has which is free.
std::vector<std::pair<NodeId, NodeId>> one_by_one(const WormInstance& instance) {
  std::map<std::pair<NodeId, NodeId>, std::size_t> ways;
  for (const WormWay& way : instance.ways) {
    ++ways[{way.front(), way.back()}];
  }
  std::vector<std::pair<NodeId, NodeId>> most;
  for (const WormResource& resource : resources_of(instance)) {
    std::map<std::pair<NodeId, NodeId>, std::size_t> here;
    for (const std::size_t way : resource.ways) {
      ++here[{instance.ways[way].front(), instance.ways[way].back()}];
    }
    std::vector<std::pair<NodeId, NodeId>> all;
    for (const auto& pair : pairs_of(instance)) {
      if (resource.most == 1 && here.count(pair) > 0 && here[pair] == ways[pair]) {
        all.push_back(pair);
      }
    }
    most = all.size() > most.size() ? all : most;
  }
  return most;
}

/// The formula, with rounds for those that cannot share any. It has a model if the formula has.
Formula with_rounds(const WormInstance& instance, const WormFormula& formula,
                    std::uint32_t rounds) {
  Formula fixed = formula.formula();
  std::size_t round = 0;
  for (const auto& [from, to] : one_by_one(instance)) {
    ++round;
    Clause clause;
    for (std::size_t way = 0; way < instance.ways.size() && round <= rounds; ++way) {
      if (instance.ways[way].front() == from && instance.ways[way].back() == to) {
        clause.push_back(formula.worm(way, round));
      }
    }
    fixed.add(std::move(clause));
  }
  return fixed;
}

}  // namespace

WormSearchResult search_worms(const WormInstance& instance, std::uint32_t rounds,
                              const SearchLimit& limit, int conflicts) {
  const WormFormula formula(instance, rounds, false);
  WormSearchResult result;
  const auto take_model = [&](const SatSolver& solver) {
    result.schedule = plan_of(instance, formula, rounds, solver);
    return result;
  };
  if (!spreads(instance.demand.kind)) {
    SatSolver solver(with_rounds(instance, formula, rounds), false);
    const SatAnswer answer = solver.solve(limit, conflicts);
    if (answer == SatAnswer::kModel) {
      return take_model(solver);
    }
    if (answer == SatAnswer::kNone) {
      return result;
    }
  }
  SatSolver solver(formula.formula(), true);
  const SatAnswer answer = solver.solve(limit, conflicts);
  if (answer == SatAnswer::kModel) {
    return take_model(solver);
  }
  if (answer == SatAnswer::kRefuted) {
    result.refuted = true;
    result.proof = solver.take_proof();
  }
  return result;
}

FewestRounds fewest_rounds(const WormInstance& instance, const SearchLimit& limit) {
  FewestRounds fewest;
  fewest.bound = worm_bound(instance);
  fewest.least = fewest.bound.rounds;
  // With one worm a round so many do for whatever can be done.
  const std::size_t most = pairs_of(instance).size() + 1;
  constexpr int kFirstConflicts = 4000;
  constexpr int kGrowth = 4;
  for (int conflicts = kFirstConflicts; !fewest.is_optimal() && !limit.reached();) {
    // What is hard with the fewest rounds is often easy with one more: every number has its turn.
    const auto end = fewest.schedule ? fewest.schedule->size() : most;
    for (std::uint32_t rounds = fewest.least; rounds < end && !limit.reached(); ++rounds) {
      WormSearchResult found = search_worms(instance, rounds, limit, conflicts);
      if (found.schedule) {
        fewest.schedule = std::move(found.schedule);
        break;
      }
      if (found.refuted) {
        fewest.proof = std::move(found.proof);
        fewest.least = rounds + 1;
      }
    }
    if (fewest.least >= most && !fewest.schedule) {
      throw std::invalid_argument("no ways lead from some node to another");
    }
    conflicts = conflicts < SatSolver::kAnyConflicts / kGrowth ? conflicts * kGrowth
                                                               : SatSolver::kAnyConflicts;
  }
  return fewest;
}

}  // namespace flitcast
