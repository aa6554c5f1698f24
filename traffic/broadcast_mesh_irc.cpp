#include "traffic/broadcast_mesh_irc.h"

#include "traffic/bounds.h"
#include "traffic/messages.h"
#include "traffic/row_support.h"

namespace flitcast {
namespace {

constexpr int kX = 0;
constexpr int kY = 1;

/// Columns and rows of the mesh, as signed numbers for the closed forms.
struct Sides {
  std::int64_t columns;
  std::int64_t rows;
};

Sides sides_of(const Topology& mesh) {
  return {mesh.side(kX), mesh.side(kY)};
}

/// The end of the line of `node` along dimension d that is farther away, for a node at an end.
NodeId far_end(const Topology& mesh, NodeId node, int d) {
  return mesh.with_coordinate(node, d, mesh.coordinate(node, d) == 0 ? mesh.side(d) - 1 : 0);
}

NodeId nearest_corner(const Topology& mesh, NodeId node) {
  for (const int d : {kX, kY}) {
    const bool upper_half = 2 * mesh.coordinate(node, d) >= mesh.side(d);
    node = mesh.with_coordinate(node, d, upper_half ? mesh.side(d) - 1 : 0);
  }
  return node;
}

void validate(const RowRequest& request) {
  check_mesh_2d(request);
  if (const NodeId corner = nearest_corner(request.topology, request.root);
      corner != request.root) {
    throw ParameterError("traffic.root", std::to_string(request.root) + " is not a corner of " +
                                             request.topology.describe() + "; the nearest is " +
                                             std::to_string(corner));
  }
  if (request.routing.order() != RoutingOrder::kAscending) {
    throw ParameterError("router.routing",
                         "descending turns from columns to rows, and the worms turn from rows to "
                         "columns; take ascending");
  }
}

/// The three schemes as lists of worms. A worm informs all nodes of its route except its source.
class CornerBroadcast {
 public:
  explicit CornerBroadcast(const RowRequest& request)
      : routing_(request.routing), mesh_(request.topology), root_(request.root) {}

  /// (C,R): the column of the root; then from each of its nodes the row.
  void fill_c_r(std::uint64_t round, Round& out) const {
    if (round == 0) {
      inform(out, root_, far_end(mesh_, root_, kY));
    } else {
      for_each_in_line(root_, kY,
                       [&](NodeId node) { inform(out, node, far_end(mesh_, node, kX)); });
    }
  }

  /// (RC,C): the row of the root and the far column; then from the other nodes of the row their
  /// columns.
  void fill_rc_c(std::uint64_t round, Round& out) const {
    const NodeId turn = far_end(mesh_, root_, kX);
    if (round == 0) {
      inform(out, root_, far_end(mesh_, turn, kY));
    } else {
      for_each_in_line(root_, kX, [&](NodeId node) {
        if (node != turn) {
          inform(out, node, far_end(mesh_, node, kY));
        }
      });
    }
  }

  /// (RC,R): as (RC,C), but then from the far column back along all rows other than the root's.
  void fill_rc_r(std::uint64_t round, Round& out) const {
    const NodeId turn = far_end(mesh_, root_, kX);
    if (round == 0) {
      inform(out, root_, far_end(mesh_, turn, kY));
    } else {
      for_each_in_line(turn, kY, [&](NodeId node) {
        if (node != turn) {
          inform(out, node, far_end(mesh_, node, kX));
        }
      });
    }
  }

 private:
  void inform(Round& out, NodeId from, NodeId last) const {
    if (from != last) {
      begin_covering_worm(out, routing_, from, last);
      out.add_block(make_block(root_, Block::kEveryone));
    }
  }

  template <typename Visit>
  void for_each_in_line(NodeId node, int d, Visit&& visit) const {
    for (std::uint32_t at = 0; at < mesh_.side(d); ++at) {
      visit(mesh_.with_coordinate(node, d, at));
    }
  }

  const Routing& routing_;
  const Topology& mesh_;
  NodeId root_;
};

using FillScheme = void (CornerBroadcast::*)(std::uint64_t round, Round& out) const;

FillScheme scheme_of(const RowRequest& request) {
  if (request.variant == "RC-C") {
    return &CornerBroadcast::fill_rc_c;
  }
  return request.variant == "RC-R" ? &CornerBroadcast::fill_rc_r : &CornerBroadcast::fill_c_r;
}

/// A single row or column is informed by one worm: the first of RC-C and RC-R, and of C-R the one
/// along the only line.
bool single_line(const Sides& sides) {
  return sides.columns == 1 || sides.rows == 1;
}

Schedule build(const RowRequest& request) {
  const Sides sides = sides_of(request.topology);
  const FillScheme scheme = scheme_of(request);
  const bool no_columns = scheme == &CornerBroadcast::fill_c_r && sides.rows == 1;
  Schedule schedule = empty_schedule(request, "oab-mesh-irc-corner", OperationKind::kBroadcast);
  schedule.rounds = single_line(sides) ? 1 : 2;
  schedule.fill = [broadcast = CornerBroadcast(request), scheme, first = no_columns ? 1U : 0U](
                      std::uint64_t round, Round& out) { (broadcast.*scheme)(first + round, out); };
  return schedule;
}

/// A worm over D links that all its nodes absorb has D − 1 header flits beyond the first.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  if (request.stores_and_forwards()) {
    return std::nullopt;
  }
  const Sides sides = sides_of(request.topology);
  const FillScheme scheme = scheme_of(request);
  const std::int64_t diameter = sides.columns + sides.rows - 2;
  Coefficients cost;
  cost.t_s = single_line(sides) ? 1 : 2;
  cost.mu_t_m = cost.t_s;
  cost.t_d = diameter;
  if (!single_line(sides) && scheme == &CornerBroadcast::fill_rc_c) {
    cost.t_d += sides.rows - 1;
  } else if (!single_line(sides) && scheme == &CornerBroadcast::fill_rc_r) {
    cost.t_d += sides.columns - 1;
  }
  cost.t_m = cost.t_d - cost.t_s;
  return cost;
}

/// Even a worm for nobody else takes this long to the opposite corner.
Cycle lower_bound(const RowRequest& request, const TimingModel& model) {
  const Sides sides = sides_of(request.topology);
  const Cycle diameter = sides.columns + sides.rows - 2;
  return model.t_s + diameter * model.t_d + Cycle{request.message_flits} * model.t_m;
}

}  // namespace

Row oab_mesh_irc_corner() {
  Row row{};
  row.id = "oab-mesh-irc-corner";
  row.number = "M7";
  row.operation = OperationKind::kBroadcast;
  row.topologies = "two-dimensional mesh";
  row.source = "Tvrdík CS838 §12 \"One-to-all broadcast with IRC\", figures (a) and (b)";
  row.definition =
      "Worms that every node on their way absorbs. C-R: the root's column, then all rows; RC-C: "
      "the root's row and the far column, then the other columns; RC-R: the same, then the other "
      "rows from the far column back.";
  row.rounds = "2 (1 if a = 1 or b = 1)";
  row.latency =
      "2·t_s + D·t_d + 2·μ·t_m + (D-2)·t_m on a columns and b rows; C-R: D = a+b-2, RC-C: D = "
      "a+2b-3, RC-R: D = 2a+b-3; one round of D = a+b-2 if a = 1 or b = 1";
  row.combining = false;
  row.variants = {"C-R", "RC-C", "RC-R"};
  row.model.irc = true;
  row.validate = validate;
  row.build = build;
  row.closed_form = closed_form;
  row.lower_bound = lower_bound;
  return row;
}

}  // namespace flitcast
