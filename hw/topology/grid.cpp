// Grids: meshes and tori of up to 16 sides, and those of one side that is all they may have, lines
// and rings. Node id = x + X·(y + Y·z…), port 2d leads up dimension d and port 2d + 1 down. A side
// of 2 that is a ring has one channel pair: its only port is 2d.
//
// Routes are dimension order: XY and its relatives. Round a ring they go the shorter way, a tie
// goes up.
//
// A concentrated mesh (Balfour and Dally, "Design tradeoffs for tiled CMP on-chip networks", ICS
// 2006) is a mesh of routers, numbered and connected likewise, at each of which there are as many
// processors as the last number of dims says.

#include <stdexcept>
#include <string>
#include <utility>

#include "hw/topology/family.h"

namespace flitcast {
namespace {

constexpr std::uint32_t kMaxSide = 1U << 16;  // coordinates have 16 bits
constexpr std::size_t kMaxDimensions = 16;

NodeId checked_size(const TopologyFamily& self, const std::vector<std::uint32_t>& dims) {
  const std::string name(self.word);
  if (dims.empty() || dims.size() > self.most_dimensions) {
    throw std::invalid_argument(
        "a " + name + " takes " +
        (self.most_dimensions == 1 ? "one side, like 8" : "sides, like 8x8 or 4x4x4") + ", not " +
        join_dims(dims));
  }
  std::uint64_t nodes = 1;
  for (const std::uint32_t side : dims) {
    const std::uint32_t least = self.wraps ? 2 : 1;
    if (side < least || side > kMaxSide) {
      throw std::invalid_argument("every side of a " + name + " is " + std::to_string(least) +
                                  " to " + std::to_string(kMaxSide) + ", not " +
                                  std::to_string(side));
    }
    nodes *= side;
    if (nodes > kMaxNodes) {
      throw std::invalid_argument("a network has at most " + std::to_string(kMaxNodes) +
                                  " nodes; " + join_dims(dims) + " is more");
    }
  }
  return static_cast<NodeId>(nodes);
}

/// The end of the channels that leave along one dimension.
class Line {
 public:
  Line(NodeId stride, std::uint32_t side, bool ring) : stride_(stride), side_(side), ring_(ring) {}

  ChannelEnd end(NodeId node, PortId port) const {
    const bool down = port % 2 == 1;
    const std::uint32_t at = node / stride_ % side_;
    const bool at_edge = down ? at == 0 : at + 1 == side_;
    if (side_ == 1 || (at_edge && !ring_) || (one_pair() && down)) {
      return {};
    }
    const std::uint32_t next = down ? (at + side_ - 1) % side_ : (at + 1) % side_;
    return {node - at * stride_ + next * stride_,
            one_pair() ? port : static_cast<PortId>(port ^ 1U)};
  }

 private:
  bool one_pair() const { return ring_ && side_ == 2; }

  NodeId stride_;
  std::uint32_t side_;
  bool ring_;
};

/// `grid`, which has its nodes, connected: its last ones are the grid.
TopologyData connected(TopologyData grid, const std::vector<std::uint32_t>& sides, bool wraps) {
  grid.ports = 2 * static_cast<int>(sides.size());
  std::vector<Line> lines;
  NodeId size = 1;
  for (const std::uint32_t side : sides) {
    lines.emplace_back(size, side, wraps);
    size *= side;
  }
  const NodeId first = grid.nodes - size;
  grid.ends = tabulate_ends(grid, [&](NodeId node, PortId port) {
    if (node < first) {
      return ChannelEnd{};
    }
    const ChannelEnd end = lines[port / 2].end(node - first, port);
    return end.node == kNoNode ? end : ChannelEnd{first + end.node, end.port};
  });
  return grid;
}

TopologyData build_grid(const TopologyFamily& self, const TopologySource& source) {
  TopologyData grid;
  grid.nodes = grid.processors = checked_size(self, source.dims);
  grid.sides = source.dims;
  return connected(std::move(grid), source.dims, self.wraps);
}

std::vector<std::uint32_t> sides_of_cmesh(const std::vector<std::uint32_t>& dims) {
  return {dims.begin(), dims.end() - (dims.empty() ? 0 : 1)};
}

TopologyData build_cmesh(const TopologyFamily& self, const TopologySource& source) {
  const std::vector<std::uint32_t>& dims = source.dims;
  if (dims.size() < 2 || dims.back() == 0 || dims.back() >= kMaxPorts) {
    throw std::invalid_argument("a " + std::string(self.word) +
                                " takes the sides of a mesh of routers and the processors at each, "
                                "1 to " +
                                std::to_string(kMaxPorts - 1) + ", like 4x4x4, not " +
                                join_dims(dims));
  }
  const std::uint64_t routers = checked_size(self, sides_of_cmesh(dims));
  if (routers * (dims.back() + 1) > kMaxNodes) {
    throw std::invalid_argument("a network has at most " + std::to_string(kMaxNodes) +
                                " nodes, processors and routers; " + join_dims(dims) + " is more");
  }
  TopologyData cmesh;
  cmesh.seats = dims.back();
  cmesh.processors = static_cast<NodeId>(routers * dims.back());
  cmesh.nodes = static_cast<NodeId>(cmesh.processors + routers);
  return connected(std::move(cmesh), sides_of_cmesh(dims), false);
}

template <bool kRings>
class GridRoute final : public BaseRoute {
 public:
  GridRoute(const Topology& grid, std::vector<std::uint32_t> sides, RoutingOrder order)
      : sides_(std::move(sides)),
        dimensions_(sides_.size()),
        network_ports_(grid.network_ports()),
        first_(grid.router_of(0)),
        midpoints_(grid.shares_routers() ? grid.nodes() - first_ : 0),
        ascending_(order == RoutingOrder::kAscending) {
    coordinates_.reserve(grid.nodes() * dimensions_);
    for (NodeId node = 0; node < grid.nodes(); ++node) {
      NodeId left = grid.router_of(node) - first_;
      for (const std::uint32_t side : sides_) {
        coordinates_.push_back(static_cast<std::uint16_t>(left % side));
        left /= side;
      }
    }
  }

