#include "traffic/worms/worm_bound.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <set>

#include <fmt/format.h>

namespace flitcast {
namespace {

using Link = std::pair<NodeId, NodeId>;

std::uint32_t over(std::uint64_t work, std::uint64_t each) {
  return static_cast<std::uint32_t>((work + each - 1) / each);
}

class WormBounds {
 public:
  explicit WormBounds(const WormInstance& instance) : instance_(instance) {}

  WormBound best() {
    if (spreads(instance_.demand.kind)) {
      grow();
    } else {
      count_worms();
      count_links();
    }
    return best_;
  }

 private:
  void offer(WormBound bound) {
    if (bound.rounds > best_.rounds) {
      best_ = std::move(bound);
    }
  }

  /// Worms that leave a node in a round at most.
  std::vector<std::size_t> fans() const {
    std::vector<std::set<NodeId>> nexts(instance_.demand.nodes);
    for (const WormWay& way : instance_.ways) {
      nexts[way.front()].insert(way[1]);
    }
    std::vector<std::size_t> fans;
    for (const std::set<NodeId>& next : nexts) {
      const std::size_t ports = instance_.ports == 0 ? next.size() : instance_.ports;
      const auto node = static_cast<NodeId>(fans.size());
      const bool tells = node == instance_.demand.root || wants(instance_, node);
      fans.push_back(tells ? std::min(next.size(), ports) : 0);
    }
    return fans;
  }

  /// Nodes that a worm tells at most.
  std::size_t told_by_one() const {
    std::size_t most = 1;
    for (const WormWay& way : instance_.ways) {
      most = instance_.absorbs ? std::max(most, way.size() - 1) : most;
    }
    return most;
  }

  void grow() {
    std::vector<std::size_t> fan = fans();
    const bool all = instance_.demand.kind == DemandKind::kAllGather;
    const auto slowest = std::min_element(fan.begin(), fan.end()) - fan.begin();
    const NodeId origin = all ? static_cast<NodeId>(slowest) : instance_.demand.root;
    std::size_t goal = 1;
    for (NodeId node = 0; node < instance_.demand.nodes; ++node) {
      goal += node != origin && wants(instance_, node) ? 1 : 0;
    }
    std::swap(fan[0], fan[origin]);
    std::sort(fan.begin() + 1, fan.end(), std::greater<>());
    WormBound bound{WormBoundKind::kGrowth, 0, origin};
    std::vector<std::size_t> known{1};
    while (known.back() < goal) {
      std::size_t next = known.back();
      for (std::size_t node = 0; node < std::min(known.back(), fan.size()); ++node) {
        next += fan[node] * told_by_one();
      }
      if (next == known.back()) {
        return;
      }
      known.push_back(next);
      ++bound.rounds;
    }
    bound.reason = fmt::format("data of node {} are known to {} nodes at most, round by round",
                               origin, fmt::join(known, ", "));
    offer(std::move(bound));
  }

  void count_worms() {
    if (instance_.ports == 0) {
      return;
    }
    std::vector<std::uint64_t> sent(instance_.demand.nodes);
    std::vector<std::uint64_t> received(instance_.demand.nodes);
    for (const auto& [from, to] : pairs_of(instance_)) {
      ++sent[from];
      ++received[to];
    }
    for (NodeId node = 0; node < instance_.demand.nodes; ++node) {
      const std::uint64_t worms = std::max(sent[node], received[node]);
      offer({WormBoundKind::kPorts,
             over(worms, instance_.ports),
             node,
             {},
             fmt::format("{} worms leave or reach node {}, {} in a round", worms, node,
                         instance_.ports)});
    }
  }

  Link link(NodeId from, NodeId to) const {
    return instance_.half_duplex ? Link(std::minmax(from, to)) : Link(from, to);
  }

  /// All links; those around the node that has least of them for its worms; the busiest one.
  void count_links() {
    std::set<Link> all;
    std::map<NodeId, std::set<Link>> leaving;
    std::map<NodeId, std::set<Link>> entering;
    for (const WormWay& way : instance_.ways) {
      for (std::size_t at = 0; at + 1 < way.size(); ++at) {
        all.insert(link(way[at], way[at + 1]));
      }
      leaving[way.front()].insert(link(way[0], way[1]));
      entering[way.back()].insert(link(way[way.size() - 2], way.back()));
    }
    offer_links(all);
    for (const auto& around : {leaving, entering}) {
      const auto fewest = std::min_element(
          around.begin(), around.end(),
          [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
      if (fewest != around.end()) {
        offer_links(fewest->second);
      }
    }
    offer_busiest();
  }

  /// Of the links that all ways of some pairs go over, the one with most pairs.
  void offer_busiest() {
    std::map<Link, std::size_t> ways;
    std::map<std::pair<Link, Link>, std::size_t> over;  // by pair and link
    for (const WormWay& way : instance_.ways) {
      const Link pair(way.front(), way.back());
      ++ways[pair];
      for (std::size_t at = 0; at + 1 < way.size(); ++at) {
        ++over[{pair, link(way[at], way[at + 1])}];
      }
    }
    const std::vector<Link> pairs = pairs_of(instance_);
    const std::set<Link> needed(pairs.begin(), pairs.end());
    std::map<Link, std::size_t> load;
    for (const auto& [use, count] : over) {
      load[use.second] += count == ways[use.first] ? needed.count(use.first) : 0;
    }
    const auto busiest = std::max_element(
        load.begin(), load.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    if (busiest != load.end()) {
      offer_links({busiest->first});
    }
  }

  /// How often worms go over these, by the ways that do so least.
  void offer_links(const std::set<Link>& links) {
    std::map<Link, std::uint64_t> least;
    for (const WormWay& way : instance_.ways) {
      std::uint64_t uses = 0;
      for (std::size_t at = 0; at + 1 < way.size(); ++at) {
        uses += links.count(link(way[at], way[at + 1]));
      }
      const auto [known, is_new] = least.emplace(Link(way.front(), way.back()), uses);
      known->second = is_new ? uses : std::min(known->second, uses);
    }
    std::uint64_t sum = 0;
    for (const Link& pair : pairs_of(instance_)) {
      sum += least[pair];
    }
    WormBound bound{
        WormBoundKind::kLinks, over(sum, links.size()), 0, {links.begin(), links.end()}};
    bound.reason = fmt::format("worms go {} times over {} {}, once over each in a round", sum,
                               links.size(), links.size() == 1 ? "link" : "links");
    offer(std::move(bound));
  }

  const WormInstance& instance_;
  WormBound best_{WormBoundKind::kGrowth, 0, 0, {}, "there is nothing to do"};
};

}  // namespace

WormBound worm_bound(const WormInstance& instance) {
  check_instance(instance);
  return WormBounds(instance).best();
}

}  // namespace flitcast
