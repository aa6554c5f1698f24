#include "traffic/verify/schedule_trees.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "hw/routing/rectangle.h"
#include "traffic/schedule/worms_of_round.h"
#include "traffic/verify/tree_proof.h"

namespace flitcast {
namespace {

/// A source and all destinations, ascending.
using Worm = std::pair<NodeId, std::vector<NodeId>>;

/// Each once; `by_source` is how many there are of every source in all.
std::set<Worm> worms_of(const Schedule& schedule, const Topology& topology,
                        std::map<NodeId, std::uint64_t>& by_source) {
  std::set<Worm> worms;
  Round round(topology);
  for (std::uint64_t r = 0; r < schedule.rounds; ++r) {
    round.clear();
    schedule.fill(r, round);
    for (std::size_t i = 0; i < round.size();) {
      Worm worm{round[i].source, destinations_of_worm(round, i)};
      i += worm.second.size();
      std::sort(worm.second.begin(), worm.second.end());
      ++by_source[worm.first];
      worms.insert(std::move(worm));
    }
  }
  return worms;
}

/// "the worm from 0 to 15 nodes, 1 to 15", "message 3->7"
std::string name_of(const Worm& worm) {
  const auto& [source, to] = worm;
  if (to.size() == 1) {
    return "message " + std::to_string(source) + "->" + std::to_string(to[0]);
  }
  return "the worm from " + std::to_string(source) + " to " + std::to_string(to.size()) +
         " nodes, " + std::to_string(to.front()) + " to " + std::to_string(to.back()) + ",";
}

}  // namespace

std::string circle_of_worms(const Schedule& schedule, const Routing& routing,
                            const NetworkConfig& network) {
  std::vector<TreeWorm> trees;
  std::map<NodeId, std::uint64_t> by_source;
  for (const Worm& worm : worms_of(schedule, routing.topology(), by_source)) {
    trees.push_back({tree_to(routing, worm.first, worm.second), name_of(worm),
                     worm.second.size() > 1, 0, by_source[worm.first] > 1});
  }
  return circle_of_trees(routing, network, trees);
}

}  // namespace flitcast
