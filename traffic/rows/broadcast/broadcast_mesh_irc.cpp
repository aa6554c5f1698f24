#include "traffic/row/row_support.h"
#include "traffic/schedule/messages.h"
#include "traffic/steps/worms.h"
#include "traffic/theory/distance.h"

namespace flitcast {
namespace rows::broadcast_mesh_irc {

constexpr int kX = 0;
constexpr int kY = 1;

void validate(const RowRequest& request) {
  check_mesh_2d(request);
  check_rows_first(request);
}

void validate_corner(const RowRequest& request) {
  check_mesh_2d(request);
  if (const NodeId corner = nearest_corner(request.topology, request.root);
      corner != request.root) {
    throw ParameterError("traffic.root", std::to_string(request.root) + " is not a corner of " +
                                             request.topology.describe() + "; the nearest is " +
                                             std::to_string(corner));
  }
  check_rows_first(request);
}

/// The three schemes as lists of worms, from the corner that is nearest to the root.
class CornerBroadcast {
 public:
  explicit CornerBroadcast(const RowRequest& request)
      : routing_(request.routing),
        mesh_(request.topology),
        root_(request.root),
        corner_(nearest_corner(mesh_, root_)) {}

  void fill_unicast(Round& out) const {
    begin_unicast(out, routing_, root_, corner_);
    out.add_block(news_of(root_));
  }

  /// (C,R): the column of the corner; then from each of its nodes the row.
  void fill_c_r(std::uint64_t round, Round& out) const {
    if (round == 0) {
      inform(out, corner_, far_end(mesh_, corner_, kY));
    } else {
      for_each_in_line(mesh_, corner_, kY,
                       [&](NodeId node) { inform(out, node, far_end(mesh_, node, kX)); });
    }
  }

  /// (RC,C): the row of the corner and the far column; then from the other nodes of the row their
  /// columns.
  void fill_rc_c(std::uint64_t round, Round& out) const {
    const NodeId turn = far_end(mesh_, corner_, kX);
    if (round == 0) {
      inform(out, corner_, far_end(mesh_, turn, kY));
      return;
    }
    for_each_in_line(mesh_, corner_, kX, [&](NodeId node) {
      if (node != turn) {
        inform(out, node, far_end(mesh_, node, kY));
      }
    });
  }

  /// (RC,R): as (RC,C), but then from the far column back along all rows other than the corner's.
  void fill_rc_r(std::uint64_t round, Round& out) const {
    const NodeId turn = far_end(mesh_, corner_, kX);
    if (round == 0) {
      inform(out, corner_, far_end(mesh_, turn, kY));
      return;
    }
    for_each_in_line(mesh_, turn, kY, [&](NodeId node) {
      if (node != turn) {
        inform(out, node, far_end(mesh_, node, kX));
      }
    });
  }

 private:
  void inform(Round& out, NodeId from, NodeId last) const {
    inform_way(out, routing_, root_, from, last);
  }

