#include "tb/proof_check/machine.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace flitcast::proof {
namespace {

using Node = std::uint32_t;

/// A grid by its sides; hypercubes have sides of two.
struct Grid {
  std::vector<Node> sides;
  bool wraps;
};

Grid grid_of(const NamedNetwork& network) {
  if (network.kind == "hypercube") {
    return {std::vector<Node>(network.dims.front(), 2), false};
  }
  return {network.dims, network.kind == "torus" || network.kind == "ring"};
}

/// The node one up, or down, a side; itself where there is none.
Node next_to(const Grid& grid, Node node, std::size_t side, bool up) {
  Node stride = 1;
  for (std::size_t before = 0; before < side; ++before) {
    stride *= grid.sides[before];
  }
  const Node length = grid.sides[side];
  const Node at = node / stride % length;
  const Node next = up ? at + 1 : at + length - 1;
  return !grid.wraps && (up ? next == length : at == 0)
             ? node
             : node + (next % length) * stride - at * stride;
}

std::map<Node, std::set<Node>> neighbours_of(const NamedNetwork& network) {
  std::map<Node, std::set<Node>> all;
  for (const auto& [from, to] : links_of(network)) {
    all[from].insert(to);
  }
  return all;
}

/// Hops to `end` of every node that they are known of.
std::map<Node, Node> hops_to(const std::map<Node, std::set<Node>>& neighbours, Node end) {
  std::map<Node, Node> hops{{end, 0}};
  std::vector<Node> found{end};
  for (std::size_t at = 0; at < found.size(); ++at) {
    for (const Node other : neighbours.at(found[at])) {
      if (hops.emplace(other, hops[found[at]] + 1).second) {
        found.push_back(other);
      }
    }
  }
  return hops;
}

void add_shortest(const std::map<Node, std::set<Node>>& neighbours,
                  const std::map<Node, Node>& hops, Way& way, std::vector<Way>& ways) {
  if (hops.at(way.back()) == 0) {
    ways.push_back(way);
    return;
  }
  for (const Node next : neighbours.at(way.back())) {
    if (hops.at(next) < hops.at(way.back())) {
      way.push_back(next);
      add_shortest(neighbours, hops, way, ways);
      way.pop_back();
    }
  }
}

Way base_way(const Grid& grid, Node from, Node to) {
  Way way{from};
  Node stride = 1;
  for (std::size_t side = 0; side < grid.sides.size(); ++side) {
    const Node length = grid.sides[side];
    const Node at = from / stride % length;
    const Node goal = to / stride % length;
    const Node above = (goal + length - at) % length;
    const bool up = grid.wraps ? 2 * above <= length : goal > at;
    while (way.back() / stride % length != goal) {
      way.push_back(next_to(grid, way.back(), side, up));
    }
    stride *= length;
  }
  return way;
}

}  // namespace

std::uint32_t nodes_of(const NamedNetwork& network) {
  constexpr std::uint64_t kMost = std::numeric_limits<Node>::max();
  const bool binary = network.kind == "hypercube" || network.kind == "tree";
  std::uint64_t nodes = 1;
  for (const std::uint64_t dim : network.dims) {
    nodes = std::min(kMost,
                     binary ? std::uint64_t{1} << std::min<std::uint64_t>(dim, 32) : nodes * dim);
  }
  return static_cast<Node>(nodes);
}

std::vector<Ends> links_of(const NamedNetwork& network) {
  std::set<Ends> links;
  const Node nodes = nodes_of(network);
  if (network.kind == "tree") {
    for (Node below = 0; below < 2 * nodes - 2; ++below) {
      links.insert({below, nodes + below / 2});
      links.insert({nodes + below / 2, below});
    }
    return {links.begin(), links.end()};
  }
  const Grid grid = grid_of(network);
  for (Node node = 0; node < nodes; ++node) {
    for (std::size_t side = 0; side < grid.sides.size(); ++side) {
      for (const bool up : {true, false}) {
        links.insert({node, next_to(grid, node, side, up)});
      }
    }
    links.erase({node, node});
  }
  return {links.begin(), links.end()};
}

std::vector<Way> ways_of(const NamedNetwork& network, bool all) {
  std::vector<Way> ways;
  const auto neighbours = neighbours_of(network);
  const bool tree = network.kind == "tree";  // has one way
  const Grid grid = tree ? Grid{} : grid_of(network);
  std::vector<std::map<Node, Node>> hops;
  for (Node to = 0; (all || tree) && to < nodes_of(network); ++to) {
    hops.push_back(hops_to(neighbours, to));
  }
  for (Node from = 0; from < nodes_of(network); ++from) {
    for (Node to = 0; to < nodes_of(network); ++to) {
      Way way{from};
      if (from != to && (all || tree)) {
        add_shortest(neighbours, hops[to], way, ways);
      } else if (from != to) {
        ways.push_back(base_way(grid, from, to));
      }
    }
  }
  return ways;
}

}  // namespace flitcast::proof
