#include "hw/topology/topology.h"

#include <stdexcept>

namespace flitcast {
namespace {

constexpr std::uint32_t kMaxHypercube = 16;
constexpr std::uint32_t kMaxTreeDepth = 15;  // 2^16 − 1 nodes
constexpr int kTreePorts = 3;                // parent, left and right child
constexpr std::uint64_t kMaxNodes = 1U << 16;
constexpr std::uint32_t kMaxSide = 1U << 16;  // coordinates have 16 bits
constexpr std::size_t kMaxGridDimensions = 16;

std::uint64_t checked_grid_size(TopologyKind kind, const std::vector<std::uint32_t>& dims) {
  const bool one_dimensional = kind == TopologyKind::kRing || kind == TopologyKind::kLine;
  const bool wraps = kind == TopologyKind::kRing || kind == TopologyKind::kTorus;
  const std::string name = to_string(kind);
  if (dims.empty() || dims.size() > kMaxGridDimensions || (one_dimensional && dims.size() != 1)) {
    throw std::invalid_argument(
        "a " + name + " takes " +
        (one_dimensional ? "one side, like 8" : "sides, like 8x8 or 4x4x4") + ", not " +
        join_dims(dims));
  }
  std::uint64_t nodes = 1;
  for (const std::uint32_t side : dims) {
    const std::uint32_t least = wraps ? 2 : 1;
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
  return nodes;
}

}  // namespace

const char* to_string(TopologyKind kind) {
  switch (kind) {
    case TopologyKind::kHypercube:
      return "hypercube";
    case TopologyKind::kMesh:
      return "mesh";
    case TopologyKind::kTorus:
      return "torus";
    case TopologyKind::kRing:
      return "ring";
    case TopologyKind::kLine:
      return "line";
    case TopologyKind::kTree:
      return "tree";
  }
  throw std::logic_error("unknown topology kind");
}

std::string join_dims(const std::vector<std::uint32_t>& dims) {
  std::string text;
  for (const std::uint32_t side : dims) {
    text += (text.empty() ? "" : "x") + std::to_string(side);
  }
  return text;
}

Topology::Topology(TopologyKind kind, std::vector<std::uint32_t> dims)
    : kind_(kind), dims_(std::move(dims)) {
  if (is_hypercube()) {
    make_hypercube();
  } else if (is_tree()) {
    make_tree();
  } else {
    make_grid();
  }
  tabulate_neighbours();
}

void Topology::make_hypercube() {
  if (dims_.size() != 1 || dims_[0] > kMaxHypercube) {
    throw std::invalid_argument("a hypercube takes its dimension, 0 to " +
                                std::to_string(kMaxHypercube) + ", not " + join_dims(dims_));
  }
  nodes_ = processors_ = NodeId{1} << dims_[0];
  ports_ = degree_ = static_cast<int>(dims_[0]);
  for (std::uint32_t d = 0; d < dims_[0]; ++d) {
    strides_.push_back(NodeId{1} << d);
  }
}

void Topology::make_tree() {
  if (dims_.size() != 1 || dims_[0] > kMaxTreeDepth) {
    throw std::invalid_argument("a tree takes its depth, 0 to " + std::to_string(kMaxTreeDepth) +
                                ", not " + join_dims(dims_));
  }
  processors_ = NodeId{1} << dims_[0];
  nodes_ = 2 * processors_ - 1;
  ports_ = kTreePorts;
  degree_ = dims_[0] == 0 ? 0 : 1;
}

void Topology::make_grid() {
  nodes_ = processors_ = static_cast<NodeId>(checked_grid_size(kind_, dims_));
  ports_ = 2 * static_cast<int>(dims_.size());
  NodeId stride = 1;
  for (const std::uint32_t side : dims_) {
    strides_.push_back(stride);
    stride *= side;
    degree_ += side == 1 ? 0 : (side == 2 ? 1 : 2);
  }
}

void Topology::tabulate_neighbours() {
  neighbours_.reserve(nodes_ * static_cast<std::size_t>(ports_));
  for (NodeId node = 0; node < nodes_; ++node) {
    for (int port = 0; port < ports_; ++port) {
      neighbours_.push_back(find_neighbour(node, static_cast<PortId>(port)));
    }
  }
}

std::uint32_t Topology::coordinate(NodeId node, int d) const {
  return node / strides_[static_cast<std::size_t>(d)] % side(d);
}

NodeId Topology::with_coordinate(NodeId node, int d, std::uint32_t value) const {
  const NodeId stride = strides_[static_cast<std::size_t>(d)];
  return node - coordinate(node, d) * stride + value * stride;
}

NodeId Topology::find_neighbour(NodeId node, PortId port) const {
  if (is_hypercube()) {
    return node ^ (NodeId{1} << port);
  }
  if (is_tree()) {
    return find_in_tree(node, port);
  }
  const int d = port / 2;
  const bool down = port % 2 == 1;
  const std::uint32_t length = side(d);
  const std::uint32_t at = coordinate(node, d);
  const bool at_edge = down ? at == 0 : at + 1 == length;
  if (length == 1 || (at_edge && !wraps()) || (length == 2 && wraps() && down)) {
    return kNoNode;
  }
  const std::uint32_t next = down ? (at + length - 1) % length : (at + 1) % length;
  return with_coordinate(node, d, next);
}

// Level l above the leaves starts at 2^(d+1) − 2^(d+1−l). Half of that and 2^d make the start of
// the next level, so the parent of node v is 2^d + ⌊v/2⌋.
NodeId Topology::find_in_tree(NodeId node, PortId port) const {
  if (port == 0) {
    return node + 1 == nodes_ ? kNoNode : processors_ + node / 2;
  }
  return node < processors_ ? kNoNode : 2 * (node - processors_) + port - 1;
}

PortId Topology::entry_port(NodeId node, PortId port) const {
  if (is_tree()) {
    return static_cast<PortId>(port == 0 ? 1 + node % 2 : 0);
  }
  const bool own_reverse = is_hypercube() || (wraps() && side(port / 2) == 2);
  return own_reverse ? port : static_cast<PortId>(port ^ 1U);
}

PortId Topology::port_towards(NodeId from, NodeId to) const {
  if (is_hypercube()) {
    const NodeId difference = from ^ to;
    const bool adjacent =
        from < nodes_ && to < nodes_ && difference != 0 && (difference & (difference - 1)) == 0;
    return adjacent ? static_cast<PortId>(__builtin_ctz(difference)) : kNoPort;
  }
  for (int port = 0; port < ports_; ++port) {
    if (neighbour(from, static_cast<PortId>(port)) == to && to != kNoNode) {
      return static_cast<PortId>(port);
    }
  }
  return kNoPort;
}

std::string Topology::describe() const {
  return std::string(to_string(kind_)) + " " + join_dims(dims_);
}

}  // namespace flitcast