  PortId next_port(NodeId here, NodeId destination) const override {
    const std::uint16_t* from = coordinates_.data() + here * dimensions_;
    const std::uint16_t* to = coordinates_.data() + destination * dimensions_;
    for (std::size_t i = 0; i < dimensions_; ++i) {
      const std::size_t d = ascending_ ? i : dimensions_ - 1 - i;
      if (from[d] != to[d]) {
        return static_cast<PortId>(2 * d + (goes_up(d, from[d], to[d]) ? 0 : 1));
      }
    }
    return kNoPort;
  }

  PortId upwards(PortId port) const override {
    return kRings ? static_cast<PortId>(port / 2 * 2) : port;
  }

  NodeId midpoints() const override { return midpoints_; }
  NodeId midpoint(NodeId /*router*/, NodeId number) const override { return first_ + number; }

  // Datelines cut the rings: from the channel that wraps around on a worm is in class 1 for as long
  // as it stays in that dimension. A side of 2 needs none: a minimal route takes one channel of it
  // at most.
  int classes() const override { return kRings ? 2 : 1; }
  std::string_view use_of_classes() const override { return "cuts the rings at datelines"; }

  void candidates(NodeId here, PortId from_port, int from_class, NodeId destination,
                  RouteCandidates& out) const override {
    const PortId port = next_port(here, destination);
    const int vc_class = kRings ? class_on_route(here, from_port, from_class, port) : 0;
    out.set({port, static_cast<std::uint8_t>(vc_class)});
  }

  int class_on_route(NodeId here, PortId from_port, int from_class, PortId port) const override {
    if (!kRings) {
      return 0;
    }
    const bool from_network = from_port < network_ports_;
    const bool stays = from_network && from_port / 2 == port / 2;
    return (stays && from_class == 1) || wraps_around(here, port) ? 1 : 0;
  }

 private:
  bool goes_up(std::size_t d, std::uint32_t from, std::uint32_t to) const {
    if (!kRings) {
      return to > from;
    }
    const std::uint32_t distance_up = to >= from ? to - from : to + sides_[d] - from;
    return 2 * distance_up <= sides_[d];
  }
  bool wraps_around(NodeId here, PortId port) const {
    const std::size_t d = port / 2;
    if (sides_[d] == 2) {
      return false;
    }
    const std::uint32_t coordinate = coordinates_[here * dimensions_ + d];
    return coordinate == (port % 2 == 0 ? sides_[d] - 1 : 0);
  }

  std::vector<std::uint32_t> sides_;
  std::size_t dimensions_;
  int network_ports_;
  NodeId first_;      // router
  NodeId midpoints_;  // of detours, on concentrated meshes
  bool ascending_;
  std::vector<std::uint16_t> coordinates_;  // node-major
};

std::shared_ptr<const BaseRoute> routes_of_grid(const Topology& topology, RoutingOrder order) {
  if (topology.wraps()) {
    return std::make_shared<GridRoute<true>>(topology, topology.sides(), order);
  }
  return std::make_shared<GridRoute<false>>(topology, topology.sides(), order);
}

std::shared_ptr<const BaseRoute> routes_of_cmesh(const Topology& topology, RoutingOrder order) {
  return std::make_shared<GridRoute<false>>(topology, sides_of_cmesh(topology.dims()), order);
}

TopologyFamily grid_family(std::string_view word, bool wraps, std::size_t most_dimensions,
                           std::vector<std::uint32_t> example) {
  TopologyFamily grid{};
  grid.word = word;
  grid.dims = "sides of a grid";
  grid.dims_like = "8x8";
  grid.example = std::move(example);
  grid.has_coordinates = true;
  grid.has_orders = true;
  grid.wraps = wraps;
  grid.most_dimensions = most_dimensions;
  grid.build = build_grid;
  grid.routes = routes_of_grid;
  return grid;
}

}  // namespace

const TopologyFamily& mesh_family() {
  static const TopologyFamily family = grid_family("mesh", false, kMaxDimensions, {4, 4});
  return family;
}

const TopologyFamily& torus_family() {
  static const TopologyFamily family = grid_family("torus", true, kMaxDimensions, {8, 8});
  return family;
}

const TopologyFamily& ring_family() {
  static const TopologyFamily family = grid_family("ring", true, 1, {16});
  return family;
}

const TopologyFamily& line_family() {
  static const TopologyFamily family = grid_family("line", false, 1, {16});
  return family;
}

const TopologyFamily& cmesh_family() {
  static const TopologyFamily family = [] {
    TopologyFamily cmesh = grid_family("cmesh", false, kMaxDimensions, {4, 4, 4});
    cmesh.dims = "sides of a concentrated mesh, and processors a router";
    cmesh.dims_like = "4x4x4";
    cmesh.has_coordinates = false;
    cmesh.build = build_cmesh;
    cmesh.routes = routes_of_cmesh;
    return cmesh;
  }();
  return family;
}

}  // namespace flitcast
