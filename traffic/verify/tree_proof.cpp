#include "traffic/verify/tree_proof.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace flitcast {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// A channel in a class, or, of port kNoPort, the receive ports of a node.
struct Resource {
  NodeId node;
  PortId port;
  int vc_class;

  bool operator<(const Resource& other) const {
    return std::tie(node, port, vc_class) < std::tie(other.node, other.port, other.vc_class);
  }
};

/// What a worm takes. It waits for nothing of it any more when its header is in front at the stop
/// `passed`, or, of receive ports, has left that.
struct Taken {
  Resource what;
  std::size_t stop;  ///< where it takes it: all ways there before it goes on
  std::size_t passed;
};

std::vector<Taken> taken_by(const WormTree& tree, const Routing& routing,
                            const NetworkConfig& network) {
  const Topology& topology = routing.topology();
  const bool classes = routing.classes_of(network.vcs) > 1;
  const auto& stops = tree.stops();
  std::vector<Taken> taken;
  std::vector<std::size_t> channel(stops.size(), kNone);  // by stop, that leads there
  for (std::size_t i = 0; i < stops.size(); ++i) {
    const WormTree::Stop& stop = stops[i];
    if (i > 0) {
      const NodeId from = stops[stop.parent].node;
      const std::size_t before = channel[stop.parent];
      const PortId entry =
          before == kNone ? kNoPort
                          : topology.entry_port(taken[before].what.node, taken[before].what.port);
      const int from_class = before == kNone ? 0 : taken[before].what.vc_class;
      channel[i] = taken.size();
      taken.push_back({{from, stop.port,
                        classes ? routing.class_on_route(from, entry, from_class, stop.port) : 0},
                       stop.parent,
                       i});
    }
    if (stop.copies) {
      taken.push_back({{stop.node, kNoPort, 0}, i, i});
    }
  }
  return taken;
}

/// Virtual channels of a link that messages of the class have, in a class of routing.
int lanes_of(int message_class, const Routing& routing, const NetworkConfig& network) {
  const int vcs = network.vcs / routing.classes_of(network.vcs);
  const int own = std::min(message_class, network.pipeline.message_classes - 1);
  int lanes = 0;
  for (int vc = 0; vc < vcs; ++vc) {
    lanes += network.pipeline.class_at(vc, vcs) == own ? 1 : 0;
  }
  return lanes;
}

std::string name_of(const Resource& resource, const Topology& topology) {
  const auto& [at, port, vc_class] = resource;
  if (port == kNoPort) {
    return "[receive at " + std::to_string(at) + "]";
  }
  const std::string name = std::to_string(at) + "->" + std::to_string(topology.neighbour(at, port));
  return vc_class == 0 ? name : name + " (class " + std::to_string(vc_class) + ")";
}

/// The states in which worms may wait: of every worm and everything that it shares with others, to
/// hold it, and to wait for it. An arc leads from what a worm holds to what it may wait for then,
/// and from there to its holding by another one.
class WaitGraph {
 public:
  WaitGraph(const Routing& routing, const NetworkConfig& network,
            const std::vector<TreeWorm>& worms)
      : routing_(routing),
        worms_(worms),
        reserved_(network.forks == Forks::kReserved),
        shared_buffers_(network.pipeline.vc_reuse == VcReuse::kOverlap) {
    // Worms that may be there at once, by source, and by message to one node.
    std::map<Resource, std::map<std::size_t, std::size_t>> users;
    for (std::size_t worm = 0; worm < worms.size(); ++worm) {
      const TreeWorm& own = worms[worm];
      const int lanes = own.again ? lanes_of(own.message_class, routing, network) : 1;
      overtaken_.push_back(own.again && (lanes > 1 || network.ports > 1));
      taken_.push_back(taken_by(own.tree, routing, network));
      for (const Taken& taken : taken_.back()) {
        const bool channel = taken.what.port != kNoPort;
        std::size_t& there =
            users[taken.what][own.forks ? own.tree.root() : routing.topology().nodes() + worm];
        there = std::max(there,
                         channel ? (overtaken_.back() ? 2U : 1U) : static_cast<std::size_t>(lanes));
      }
    }
    for (std::size_t worm = 0; worm < worms.size(); ++worm) {
      first_.push_back(states_.size());
      for (std::size_t place = 0; place < taken_[worm].size(); ++place) {
        const Resource& what = taken_[worm][place].what;
        const std::size_t enough =
            what.port == kNoPort ? static_cast<std::size_t>(network.ports) : 1U;
        const auto add = [](std::size_t sum, const auto& user) { return sum + user.second; };
        if (std::accumulate(users[what].begin(), users[what].end(), std::size_t{0}, add) > enough) {
          holders_[what].push_back(states_.size());
          states_.push_back({worm, place});
        }
      }
    }
    first_.push_back(states_.size());
  }

