#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/topology/topology.h"
#include "traffic/theory/cost_model.h"

namespace flitcast {

/// How a torus lies on the nodes of a grid, one to one. When every node sends to the next one up a
/// side of the torus along base routes, no link has two of the messages.
enum class TorusLayout {
  kNatural,  ///< the coordinates of the torus are those of the grid
  /// Every line is a ring through its even coordinates upwards and the odd ones back: from one
  /// node to the next are two links at most, where a line has no link from its end to its start.
  kFolded,
  /// One ring through all nodes of a mesh of two dimensions with two nodes or more on both sides.
  /// From one node to the next is one link; but where both sides are odd, two links close the ring.
  kHamiltonian,
};

/// A side of such a torus.
struct TorusSide {
  std::int64_t nodes;
  std::int64_t hops;  ///< the most links from a node to the next one up the side
};
std::vector<TorusSide> torus_sides(TorusLayout layout, const Topology& grid);

/// Places of a torus, numbered like nodes, and the nodes of the grid that they are at. Refers to
/// the grid, which must outlive it.
class EmbeddedTorus {
 public:
  EmbeddedTorus(TorusLayout layout, const Topology& grid);

  /// Sides, coordinates and numbers of places are those of its nodes; what links it has does not
  /// matter.
  const Topology& places() const { return *places_; }
  NodeId node(NodeId place) const { return nodes_.empty() ? place : nodes_[place]; }

 private:
  std::shared_ptr<const Topology> places_;
  std::vector<NodeId> nodes_;  // empty: place p is at node p
};

/// Pipelines along all sides of the torus, one after the other: z − 1 rounds for a side of z, whose
/// messages carry as many blocks as there are nodes in the sides before, of `parts` to the μ.
Coefficients pipelines_cost(const std::vector<TorusSide>& sides, Switching switching,
                            std::int64_t parts);

}  // namespace flitcast
