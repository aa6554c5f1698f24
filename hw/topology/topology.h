#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/types.h"

namespace flitcast {

enum class TopologyKind { kHypercube, kMesh, kTorus, kRing, kLine, kTree };

/// Name used in configuration files and reports ("hypercube", "mesh", …).
const char* to_string(TopologyKind kind);

/// An interconnection network as data: nodes, ports, and who is connected to whom.
///
/// Numbering: a hypercube node is its label, port d leads along dimension d. In the grids (mesh,
/// torus, ring, line) node id = x + X·(y + Y·z…), port 2d leads up dimension d and port 2d + 1
/// down. Ring and line are the one-dimensional torus and mesh. A torus side of 2 has one channel
/// pair: its only port is 2d.
///
/// A complete binary tree of depth d has its processors at the leaves, 0 … 2^d − 1 from left to
/// right. The other nodes are switches, numbered on from 2^d level by level towards the root, which
/// comes last. Port 0 leads to the parent, 1 to the left child, 2 to the right one.
///
/// A channel that leaves u by port p enters its neighbour by `entry_port(u, p)`.
class Topology {
 public:
  /// `dims`: {n} for a hypercube (0 <= n <= 16), {d} for a tree (0 <= d <= 15), the sides for a
  /// grid (one of them for ring and line; >= 1, torus and ring >= 2). Throws std::invalid_argument
  /// that says what would be right.
  Topology(TopologyKind kind, std::vector<std::uint32_t> dims);

  TopologyKind kind() const { return kind_; }
  const std::vector<std::uint32_t>& dims() const { return dims_; }
  bool is_hypercube() const { return kind_ == TopologyKind::kHypercube; }
  /// True for torus and ring.
  bool wraps() const { return kind_ == TopologyKind::kTorus || kind_ == TopologyKind::kRing; }
  bool is_tree() const { return kind_ == TopologyKind::kTree; }
  /// Dimensions of the coordinate space: n for Q_n, the number of sides for a grid. A tree has no
  /// coordinates: 0, which leaves side(), coordinate() and with_coordinate() nothing to ask for.
  int dimensions() const { return static_cast<int>(strides_.size()); }
  /// Length of the side of dimension d < dimensions() (2 for every dimension of a hypercube).
  std::uint32_t side(int d) const {
    return is_hypercube() ? 2U : dims_[static_cast<std::size_t>(d)];
  }

  /// Nodes with a router: processors first, then switches.
  NodeId nodes() const { return nodes_; }
  /// Nodes with a network interface: the leaves of a tree, all nodes of the others.
  NodeId processors() const { return processors_; }
  /// True where some nodes are not processors.
  bool has_switches() const { return processors_ != nodes_; }
  /// Network ports of a router, the unconnected ones at the edge of a mesh included.
  int network_ports() const { return ports_; }
  /// Largest number of connected network ports of any processor.
  int degree() const { return degree_; }

  /// The node that port `port` of `node` leads to, or kNoNode when it is unconnected.
  NodeId neighbour(NodeId node, PortId port) const {
    return port < ports_ && node < nodes_
               ? neighbours_[node * static_cast<std::size_t>(ports_) + port]
               : kNoNode;
  }
  /// The port of the neighbour by which a channel that leaves `node` through `port` enters.
  PortId entry_port(NodeId node, PortId port) const;
  /// The port of `from` that leads to `to`, or kNoPort when they are not neighbours.
  PortId port_towards(NodeId from, NodeId to) const;

  /// Coordinate d < dimensions() of `node`.
  std::uint32_t coordinate(NodeId node, int d) const;
  /// `node` with coordinate d replaced by `value` (< side(d)).
  NodeId with_coordinate(NodeId node, int d, std::uint32_t value) const;

  /// "hypercube 6", "mesh 8x4", …
  std::string describe() const;

 private:
  void make_hypercube();
  void make_tree();
  void make_grid();
  void tabulate_neighbours();
  NodeId find_neighbour(NodeId node, PortId port) const;
  NodeId find_in_tree(NodeId node, PortId port) const;

  TopologyKind kind_;
  std::vector<std::uint32_t> dims_;
  std::vector<NodeId> strides_;  // per dimension: id step of one coordinate step
  NodeId nodes_ = 1;
  NodeId processors_ = 1;
  int ports_ = 0;
  int degree_ = 0;
  std::vector<NodeId> neighbours_;  // node-major, per network port
};

/// Sides joined by 'x': "8x8".
std::string join_dims(const std::vector<std::uint32_t>& dims);

}  // namespace flitcast