  // Even: a worm holds something; odd: it waits for it.
  std::size_t size() const { return 2 * states_.size(); }
  const std::string& name(std::size_t node) const { return worms_[state(node).worm].name; }
  /// A circle through both is one of worms that do not keep their order.
  bool may_block(std::size_t one, std::size_t other) const {
    const std::size_t first = state(one).worm;
    const std::size_t second = state(other).worm;
    return one != other && (worms_[first].tree.root() != worms_[second].tree.root() ||
                            (overtaken_[first] && overtaken_[second]));
  }
  /// Every circle through it is one of those.
  bool is_overtaken(std::size_t node) const { return overtaken_[state(node).worm]; }
  std::string what(std::size_t node) const {
    return name_of(taken(node).what, routing_.topology());
  }

  template <typename Visit>
  void for_each_behind(std::size_t node, Visit&& visit) const {
    const State& here = state(node);
    if (node % 2 == 0) {
      for (std::size_t other = first_[here.worm]; other < first_[here.worm + 1]; ++other) {
        if (!has_before(here, states_[other].place)) {
          visit(2 * other + 1);
        }
      }
      return;
    }
    for (const std::size_t holder : holders_.at(taken(node).what)) {
      const std::size_t other = states_[holder].worm;
      const bool in_line = reserved_ && worms_[here.worm].forks && worms_[other].forks;
      if ((other != here.worm || overtaken_[other]) && !in_line) {
        visit(2 * holder);
      }
    }
  }

 private:
  struct State {
    std::size_t worm;
    std::size_t place;
  };

  const State& state(std::size_t node) const { return states_[node / 2]; }
  const Taken& taken(std::size_t node) const { return taken_[state(node).worm][state(node).place]; }
  // A worm that holds this waits for `place` no more, or it is the same.
  bool has_before(const State& here, std::size_t place) const {
    const auto& stops = worms_[here.worm].tree.stops();
    const Taken& other = taken_[here.worm][place];
    std::size_t at = taken_[here.worm][here.place].stop;
    const bool channel = other.what.port != kNoPort;
    const std::size_t until = channel && shared_buffers_ ? other.passed : other.stop;
    bool before = here.place == place || (channel && shared_buffers_ && at == until);
    while (!before && at != 0) {
      at = stops[at].parent;
      before = at == until;
    }
    return before;
  }

  const Routing& routing_;
  const std::vector<TreeWorm>& worms_;
  bool reserved_;
  bool shared_buffers_;          // a worm may be in a buffer behind the rest of another one
  std::vector<bool> overtaken_;  // by worm: by others of its source
  std::vector<std::vector<Taken>> taken_;  // by worm
  std::vector<std::size_t> first_;         // by worm, of states_
  std::vector<State> states_;
  std::map<Resource, std::vector<std::size_t>> holders_;  // states
};

