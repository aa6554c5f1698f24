#include <algorithm>

#include "traffic/row/row_support.h"
#include "traffic/steps/worms.h"
#include "traffic/theory/distance.h"

namespace flitcast {
namespace rows::broadcast_mesh_2round {

/// The mesh turned so that the chosen corner is at the upper right: the worm of the first round
/// goes right and up, `x` columns lie behind the root, `up` rows above it and `y` below.
class View {
 public:
  View(const Topology& mesh, NodeId root, bool flip_x, bool flip_y)
      : mesh_(mesh),
        flip_x_(flip_x),
        flip_y_(flip_y),
        right_(mesh.side(0) - 1),
        top_(mesh.side(1) - 1),
        x_(flipped(mesh.coordinate(root, 0), right_, flip_x)),
        y_(flipped(mesh.coordinate(root, 1), top_, flip_y)) {}

  NodeId node(std::uint32_t x, std::uint32_t y) const {
    return mesh_.with_coordinate(mesh_.with_coordinate(0, 0, flipped(x, right_, flip_x_)), 1,
                                 flipped(y, top_, flip_y_));
  }
  std::uint32_t right() const { return right_; }
  std::uint32_t top() const { return top_; }
  std::uint32_t x() const { return x_; }
  std::uint32_t y() const { return y_; }
  std::uint32_t up() const { return top_ - y_; }

  /// Every column behind the root needs a row above it. The root must not be the corner itself,
  /// which has no worm of the first round; another corner is as good then.
  bool fits() const { return up() >= x_ && first_hops() > 0; }

  /// Links of the worm of the first round, and of the longest one of the second.
  std::int64_t first_hops() const { return std::int64_t{right_} - x_ + up(); }
  std::int64_t second_hops() const {
    return x_ > 0 ? std::int64_t{right_} + top_ : std::max(up() > 0 ? right_ : 0, y_);
  }
  std::int64_t hops() const { return first_hops() + second_hops(); }

 private:
  static std::uint32_t flipped(std::uint32_t at, std::uint32_t last, bool flip) {
    return flip ? last - at : at;
  }

  const Topology& mesh_;
  bool flip_x_;
  bool flip_y_;
  std::uint32_t right_;
  std::uint32_t top_;
  std::uint32_t x_;
  std::uint32_t y_;
};

/// Exhaustive search confirms the meshes without a scheme of two rounds, and finds sources that
/// have one where this construction does not apply: the middles of the upper and lower sides of
/// M(7,3), besides M(a,1) and M(5..7,2).
///
/// The view with the shortest ways of those that fit, the first of several.
std::optional<View> best_view(const Topology& mesh, NodeId root) {
  std::optional<View> best;
  for (const bool flip_y : {false, true}) {
    for (const bool flip_x : {false, true}) {
      const View view(mesh, root, flip_x, flip_y);
      if (view.fits() && (!best || view.hops() < best->hops())) {
        best.emplace(view);
      }
    }
  }
  return best;
}

NodeId nearest_root(const Topology& mesh, NodeId root) {
  NodeId nearest = nearest_corner(mesh, root);
  for (NodeId node = 0; node < mesh.nodes(); ++node) {
    if (distance(mesh, root, node) < distance(mesh, root, nearest) && best_view(mesh, node)) {
      nearest = node;
    }
  }
  return nearest;
}

void validate(const RowRequest& request) {
  check_mesh_2d(request);
  check_rows_first(request);
  if (!best_view(request.topology, request.root)) {
    throw ParameterError("traffic.root",
                         std::to_string(request.root) +
                             " has more columns to either side than rows above or below; "
                             "the nearest node that works is " +
                             std::to_string(nearest_root(request.topology, request.root)) +
                             ", and oab-mesh-irc-3round takes any");
  }
}

/// From the rows above the root: the uppermost ones serve a column behind the root each, the
/// outermost column first, the others reach back to the root's column. Then down from the root's
/// row.
void fill_second(const View& view, const Routing& routing, NodeId root, Round& out) {
  for (std::uint32_t row = view.y() + 1; row <= view.top(); ++row) {
    const std::uint32_t behind = view.top() - row;
    const NodeId last = behind < view.x() ? view.node(behind, 0) : view.node(view.x(), row);
    inform_way(out, routing, root, view.node(view.right(), row), last);
  }
  for (std::uint32_t column = view.x(); column <= view.right(); ++column) {
    inform_way(out, routing, root, view.node(column, view.y()), view.node(column, 0));
  }
}

void lay(const RowRequest& request, Schedule& schedule) {
  const View view = *best_view(request.topology, request.root);
  schedule.rounds = view.second_hops() > 0 ? 2 : 1;
  schedule.fill = [&routing = request.routing, root = request.root, view](std::uint64_t round,
                                                                          Round& out) {
    if (round == 0) {
      inform_way(out, routing, root, root, view.node(view.right(), view.top()));
    } else {
      fill_second(view, routing, root, out);
    }
  };
}

/// Every node on the way of a worm absorbs it.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  if (request.stores_and_forwards()) {
    return std::nullopt;
  }
  const View view = *best_view(request.topology, request.root);
  Coefficients cost;
  add_worm_round(cost, view.first_hops(), view.first_hops());
  add_worm_round(cost, view.second_hops(), view.second_hops());
  return cost;
}

}  // namespace rows::broadcast_mesh_2round

Row oab_mesh_irc_2round() {
  Row row{};
  row.id = "oab-mesh-irc-2round";
  row.number = "M9";
  row.operation = &operations::broadcast();
  row.topologies = "two-dimensional mesh";
  row.source = "Tvrdík CS838 §12 \"One-to-all broadcast with IRC\", figure (c)";
  row.conditions =
      "2 nodes or more; no more columns on the root's nearer side than rows on its farther side; "
      "not with descending routing";
  row.definition =
      "A worm along the root's row and up the last column; then from the rows above the root a "
      "worm back and down each column behind the root, or back to the root's column, and from the "
      "root's row down the other columns. Turned to the corner with the shortest ways among those "
      "with as many rows above as columns behind; all roots have one if ⌊(a-1)/2⌋ ≤ ⌊b/2⌋.";
  row.rounds = "2 (1 from the end of a single line)";
  row.latency =
      "2·t_s + D·t_d + 2·μ·t_m + (D-2)·t_m; on a columns and b rows, with `left` columns behind "
      "the root and `up` rows above it D = (a-1-left+up) + (a+b-2), and with left = 0 D = (a-1+up) "
      "+ max(a-1 if up > 0, b-1-up)";
  row.model.irc = true;
  row.validate = rows::broadcast_mesh_2round::validate;
  row.lay = rows::broadcast_mesh_2round::lay;
  row.closed_form = rows::broadcast_mesh_2round::closed_form;
  return row;
}

}  // namespace flitcast
