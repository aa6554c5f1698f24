#include "traffic/worms/planned_rounds.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace flitcast {
namespace {

/// Worms of a model that are of use.
class UsefulWorms {
 public:
  UsefulWorms(const WormInstance& instance, const WormFormula& formula, const SatSolver& solver)
      : instance_(instance), formula_(formula), solver_(solver) {}

  PlannedRounds find(std::uint32_t rounds) {
    PlannedRounds plan(rounds);
    if (spreads(instance_.demand.kind)) {
      origins_ = origins_of(instance_);
      for (std::size_t chunk = 0; chunk < origins_.size(); ++chunk) {
        find_arrivals(chunk, rounds);
      }
      lay(plan);
    } else {
      find_pairs(plan);
    }
    return plan;
  }

 private:
  struct Arrival {
    std::uint32_t round;  // from 1 on
    std::size_t way;
  };

  /// The first worm that brings the chunk to each node that it goes to, or on from.
  void find_arrivals(std::size_t chunk, std::uint32_t rounds) {
    std::map<NodeId, Arrival> first;
    for (std::uint32_t round = 1; round <= rounds; ++round) {
      for (std::size_t way = 0; way < instance_.ways.size(); ++way) {
        if (!solver_.value(formula_.brings(way, chunk, round))) {
          continue;
        }
        const WormWay& nodes = instance_.ways[way];
        for (std::size_t at = instance_.absorbs ? 1 : nodes.size() - 1; at < nodes.size(); ++at) {
          if (nodes[at] < instance_.demand.nodes && nodes[at] != origins_[chunk]) {
            first.emplace(nodes[at], Arrival{round, way});
          }
        }
      }
    }
    for (NodeId node = 0; node < instance_.demand.nodes; ++node) {
      keep_way_to(wants(instance_, node) ? node : origins_[chunk], origins_[chunk], first);
    }
  }

  /// From the node back to the origin, or to a way that is kept already.
  void keep_way_to(NodeId node, NodeId origin, const std::map<NodeId, Arrival>& first) {
    while (node != origin) {
      const auto arrival = first.find(node);
      if (arrival == first.end() ||
          !kept_[{arrival->second.round, arrival->second.way}].emplace(node, origin).second) {
        return;
      }
      node = instance_.ways[arrival->second.way].front();
    }
  }

  void lay(PlannedRounds& plan) const {
    for (const auto& [when, arrivals] : kept_) {
      PlannedWorm worm{instance_.ways[when.second], {}, {}};
      for (std::size_t at = 1; at < worm.way.size(); ++at) {
        const auto is_here = [&](const auto& arrival) { return arrival.first == worm.way[at]; };
        if (std::any_of(arrivals.begin(), arrivals.end(), is_here)) {
          worm.to.push_back(worm.way[at]);
        }
      }
      while (worm.way.back() != worm.to.back()) {
        worm.way.pop_back();
      }
      std::set<NodeId> origins;
      for (const auto& arrival : arrivals) {
        origins.insert(arrival.second);
      }
      worm.origins.assign(origins.begin(), origins.end());
      plan[when.first - 1].push_back(std::move(worm));
    }
  }

  void find_pairs(PlannedRounds& plan) const {
    std::set<std::pair<NodeId, NodeId>> open;
    for (const auto& pair : pairs_of(instance_)) {
      open.insert(pair);
    }
    for (std::uint32_t round = 1; round <= plan.size(); ++round) {
      for (std::size_t way = 0; way < instance_.ways.size(); ++way) {
        const WormWay& nodes = instance_.ways[way];
        if (solver_.value(formula_.worm(way, round)) &&
            open.erase({nodes.front(), nodes.back()}) > 0) {
          plan[round - 1].push_back({nodes, {nodes.back()}, {nodes.front()}});
        }
      }
    }
  }

  const WormInstance& instance_;
  const WormFormula& formula_;
  const SatSolver& solver_;
  std::vector<NodeId> origins_;
  // By round and way: who receives what.
  std::map<std::pair<std::uint32_t, std::size_t>, std::set<std::pair<NodeId, NodeId>>> kept_;
};

}  // namespace

PlannedRounds plan_of(const WormInstance& instance, const WormFormula& formula,
                      std::uint32_t rounds, const SatSolver& solver) {
  return UsefulWorms(instance, formula, solver).find(rounds);
}

}  // namespace flitcast
