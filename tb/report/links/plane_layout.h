#pragma once

#include <string>
#include <vector>

#include "hw/topology/topology.h"

namespace flitcast::report {

/// A node of a tree.
struct TreePlace {
  std::uint32_t level;  ///< 0 = leaves
  NodeId index;         ///< from the left
};
TreePlace tree_place(const Topology& topology, NodeId node);

/// A network drawn on a plane, in units of the distance between neighbours, y downwards. A grid of
/// more than two dimensions is drawn as slices of its first two, side by side, the third dimension
/// across where there is a fourth; a tree with its root on top, every switch above the middle of
/// its leaves; other networks with switches in levels, by how far they are from the processors
/// below them, and those without on a circle; routers of several processors on a circle, with these
/// around them.
///
/// A channel is the half of the line to its neighbour that touches the node it leaves, so that the
/// two directions of a link are two marks. What leads around the edge of a torus, or to another
/// slice, is a stub at the node it leaves.
class PlaneLayout {
 public:
  struct Point {
    double x;
    double y;
  };
  struct Label {
    Point at;
    std::string text;
  };

  /// All but hypercubes.
  static bool draws(const Topology& topology) { return !topology.has_labels(); }

  /// Throws std::invalid_argument for what it does not draw.
  explicit PlaneLayout(const Topology& topology);

  Point node(NodeId node) const;
  /// Where the mark of the channel from `from` to its neighbour `to` ends; it begins at `from`.
  Point channel_end(NodeId from, NodeId to) const;
  /// Names of the slices, above their upper left corners; none where there is one.
  std::vector<Label> labels() const;

  /// Nodes are within 0 … width and 0 … height.
  double width() const { return width_; }
  double height() const { return height_; }

 private:
  void place_on_circle();
  void place_around_routers();
  void place_in_levels();
  Point tree_node(NodeId node) const;
  std::size_t slices() const;
  Point slice_corner(std::size_t slice) const;

  Topology topology_;
  std::vector<Point> places_;  // of the nodes, where neither coordinates nor levels of a tree tell
  double level_height_ = 1;    // of a tree
  std::size_t across_ = 1;     // slices side by side
  double width_ = 0;
  double height_ = 0;
};

}  // namespace flitcast::report
