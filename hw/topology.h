#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/types.h"

namespace flitcast {

enum class TopologyKind { kHypercube, kMesh, kTorus, kRing, kLine };

/// Name used in configuration files and reports ("hypercube", "mesh", …).
const char* to_string(TopologyKind kind);

/// An interconnection network as data: nodes, ports, and who is connected to whom.
///
/// Numbering: a hypercube node is its label, port d leads along dimension d. In the grids (mesh,
/// torus, ring, line) node id = x + X·(y + Y·z…), port 2d leads up dimension d and port 2d + 1
/// down. Ring and line are the one-dimensional torus and mesh. A torus side of 2 has one channel
/// pair: its only port is 2d. A channel that leaves u by port p enters its neighbour by
/// `entry_port`.
class Topology {
 public:
  /// `dims`: {n} for a hypercube (0 <= n <= 16), the sides for a grid (one of them for ring and
  /// line; >= 1, torus and ring >= 2). Throws std::invalid_argument that says what would be right.
  Topology(TopologyKind kind, std::vector<std::uint32_t> dims);

  TopologyKind kind() const { return kind_; }
  const std::vector<std::uint32_t>& dims() const { return dims_; }
  bool is_hypercube() const { return kind_ == TopologyKind::kHypercube; }
  /// True for torus and ring.
  bool wraps() const { return kind_ == TopologyKind::kTorus || kind_ == TopologyKind::kRing; }
  /// Dimensions of the coordinate space: n for Q_n, the number of sides for a grid.
  int dimensions() const { return is_hypercube() ? static_cast<int>(dims_[0]) : grid_dimensions(); }
  /// Length of the side of dimension d (2 for every dimension of a hypercube).
  std::uint32_t side(int d) const {
    return is_hypercube() ? 2U : dims_[static_cast<std::size_t>(d)];
  }

  NodeId nodes() const { return nodes_; }
  /// Nodes with a network interface: all of them on the topologies so far.
  NodeId processors() const { return nodes_; }
  /// Network ports of a router, the unconnected ones at the edge of a mesh included.
  int network_ports() const { return ports_; }
  /// Largest number of connected network ports of any node.
  int degree() const { return degree_; }

  /// The node that port `port` of `node` leads to, or kNoNode when it is unconnected.
  NodeId neighbour(NodeId node, PortId port) const {
    return port < ports_ && node < nodes_
               ? neighbours_[node * static_cast<std::size_t>(ports_) + port]
               : kNoNode;
  }
  /// The port of the neighbour by which a channel leaving through `port` enters.
  PortId entry_port(PortId port) const;
  /// The port of `from` that leads to `to`, or kNoPort when they are not neighbours.
  PortId port_towards(NodeId from, NodeId to) const;

  std::uint32_t coordinate(NodeId node, int d) const;
  /// `node` with coordinate d replaced by `value` (< side(d)).
  NodeId with_coordinate(NodeId node, int d, std::uint32_t value) const;

  /// "hypercube 6", "mesh 8x4", …
  std::string describe() const;

 private:
  void tabulate_neighbours();
  NodeId find_neighbour(NodeId node, PortId port) const;
  int grid_dimensions() const { return static_cast<int>(dims_.size()); }

  TopologyKind kind_;
  std::vector<std::uint32_t> dims_;
  std::vector<NodeId> strides_;  // per dimension: id step of one coordinate step
  NodeId nodes_ = 1;
  int ports_ = 0;
  int degree_ = 0;
  std::vector<NodeId> neighbours_;  // node-major, per network port
};

/// Sides joined by 'x': "8x8".
std::string join_dims(const std::vector<std::uint32_t>& dims);

}  // namespace flitcast