  const Routing& routing_;
  const Topology& mesh_;
  NodeId root_;
  NodeId corner_;
};

using FillScheme = void (CornerBroadcast::*)(std::uint64_t round, Round& out) const;

FillScheme scheme_of(const RowRequest& request) {
  if (request.variant == "RC-C") {
    return &CornerBroadcast::fill_rc_c;
  }
  return request.variant == "RC-R" ? &CornerBroadcast::fill_rc_r : &CornerBroadcast::fill_c_r;
}

bool from_corner(const RowRequest& request) {
  return nearest_corner(request.topology, request.root) == request.root;
}

/// A single row or column is informed by one worm: the first of RC-C and RC-R, and of C-R the one
/// along the only line.
bool single_line(const Topology& mesh) {
  return mesh.side(kX) == 1 || mesh.side(kY) == 1;
}

void lay(const RowRequest& request, Schedule& schedule) {
  const FillScheme scheme = scheme_of(request);
  const bool no_columns = scheme == &CornerBroadcast::fill_c_r && request.topology.side(kY) == 1;
  const std::uint64_t unicasts = from_corner(request) ? 0 : 1;
  schedule.rounds = unicasts + (single_line(request.topology) ? 1 : 2);
  schedule.fill = [broadcast = CornerBroadcast(request), scheme, unicasts,
                   first = no_columns ? 1U : 0U](std::uint64_t round, Round& out) {
    if (round < unicasts) {
      broadcast.fill_unicast(out);
    } else {
      (broadcast.*scheme)(first + round - unicasts, out);
    }
  };
}

/// A worm that all nodes on its way absorb has an address for each of its links, and one less where
/// it passes the root on its way from the corner. That counts where no other worm of the round is
/// as long.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  if (request.stores_and_forwards()) {
    return std::nullopt;
  }
  const Topology& mesh = request.topology;
  const std::int64_t columns = mesh.side(kX);
  const std::int64_t rows = mesh.side(kY);
  const NodeId corner = nearest_corner(mesh, request.root);
  const bool aside = corner != request.root;
  const bool in_row = aside && mesh.coordinate(request.root, kY) == mesh.coordinate(corner, kY);
  const bool in_column = aside && mesh.coordinate(request.root, kX) == mesh.coordinate(corner, kX);
  const std::int64_t both_lines = columns + rows - 2;
  const FillScheme scheme = scheme_of(request);
  Coefficients cost;
  add_worm_round(cost, distance(mesh, request.root, corner), 1);
  if (single_line(mesh)) {
    add_worm_round(cost, both_lines, both_lines - (aside ? 1 : 0));
  } else if (scheme == &CornerBroadcast::fill_c_r) {
    add_worm_round(cost, rows - 1, rows - 1 - (in_column ? 1 : 0));
    add_worm_round(cost, columns - 1, columns - 1);
  } else if (scheme == &CornerBroadcast::fill_rc_c) {
    add_worm_round(cost, both_lines, both_lines - (in_row ? 1 : 0));
    add_worm_round(cost, rows - 1, rows - 1 - (in_column && columns == 2 ? 1 : 0));
  } else {
    add_worm_round(cost, both_lines, both_lines - (in_row ? 1 : 0));
    add_worm_round(cost, columns - 1, columns - 1);
  }
  return cost;
}

Row scheme_row() {
  Row row{};
  row.operation = &operations::broadcast();
  row.topologies = "two-dimensional mesh";
  row.variants = {"C-R", "RC-C", "RC-R"};
  row.model.irc = true;
  row.closed_form = closed_form;
  return row;
}

}  // namespace rows::broadcast_mesh_irc

Row oab_mesh_irc_corner() {
  Row row = rows::broadcast_mesh_irc::scheme_row();
  row.id = "oab-mesh-irc-corner";
  row.number = "M7";
  row.source = "Tvrdík CS838 §12 \"One-to-all broadcast with IRC\", figures (a) and (b)";
  row.conditions = "2 nodes or more; the root is a corner; not with descending routing";
  row.definition =
      "Worms that every node on their way absorbs. C-R: the root's column, then all rows; RC-C: "
      "the root's row and the far column, then the other columns; RC-R: the same, then the other "
      "rows from the far column back.";
  row.rounds = "2 (1 if a = 1 or b = 1)";
  row.latency =
      "2·t_s + D·t_d + 2·μ·t_m + (D-2)·t_m on a columns and b rows; C-R: D = a+b-2, RC-C: D = "
      "a+2b-3, RC-R: D = 2a+b-3; one round of D = a+b-2 if a = 1 or b = 1";
  row.validate = rows::broadcast_mesh_irc::validate_corner;
  row.lay = rows::broadcast_mesh_irc::lay;
  return row;
}

Row oab_mesh_irc_3round() {
  Row row = rows::broadcast_mesh_irc::scheme_row();
  row.id = "oab-mesh-irc-3round";
  row.number = "M8";
  row.source = "Tvrdík CS838 §12 \"One-to-all broadcast with IRC\", from an arbitrary node";
  row.conditions = "2 nodes or more; not with descending routing";
  row.definition =
      "A unicast to the nearest corner, then the worms of the broadcast from there (C-R, RC-C or "
      "RC-R), which pass the root without leaving a copy. From a corner those worms alone.";
  row.rounds = "3 (2 from a corner; one less if a = 1 or b = 1)";
  row.latency =
      "3·t_s + (c+D)·t_d + 3·μ·t_m + (D-2)·t_m with c links to the corner and D as from there: "
      "C-R a+b-2, RC-C a+2b-3, RC-R 2a+b-3; one t_m less for every round whose only longest worm "
      "passes the root";
  row.validate = rows::broadcast_mesh_irc::validate;
  row.lay = rows::broadcast_mesh_irc::lay;
  return row;
}

}  // namespace flitcast
