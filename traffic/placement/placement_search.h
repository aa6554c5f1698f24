#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "traffic/placement/placement_load.h"

namespace flitcast {

/// What there is to say of a placement: less load on the worst channel is better, then fewer
/// flit-hops.
struct PlacementScore {
  std::uint64_t worst = 0;
  std::uint64_t flit_hops = 0;

  bool operator<(const PlacementScore& other) const {
    return worst != other.worst ? worst < other.worst : flit_hops < other.flit_hops;
  }
};

PlacementScore score_of(const PlacementLoad& load);

struct PlacementSearch {
  std::uint64_t tries = 0;  ///< swaps of two nodes; 0: about a second of them, by the flows
  std::uint64_t seed = 1;
  PlacementScore bound;  ///< it stops at once where there is nothing better
  /// Told now and then how many swaps were tried, of how many, and the best so far; ends the search
  /// by answering false. May be empty.
  std::function<bool(std::uint64_t tried, std::uint64_t of, const PlacementScore& best)> watch;
};

struct PlacementFound {
  Placement nodes;
  PlacementScore score;
  std::uint64_t tries = 0;
};

/// Looks for a placement with little load, from the best of `starts` on, of which there is one or
/// more: never worse than that. Swaps are tried at random and annealed (Kirkpatrick, Gelatt and
/// Vecchi, Science 220, 1983), twice: from a high temperature, and what came of it from a low one.
/// The same starts, seed and tries find the same.
PlacementFound search_placement(const std::vector<RankFlow>& flows,
                                const std::vector<Placement>& starts, const Routing& routing,
                                const PlacementSearch& search);

/// A placement, and what it costs by whatever counts.
struct PlacementByCost {
  Placement nodes;
  Cycle cost = 0;
  std::uint64_t tries = 0;
  std::vector<Cycle> start_costs;  ///< of all starts
};

struct CostSearch {
  std::uint64_t tries = 0;  ///< swaps of two nodes
  std::uint64_t seed = 1;
  Cycle bound = 0;  ///< it stops at once where there is nothing better
  std::function<Cycle(const Placement&)> cost;
  /// Told how many swaps were tried and the least cost; ends the search by answering false.
  std::function<bool(std::uint64_t tried, Cycle least)> watch;
};

/// Looks for a placement of little cost, from the best of `starts` on, of which there is one or
/// more: swaps two nodes at random, and keeps what costs no more.
PlacementByCost search_by_cost(const std::vector<Placement>& starts, const Topology& topology,
                               const CostSearch& search);

}  // namespace flitcast
