#include <algorithm>

#include "traffic/row/row_support.h"
#include "traffic/schedule/messages.h"

// Circular q-shift: the block of node i goes to node i + q mod p.

namespace flitcast {
namespace rows::circular_shift_grid {

/// A shift by `distance` in all rings along one dimension, the shorter way.
struct RingShift {
  RingShift(NodeId length, NodeId places)
      : side(length),
        distance(places),
        up(places <= length - places),
        steps(std::min(places, length - places)) {}

  /// The place `steps_back` of the shift's own steps behind `place`.
  NodeId behind(NodeId place, NodeId steps_back) const {
    return (place + (up ? side - steps_back : steps_back)) % side;
  }
  NodeId next(NodeId place) const { return (place + (up ? 1 : side - 1)) % side; }

  NodeId side;
  NodeId distance;
  bool up;
  NodeId steps;
};

/// A shift by q on a torus of one or two dimensions, row-major: along the rows by q mod their
/// length; one row up for what that brought over the end of its row; then up the columns. Every
/// node that sends passes on the block it holds.
class GridShift {
 public:
  GridShift(const Topology& grid, NodeId shift)
      : nodes_(grid.nodes()),
        shift_(shift),
        row_(grid.side(0), shift % grid.side(0)),
        column_(grid.nodes() / grid.side(0), shift / grid.side(0)),
        carries_(grid.dimensions() == 2 && row_.distance != 0) {}

  NodeId rounds() const { return row_.steps + (carries_ ? 1 : 0) + column_.steps; }

  void fill(NodeId round, Round& out) const {
    for (NodeId y = 0; y < column_.side; ++y) {
      for (NodeId x = 0; x < row_.side; ++x) {
        fill_node(round, x, y, out);
      }
    }
  }

 private:
  void fill_node(NodeId round, NodeId x, NodeId y, Round& out) const {
    if (round < row_.steps) {
      pass_on({x, y}, {row_.next(x), y}, {row_.behind(x, round), y}, out);
      return;
    }
    const NodeId home = row_.behind(x, row_.steps);
    const NodeId carry = carries_ && x < row_.distance ? 1 : 0;
    if (carries_ && round == row_.steps) {
      if (carry == 1) {
        pass_on({x, y}, {x, (y + 1) % column_.side}, {home, y}, out);
      }
      return;
    }
    const NodeId moved = column_.behind(y, round - row_.steps - (carries_ ? 1 : 0));
    pass_on({x, y}, {x, column_.next(y)}, {home, (moved + column_.side - carry) % column_.side},
            out);
  }

  struct Place {
    NodeId x;
    NodeId y;
  };
  void pass_on(Place from, Place to, Place origin, Round& out) const {
    begin_hop(out, id(from), id(to));
    out.add_block(make_block(id(origin), (id(origin) + shift_) % nodes_));
  }
  NodeId id(Place place) const { return place.x + row_.side * place.y; }

  NodeId nodes_;
  NodeId shift_;
  RingShift row_;
  RingShift column_;
  bool carries_;  // there is the step that compensates
};

void lay(const RowRequest& request, Schedule& schedule) {
  const GridShift shift(request.topology, request.parameters.shift);
  schedule.rounds = shift.rounds();
  schedule.fill = [shift](std::uint64_t round, Round& out) {
    shift.fill(static_cast<NodeId>(round), out);
  };
}

std::optional<Coefficients> closed_form(const RowRequest& request) {
  const std::int64_t shift = request.parameters.shift;
  const std::int64_t width = request.topology.side(0);
  const std::int64_t height = request.topology.nodes() / width;
  const std::int64_t c = shift % width;
  const std::int64_t r = shift / width;
  const std::int64_t compensating = height > 1 && c != 0 ? 1 : 0;
  Coefficients cost;
  cost.t_s = std::min(c, width - c) + compensating + std::min(r, height - r);
  cost.t_d = cost.t_s;
  cost.mu_t_m = cost.t_s;
  return cost;
}

}  // namespace rows::circular_shift_grid

Row cshift_ring() {
  Row row{};
  row.id = "cshift-ring";
  row.number = "G10";
  row.operation = &operations::circular_shift();
  row.topologies = "ring, one-dimensional torus";
  row.source = "Grama et al. ch. 4, circular shift";
  row.conditions = "2 nodes or more; q = 1 to p-1";
  row.definition =
      "Circular q-shift: all nodes pass on what they hold to their neighbours, q times up the ring "
      "or p - q times down, whichever is fewer.";
  row.rounds = "min(q, p-q)";
  row.latency = "min(q, p-q)·(t_s + t_d + μ·t_m)";
  row.parameters = {"traffic.shift"};
  row.validate = [](const RowRequest& request) { check_ring_from(2, request); };
  row.lay = rows::circular_shift_grid::lay;
  row.closed_form = rows::circular_shift_grid::closed_form;
  return row;
}

Row cshift_mesh() {
  Row row{};
  row.id = "cshift-mesh";
  row.number = "G11";
  row.operation = &operations::circular_shift();
  row.topologies = "two-dimensional torus";
  row.source = "Grama et al. ch. 4, circular shift on a mesh with wraparound links";
  row.conditions = "q = 1 to p-1";
  row.definition =
      "Circular q-shift in row-major order, q = r·w + c with rows of w nodes: all rows shift by c, "
      "packets that went over the end of their row go one row up, all columns shift by r.";
  row.rounds = "min(c, w-c) + [c≠0] + min(r, h-r)";
  row.latency = "(min(c, w-c) + [c≠0] + min(r, h-r))·(t_s + t_d + μ·t_m) on h rows";
  row.parameters = {"traffic.shift"};
  row.validate = check_torus_2d;
  row.lay = rows::circular_shift_grid::lay;
  row.closed_form = rows::circular_shift_grid::closed_form;
  return row;
}

}  // namespace flitcast