/// The strongly connected components (Tarjan, SIAM J. Computing 1, 1972): a number by node.
std::vector<std::size_t> components_of(const WaitGraph& waits) {
  struct Visit {
    std::size_t node;
    std::vector<std::size_t> behind;
  };
  std::vector<std::size_t> component(waits.size(), kNone);
  std::vector<std::size_t> number(waits.size(), kNone);
  std::vector<std::size_t> lowest(waits.size(), 0);
  std::vector<std::size_t> open;
  std::vector<Visit> way;
  std::size_t next = 0;
  const auto enter = [&](std::size_t node) {
    number[node] = lowest[node] = next++;
    open.push_back(node);
    way.push_back({node, {}});
    waits.for_each_behind(node, [&](std::size_t to) { way.back().behind.push_back(to); });
  };
  for (std::size_t root = 0; root < waits.size(); ++root) {
    if (number[root] != kNone) {
      continue;
    }
    enter(root);
    while (!way.empty()) {
      const std::size_t node = way.back().node;
      if (!way.back().behind.empty()) {
        const std::size_t to = way.back().behind.back();
        way.back().behind.pop_back();
        if (number[to] == kNone) {
          enter(to);
        } else if (component[to] == kNone) {
          lowest[node] = std::min(lowest[node], number[to]);
        }
        continue;
      }
      way.pop_back();
      if (!way.empty()) {
        lowest[way.back().node] = std::min(lowest[way.back().node], lowest[node]);
      }
      while (lowest[node] == number[node] && component[node] == kNone) {
        component[open.back()] = node;
        open.pop_back();
      }
    }
  }
  return component;
}

/// The shortest way from `from` to a node that `is_end`, both included; a step at least.
template <typename IsEnd>
std::vector<std::size_t> way_from(const WaitGraph& waits, std::size_t from, IsEnd&& is_end) {
  std::vector<std::size_t> before(waits.size(), kNone);
  std::vector<std::size_t> queue{from};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    std::size_t end = kNone;
    waits.for_each_behind(queue[i], [&](std::size_t to) {
      if (end == kNone && is_end(to)) {
        end = to;
      }
      if (before[to] == kNone && to != from) {
        before[to] = queue[i];
        queue.push_back(to);
      }
    });
    if (end != kNone) {
      std::vector<std::size_t> way{end};
      for (std::size_t at = queue[i]; at != from; at = before[at]) {
        way.push_back(at);
      }
      way.push_back(from);
      std::reverse(way.begin(), way.end());
      return way;
    }
  }
  return {};
}

}  // namespace

std::string circle_of_trees(const Routing& routing, const NetworkConfig& network,
                            const std::vector<TreeWorm>& worms) {
  const bool all_fork =
      std::all_of(worms.begin(), worms.end(), [](const TreeWorm& worm) { return worm.forks; });
  if (network.forks == Forks::kReserved && all_fork) {
    return {};
  }
  const WaitGraph waits(routing, network, worms);
  const std::vector<std::size_t> component = components_of(waits);
  std::map<std::size_t, std::size_t> first;  // by component, what a worm holds
  for (std::size_t node = 0; node < waits.size(); node += 2) {
    const std::size_t there = first.emplace(component[node], node).first->second;
    if (!waits.may_block(there, node)) {
      continue;
    }
    std::vector<std::size_t> circle{there};
    if (!waits.is_overtaken(there)) {
      circle = way_from(waits, there, [&](std::size_t to) {
        return to % 2 == 0 && component[to] == component[there] && waits.may_block(there, to);
      });
    }
    const std::vector<std::size_t> back =
        way_from(waits, circle.back(), [&](std::size_t to) { return to == there; });
    circle.insert(circle.end(), back.begin() + 1, back.end());
    std::string text;
    for (std::size_t i = 0; i + 2 < circle.size(); i += 2) {
      text += (i == 0 ? "" : "; ") + waits.name(circle[i]) + " holds " + waits.what(circle[i]) +
              " and waits for " + waits.what(circle[i + 1]);
    }
    return text;
  }
  return {};
}

}  // namespace flitcast
