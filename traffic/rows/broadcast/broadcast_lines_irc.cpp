#include <algorithm>

#include "traffic/row/row_support.h"
#include "traffic/schedule/messages.h"
#include "traffic/steps/worms.h"
#include "traffic/theory/distance.h"

// Broadcasts with the intermediate reception capability whose worms run along one dimension each:
// line by line, every node that has the message informs its line.

namespace flitcast {
namespace rows::broadcast_lines_irc {

constexpr int kX = 0;
constexpr int kY = 1;

/// The dimensions along which there is anybody to inform, the last one first.
std::vector<int> long_dimensions(const Topology& mesh) {
  std::vector<int> dimensions;
  for (int d = mesh.dimensions() - 1; d >= 0; --d) {
    if (mesh.side(d) > 1) {
      dimensions.push_back(d);
    }
  }
  return dimensions;
}

void lay_nd(const RowRequest& request, Schedule& schedule) {
  const Topology& mesh = request.topology;
  const NodeId corner = nearest_corner(mesh, request.root);
  const std::uint64_t unicasts = corner == request.root ? 0 : 1;
  std::vector<int> dimensions = long_dimensions(mesh);
  schedule.rounds = unicasts + dimensions.size();
  schedule.fill = [&mesh, &routing = request.routing, root = request.root, corner, unicasts,
                   dimensions = std::move(dimensions)](std::uint64_t round, Round& out) {
    if (round < unicasts) {
      begin_unicast(out, routing, root, corner);
      out.add_block(news_of(root));
      return;
    }
    const std::uint64_t done = round - unicasts;
    for_each_in_subgrid(mesh, corner, {dimensions.data(), done}, [&](NodeId node) {
      inform_way(out, routing, root, node, far_end(mesh, node, dimensions[done]));
    });
  };
}

/// Only the worm that starts in the corner is alone in its round; where the root is on its line it
/// has one address less.
std::optional<Coefficients> closed_form_nd(const RowRequest& request) {
  if (request.stores_and_forwards()) {
    return std::nullopt;
  }
  const Topology& mesh = request.topology;
  const NodeId root = request.root;
  const NodeId corner = nearest_corner(mesh, root);
  Coefficients cost;
  add_worm_round(cost, distance(mesh, root, corner), 1);
  bool alone = true;
  for (const int d : long_dimensions(mesh)) {
    const std::int64_t hops = std::int64_t{mesh.side(d)} - 1;
    const bool passes_root = alone && corner != root &&
                             mesh.with_coordinate(root, d, mesh.coordinate(corner, d)) == corner;
    add_worm_round(cost, hops, hops - (passes_root ? 1 : 0));
    alone = false;
  }
  return cost;
}

bool unidirectional(const RowRequest& request) {
  return request.variant == "unidirectional";
}

/// Worms up and down the ring of `node`, each to the nodes that are nearer that way; those in the
/// middle of an even ring are informed by the one that goes up.
void inform_ring(Round& out, const Routing& routing, NodeId root, NodeId node, int d) {
  const Topology& torus = routing.topology();
  const std::uint32_t side = torus.side(d);
  const std::uint32_t at = torus.coordinate(node, d);
  inform_way(out, routing, root, node, torus.with_coordinate(node, d, (at + side / 2) % side));
  inform_way(out, routing, root, node, torus.with_coordinate(node, d, (at + side / 2 + 1) % side));
}

/// One worm up the ring of `node` to all others in it.
void inform_ring_upwards(Round& out, const Routing& routing, NodeId root, NodeId node, int d) {
  const Topology& torus = routing.topology();
  const std::uint32_t side = torus.side(d);
  out.begin(node);
  for (std::uint32_t hop = 1; hop < side; ++hop) {
    const NodeId next = torus.with_coordinate(node, d, (torus.coordinate(node, d) + hop) % side);
    out.add_hop(next);
    out.add_destination(next);
  }
  out.add_block(news_of(root));
}

void lay_torus(const RowRequest& request, Schedule& schedule) {
  const bool upwards = unidirectional(request);
  schedule.rounds = 2;
  schedule.rings = upwards ? RingTravel::kUpwards : RingTravel::kMinimal;
  schedule.fill = [&routing = request.routing, root = request.root,
                   inform = upwards ? inform_ring_upwards : inform_ring](std::uint64_t round,
                                                                         Round& out) {
    if (round == 0) {
      inform(out, routing, root, root, kX);
    } else {
      for_each_in_line(routing.topology(), root, kX,
                       [&](NodeId node) { inform(out, routing, root, node, kY); });
    }
  };
}

std::optional<Coefficients> closed_form_torus(const RowRequest& request) {
  if (request.stores_and_forwards()) {
    return std::nullopt;
  }
  Coefficients cost;
  for (const std::int64_t side : request.topology.sides()) {
    const std::int64_t hops = unidirectional(request) ? side - 1 : side / 2;
    add_worm_round(cost, hops, hops);
  }
  return cost;
}

/// Worms from `node` to both ends of its line.
void inform_line(Round& out, const Routing& routing, NodeId root, NodeId node, int d) {
  const Topology& mesh = routing.topology();
  inform_way(out, routing, root, node, mesh.with_coordinate(node, d, mesh.side(d) - 1));
  inform_way(out, routing, root, node, mesh.with_coordinate(node, d, 0));
}

void lay_allport(const RowRequest& request, Schedule& schedule) {
  const Topology& mesh = request.topology;
  schedule.rounds = mesh.side(kX) == 1 || mesh.side(kY) == 1 ? 1 : 2;
  schedule.fill = [&routing = request.routing, root = request.root](std::uint64_t round,
                                                                    Round& out) {
    if (round == 0) {
      inform_line(out, routing, root, root, kX);
      inform_line(out, routing, root, root, kY);
      return;
    }
    for_each_in_line(routing.topology(), root, kX, [&](NodeId node) {
      if (node != root) {
        inform_line(out, routing, root, node, kY);
      }
    });
  };
}

std::optional<Coefficients> closed_form_allport(const RowRequest& request) {
  if (request.stores_and_forwards()) {
    return std::nullopt;
  }
  const Topology& mesh = request.topology;
  const auto longest = [&](int d) {
    const std::int64_t below = mesh.coordinate(request.root, d);
    return std::max(below, mesh.side(d) - 1 - below);
  };
  const std::int64_t first = std::max(longest(kX), longest(kY));
  Coefficients cost;
  add_worm_round(cost, first, first);
  if (mesh.side(kX) > 1) {
    add_worm_round(cost, longest(kY), longest(kY));
  }
  return cost;
}

}  // namespace rows::broadcast_lines_irc

Row oab_mesh_nd_irc() {
  Row row{};
  row.id = "oab-mesh-nd-irc";
  row.number = "M10";
  row.operation = &operations::broadcast();
  row.topologies = "mesh of any dimension, line";
  row.source = "Tvrdík CS838 §12 \"One-to-all broadcast with IRC\", n-dimensional meshes";
  row.conditions = "2 nodes or more";
  row.definition =
      "A unicast to the nearest corner; then, dimension by dimension, the last one first, every "
      "node that has the message sends a worm along its line, absorbed by all but the root.";
  row.rounds = "n+1 (n from a corner), n counting the sides of 2 nodes or more";
  row.latency =
      "R·t_s + (c+Σ(z-1))·t_d + R·μ·t_m + Σ(z-2)·t_m with c links to the corner, R = n+1, or n "
      "where c = 0; one t_m less where the first worm passes the root";
  row.model.irc = true;
  row.validate = check_mesh;
  row.lay = rows::broadcast_lines_irc::lay_nd;
  row.closed_form = rows::broadcast_lines_irc::closed_form_nd;
  return row;
}

Row oab_torus2d_irc() {
  Row row{};
  row.id = "oab-torus2d-irc";
  row.number = "M11";
  row.operation = &operations::broadcast();
  row.topologies = "two-dimensional torus";
  row.source = "Tvrdík CS838 §12 \"One-to-all broadcast with IRC\", two-dimensional tori";
  row.conditions = "allport: two ports or more";
  row.definition =
      "Worms around the root's row, then around all columns. allport: two a ring, of ⌊z/2⌋ and "
      "⌈z/2⌉-1 links; unidirectional: one of z-1 links, in dimension-order routing that only goes "
      "up, over one port.";
  row.rounds = "2";
  row.latency =
      "2·t_s + D·t_d + 2·μ·t_m + (D-2)·t_m; allport: D = ⌊a/2⌋+⌊b/2⌋, unidirectional: D = a+b-2";
  row.variants = {"allport", "unidirectional"};
  row.one_port_variant = "unidirectional";
  row.model.ports = RowModel::kAllPorts;
  row.model.irc = true;
  row.validate = check_torus_2d;
  row.lay = rows::broadcast_lines_irc::lay_torus;
  row.closed_form = rows::broadcast_lines_irc::closed_form_torus;
  return row;
}

Row oab_mesh_irc_allport() {
  Row row{};
  row.id = "oab-mesh-irc-allport";
  row.number = "M19";
  row.operation = &operations::broadcast();
  row.topologies = "two-dimensional mesh";
  row.source = "after Tvrdík CS838 §12 \"One-to-all broadcast with IRC\"; all-port";
  row.conditions =
      "2 nodes or more; a port for each of the root's links; not with descending routing";
  row.definition =
      "The root sends worms along its row and column, both ways at once; then all other nodes of "
      "the row along their columns.";
  row.rounds = "2 (1 if a = 1 or b = 1)";
  row.latency =
      "2·t_s + D·t_d + 2·μ·t_m + (D-2)·t_m with D = max(x, y) + y, where x and y are the longer "
      "ways to an end of the root's row and column; one round of D = max(x, y) if a = 1 or b = 1";
  row.model.ports = RowModel::kAllPorts;
  row.model.irc = true;
  row.validate = check_mesh_2d;
  row.lay = rows::broadcast_lines_irc::lay_allport;
  row.closed_form = rows::broadcast_lines_irc::closed_form_allport;
  return row;
}

}  // namespace flitcast
