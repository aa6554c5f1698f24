#include "traffic/steps/embedded_torus.h"

namespace flitcast {
namespace {

/// A line of `side` nodes as a ring: 0 2 4 … 5 3 1.
std::uint32_t folded(std::uint32_t place, std::uint32_t side) {
  return 2 * place < side ? 2 * place : 2 * (side - 1 - place) + 1;
}

std::vector<NodeId> folded_nodes(const Topology& grid) {
  std::vector<NodeId> nodes(grid.nodes());
  for (NodeId place = 0; place < grid.nodes(); ++place) {
    NodeId node = place;
    for (int d = 0; d < grid.dimensions(); ++d) {
      node = grid.with_coordinate(node, d, folded(grid.coordinate(place, d), grid.side(d)));
    }
    nodes[place] = node;
  }
  return nodes;
}

/// Rings that are drawn on a mesh node by node.
class Pen {
 public:
  /// `turned`: x and y change places.
  Pen(const Topology& mesh, bool turned) : width_(mesh.side(0)), turned_(turned) {}

  void visit(NodeId x, NodeId y) { nodes_.push_back(turned_ ? x * width_ + y : y * width_ + x); }
  /// All of a row from column `from` to `to`, either way.
  void row(NodeId from, NodeId to, NodeId y) {
    for (NodeId x = from; x != to; x += from < to ? 1 : NodeId{} - 1) {
      visit(x, y);
    }
    visit(to, y);
  }
  /// All of a column likewise.
  void column(NodeId x, NodeId from, NodeId to) {
    for (NodeId y = from; y != to; y += from < to ? 1 : NodeId{} - 1) {
      visit(x, y);
    }
    visit(x, to);
  }
  const std::vector<NodeId>& nodes() const { return nodes_; }

 private:
  NodeId width_;
  bool turned_;
  std::vector<NodeId> nodes_;
};

/// a columns and an even number of b rows: all rows in turn, to and fro, but for the first column,
/// which leads back.
void draw_even(NodeId a, NodeId b, Pen& pen) {
  pen.row(0, a - 1, 0);
  for (NodeId y = 1; y < b; ++y) {
    y % 2 == 1 ? pen.row(a - 1, 1, y) : pen.row(1, a - 1, y);
  }
  pen.column(0, b - 1, 1);
}

/// Both sides odd: up the first column, along the last row, down and up the columns from the last
/// one to the fourth, then to and fro in what is left of the second and third down to (2, 0), two
/// links from (0, 0) over links that lead the other way.
void draw_odd(NodeId a, NodeId b, Pen& pen) {
  pen.column(0, 0, b - 1);
  pen.row(1, a - 1, b - 1);
  for (NodeId x = a - 1; x > 2; --x) {
    x % 2 == 0 ? pen.column(x, b - 2, 0) : pen.column(x, 0, b - 2);
  }
  for (NodeId y = b - 1; y-- > 0;) {
    y % 2 == 1 ? pen.row(2, 1, y) : pen.row(1, 2, y);
  }
}

std::vector<NodeId> hamiltonian_nodes(const Topology& mesh) {
  const NodeId a = mesh.side(0);
  const NodeId b = mesh.side(1);
  const bool turned = b % 2 == 1 && a % 2 == 0;
  Pen pen(mesh, turned);
  if (mesh.nodes() % 2 == 1) {
    draw_odd(a, b, pen);
  } else if (turned) {
    draw_even(b, a, pen);
  } else {
    draw_even(a, b, pen);
  }
  return pen.nodes();
}

}  // namespace

std::vector<TorusSide> torus_sides(TorusLayout layout, const Topology& grid) {
  if (layout == TorusLayout::kHamiltonian) {
    return {{grid.nodes(), grid.nodes() % 2 == 1 ? 2 : 1}};
  }
  std::vector<TorusSide> sides;
  for (const std::uint32_t side : grid.sides()) {
    sides.push_back({side, layout == TorusLayout::kFolded && side > 2 ? 2 : 1});
  }
  return sides;
}

EmbeddedTorus::EmbeddedTorus(TorusLayout layout, const Topology& grid) {
  switch (layout) {
    case TorusLayout::kHamiltonian:
      places_ = std::make_shared<const Topology>(TopologyKind::kRing,
                                                 std::vector<std::uint32_t>{grid.nodes()});
      nodes_ = hamiltonian_nodes(grid);
      return;
    case TorusLayout::kFolded:
      nodes_ = folded_nodes(grid);
      break;
    case TorusLayout::kNatural:
      break;
  }
  places_ = {std::shared_ptr<const Topology>{}, &grid};
}

Coefficients pipelines_cost(const std::vector<TorusSide>& sides, Switching switching,
                            std::int64_t parts) {
  Coefficients cost;
  std::int64_t blocks = 1;
  for (const TorusSide& side : sides) {
    const std::int64_t rounds = side.nodes - 1;
    const std::int64_t passes = switching == Switching::kStoreAndForward ? side.hops : 1;
    cost.t_s += rounds;
    cost.t_d += rounds * side.hops;
    cost.mu_t_m += Ratio(rounds * blocks * passes, parts);
    blocks *= side.nodes;
  }
  return cost;
}

}  // namespace flitcast
