#include "traffic/satisfiability/solved_plan.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

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

}  // namespace

/// A channel has as many hops in a round as it carries, but for the last ones of a step.
HopPlan plan_of(const HopInstance& instance, const HopFormula& formula, const RoundsOfSteps& rounds,
                const SatSolver& solver) {
  const std::vector<HopMove> moves = UsefulMoves(instance, formula, rounds.size()).find(solver);
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

}  // namespace flitcast
