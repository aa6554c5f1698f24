#include "hw/routing/rectangle.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace flitcast {
namespace {

/// Coordinates of a grid, and of tori whose links have one direction, which number their nodes
/// alike in each of their networks.
class Grid {
 public:
  explicit Grid(const Topology& topology)
      : nodes_(topology.nodes() / topology.networks()),
        rings_(topology.is_one_way() || (topology.has_coordinates() && topology.wraps())) {
    if (topology.is_one_way()) {
      sides_ = topology.dims();
    } else if (topology.has_coordinates()) {
      sides_ = topology.sides();
    }
  }

  std::size_t dimensions() const { return sides_.size(); }
  std::uint32_t side(std::size_t d) const { return sides_[d]; }
  bool rings() const { return rings_; }
  std::uint32_t at(NodeId node, std::size_t d) const {
    return node % nodes_ / stride(d) % sides_[d];
  }
  /// `node` with `value` as coordinate d.
  NodeId beside(NodeId node, std::size_t d, std::uint32_t value) const {
    return node - at(node, d) * stride(d) + value * stride(d);
  }

 private:
  NodeId stride(std::size_t d) const {
    NodeId step = 1;
    for (std::size_t i = 0; i < d; ++i) {
      step *= sides_[i];
    }
    return step;
  }

  NodeId nodes_;
  bool rings_;
  std::vector<std::uint32_t> sides_;
};

std::string corners(const Rectangle& rectangle) {
  return std::to_string(rectangle.first) + " to " + std::to_string(rectangle.last);
}

}  // namespace

std::vector<NodeId> nodes_of(const Topology& topology, const Rectangle& rectangle) {
  const auto& [first, last] = rectangle;
  const Grid grid(topology);
  if (grid.dimensions() == 0 || first >= topology.processors() || last >= topology.processors() ||
      !topology.in_one_network(first, last)) {
    throw std::invalid_argument("the rectangle from " + corners(rectangle) +
                                " has no corners in one grid of the network");
  }
  std::vector<NodeId> nodes{first};
  for (std::size_t d = 0; d < grid.dimensions(); ++d) {
    const std::uint32_t from = grid.at(first, d);
    const std::uint32_t to = grid.at(last, d);
    if (to < from && !grid.rings()) {
      throw std::invalid_argument("the rectangle from " + corners(rectangle) +
                                  " ends before it begins, and nothing leads round");
    }
    const std::uint32_t steps = (to + grid.side(d) - from) % grid.side(d);
    const std::size_t before = nodes.size();
    for (std::uint32_t step = 1; step <= steps; ++step) {
      for (std::size_t i = 0; i < before; ++i) {
        nodes.push_back(grid.beside(nodes[i], d, (from + step) % grid.side(d)));
      }
    }
  }
  return nodes;
}

WormTree tree_to(const Routing& routing, NodeId source, const std::vector<NodeId>& destinations) {
  return {source, destinations, [&](NodeId here, NodeId to) { return routing.next_port(here, to); },
          [&](NodeId here, PortId port) { return routing.topology().neighbour(here, port); }};
}

WormTree rectangle_tree(const Routing& routing, NodeId source, const Rectangle& rectangle) {
  const Topology& topology = routing.topology();
  std::vector<NodeId> nodes = nodes_of(topology, rectangle);
  nodes.erase(std::remove(nodes.begin(), nodes.end(), source), nodes.end());
  if (nodes.empty() || source >= topology.processors() ||
      !topology.in_one_network(source, rectangle.first)) {
    throw std::invalid_argument("the rectangle from " + corners(rectangle) + " has no nodes that " +
                                std::to_string(source) + " could send to");
  }
  return tree_to(routing, source, nodes);
}

}  // namespace flitcast
