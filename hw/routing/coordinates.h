#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "hw/topology/topology.h"
#include "hw/types.h"

namespace flitcast {

/// The ways along the dimensions of a network that has coordinates: hypercubes, meshes and tori.
class Coordinates {
 public:
  /// The ports by which a header comes nearer to its destination in a dimension: none, one or,
  /// where both ways round a ring are as short, the upward one and the other.
  struct Steps {
    PortId port = kNoPort;
    PortId other = kNoPort;
  };

  /// Throws std::invalid_argument: "needs a mesh, torus or hypercube".
  explicit Coordinates(const Topology& topology)
      : sides_(topology.sides()),
        dimensions_(topology.dimensions()),
        ports_(topology.network_ports()),
        labels_(topology.has_labels()),
        rings_(topology.wraps()) {
    if (!topology.has_coordinates()) {
      throw std::invalid_argument("needs a mesh, torus or hypercube");
    }
    at_.reserve(topology.nodes() * sides_.size());
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      for (int d = 0; d < dimensions_; ++d) {
        at_.push_back(static_cast<std::uint16_t>(topology.coordinate(node, d)));
      }
    }
  }

  int dimensions() const { return dimensions_; }
  std::uint32_t side(int d) const { return sides_[static_cast<std::size_t>(d)]; }
  std::uint32_t at(NodeId node, int d) const {
    return at_[node * sides_.size() + static_cast<std::size_t>(d)];
  }

  bool is_network(PortId port) const { return port < ports_; }
  int dimension_of(PortId port) const { return labels_ ? port : port / 2; }
  PortId up(int d) const { return static_cast<PortId>(labels_ ? d : 2 * d); }
  PortId down(int d) const { return static_cast<PortId>(labels_ ? d : 2 * d + 1); }
  /// A header that came by `from_port` goes on in the same direction by `port`. On a hypercube, and
  /// where a ring has two nodes, there is none.
  bool goes_straight(PortId from_port, PortId port) const {
    return !labels_ && port == (from_port ^ 1U);
  }

  Steps steps(NodeId here, NodeId destination, int d) const {
    const std::uint32_t from = at(here, d);
    const std::uint32_t to = at(destination, d);
    if (from == to) {
      return {};
    }
    if (!rings_) {
      return {to > from ? up(d) : down(d), kNoPort};
    }
    const std::uint32_t ahead = to > from ? to - from : to + side(d) - from;
    if (2 * ahead == side(d) && side(d) > 2) {
      return {up(d), down(d)};
    }
    return {2 * ahead <= side(d) ? up(d) : down(d), kNoPort};
  }
  /// The way of base routes in a dimension.
  struct Stretch {
    int dimension;
    std::uint32_t from;   ///< coordinate
    std::uint32_t links;  ///< 0 and more
    bool up;
  };
  Stretch stretch(NodeId source, NodeId destination, int d) const {
    const std::uint32_t from = at(source, d);
    const std::uint32_t to = at(destination, d);
    const bool goes_up = up(d) == down(d) ? to > from : steps(source, destination, d).port == up(d);
    return {d, from, goes_up ? (to + side(d) - from) % side(d) : (from + side(d) - to) % side(d),
            goes_up};
  }
  /// The coordinate that is so many links from where the stretch begins.
  std::uint32_t along(const Stretch& stretch, std::uint32_t links) const {
    const std::uint32_t around = side(stretch.dimension);
    return stretch.up ? (stretch.from + links) % around : (stretch.from + around - links) % around;
  }
  /// Whether the way from `here` by `port` to `destination`, along the dimension of `port`, comes
  /// to the link that closes the ring.
  bool wraps_ahead(NodeId here, NodeId destination, PortId port) const {
    const int d = dimension_of(port);
    return port == up(d) ? at(destination, d) < at(here, d) : at(destination, d) > at(here, d);
  }

 private:
  std::vector<std::uint32_t> sides_;
  int dimensions_;
  int ports_;
  bool labels_;
  bool rings_;
  std::vector<std::uint16_t> at_;  // node-major
};

/// Throws std::invalid_argument where the network is no mesh.
inline void require_mesh(const Topology& topology) {
  if (!topology.is_grid() || topology.wraps()) {
    throw std::invalid_argument("needs a mesh");
  }
}
inline void require_plane_mesh(const Topology& topology) {
  if (!topology.is_grid() || topology.wraps() || topology.dimensions() != 2) {
    throw std::invalid_argument("needs a mesh of two dimensions");
  }
}

}  // namespace flitcast
