#include "traffic/steps/worms.h"

namespace flitcast {

void inform_way(Round& round, const Routing& routing, NodeId root, NodeId from, NodeId last) {
  add_worm(round, routing, from, last, news_of(root), [&](NodeId node) { return node != root; });
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
