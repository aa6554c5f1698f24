#include "traffic/steps/worms.h"

#include <algorithm>
#include <utility>

#include "traffic/row/row_support.h"
#include "traffic/schedule/messages.h"
#include "traffic/theory/distance.h"

namespace flitcast {

void inform_way(Round& round, const Routing& routing, NodeId root, NodeId from, NodeId last) {
  add_worm(round, routing, from, last, news_of(root), [&](NodeId node) { return node != root; });
}

void lay_tree(const RowRequest& request, std::vector<NodeId> destinations, Schedule& schedule) {
  schedule.rounds = destinations.empty() ? 0 : 1;
  schedule.fill = [&routing = request.routing, root = request.root,
                   destinations = std::move(destinations)](std::uint64_t /*round*/, Round& out) {
    for (const NodeId node : destinations) {
      begin_unicast(out, routing, root, node);
      out.add_block(news_of(root));
      if (node != destinations.front()) {
        out.join();
      }
    }
  };
}

std::optional<Coefficients> cost_of_tree(const RowRequest& request,
                                         const std::vector<NodeId>& destinations) {
  if (request.stores_and_forwards()) {
    return std::nullopt;
  }
  const std::vector<std::int64_t> hops = distances_from(request.topology, request.root);
  std::int64_t farthest = 0;
  for (const NodeId node : destinations) {
    farthest = std::max(farthest, hops[node]);
  }
  Coefficients cost;
  add_worm_round(cost, farthest, 1);
  return cost;
}

Row tree_row(const OperationKind& kind) {
  Row row{};
  row.operation = &kind;
  row.topologies = "mesh or torus of any dimension, line, ring";
  row.rounds = "1";
  row.latency = "t_s + D·t_d + μ·t_m with D links to the farthest of them";
  row.model.forks = Forks::kReserved;
  row.validate = check_grid;
  return row;
}

NodeId far_end(const Topology& mesh, NodeId node, int d) {
  return mesh.with_coordinate(node, d, mesh.coordinate(node, d) == 0 ? mesh.side(d) - 1 : 0);
}

NodeId nearest_corner(const Topology& mesh, NodeId node) {
  for (int d = 0; d < mesh.dimensions(); ++d) {
    const bool upper_half = 2 * mesh.coordinate(node, d) >= mesh.side(d);
    node = mesh.with_coordinate(node, d, upper_half ? mesh.side(d) - 1 : 0);
  }
  return node;
}

void add_worm_round(Coefficients& cost, std::int64_t hops, std::int64_t addresses) {
  if (hops == 0) {
    return;
  }
  cost.t_s += 1;
  cost.t_d += hops;
  cost.mu_t_m += 1;
  cost.t_m += addresses - 1;
}

void check_rows_first(const RowRequest& request) {
  if (request.routing.order() != RoutingOrder::kAscending) {
    throw ParameterError("router.routing",
                         "descending turns from columns to rows, and the worms turn from rows to "
                         "columns; take ascending");
  }
}

}  // namespace flitcast
