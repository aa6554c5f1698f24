#include <algorithm>
#include <utility>

#include "traffic/row/row_support.h"
#include "traffic/steps/scatter_queues.h"

namespace flitcast {
namespace rows::scatter_grid {

constexpr const char* kSource = "Tvrdík CS838 §12 \"Noncombining model\"";

// --- S1: unicasts -------------------------------------------------------------------------------

void lay_unicasts(const RowRequest& request, Schedule& schedule) {
  const RootedTree tree = base_route_tree(request.routing, request.root);
  lay_queues(tree, farthest_first_queue(tree), Travel::kWorm, schedule);
}

/// Of the nodes on a line or ring from one of them.
std::int64_t sum_of_distances(std::int64_t side, std::int64_t place, bool wraps) {
  const std::int64_t above = side - 1 - place;
  return wraps ? side * side / 4 : (place * (place + 1) + above * (above + 1)) / 2;
}

/// In every dimension the sum of distances on the root's line counts for all lines along it.
std::int64_t sum_of_distances(const Topology& topology, NodeId root) {
  const std::int64_t nodes = topology.nodes();
  std::int64_t sum = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const std::int64_t side = topology.side(d);
    sum += nodes / side * sum_of_distances(side, topology.coordinate(root, d), topology.wraps());
  }
  return sum;
}

std::optional<Coefficients> cost_of_unicasts(const RowRequest& request) {
  Coefficients cost;
  cost.t_s = std::int64_t{request.topology.nodes()} - 1;
  cost.t_d = sum_of_distances(request.topology, request.root);
  cost.mu_t_m = request.stores_and_forwards() ? cost.t_d : cost.t_s;
  return cost;
}

// --- S2 and S3: rings ---------------------------------------------------------------------------

/// Upwards to all nodes, whatever the distance.
RootedTree one_way_round(const RowRequest& request) {
  const NodeId z = request.topology.nodes();
  std::vector<NodeId> parents(z);
  for (NodeId node = 0; node < z; ++node) {
    parents[node] = node == request.root ? node : (node + z - 1) % z;
  }
  return RootedTree(std::move(parents));
}

/// The base routes go up to the nodes at distances to ⌊z/2⌋, else down.
void lay_ring(const RowRequest& request, Schedule& schedule) {
  const bool both = request.all_port();
  const RootedTree tree =
      both ? base_route_tree(request.routing, request.root) : one_way_round(request);
  lay_queues(tree, farthest_first_queues(tree), Travel::kPipeline, schedule);
}

std::optional<Coefficients> cost_of_ring(const RowRequest& request) {
  const std::int64_t z = request.topology.nodes();
  return pipelined_cost(request.all_port() ? z / 2 : z - 1);
}

// --- S4: grids of any dimension -----------------------------------------------------------------

void validate_grid(const RowRequest& request) {
  if (!request.topology.is_grid()) {
    refuse_kind(request, "mesh, torus, line or ring");
  }
  if (!request.topology.wraps()) {
    check_mesh(request);
  }
}

void lay_grid(const RowRequest& request, Schedule& schedule) {
  const RootedTree tree = base_route_tree(request.routing, request.root);
  lay_queues(tree, request.all_port() ? farthest_first_queues(tree) : farthest_first_queue(tree),
             Travel::kPipeline, schedule);
}

/// The subtree behind the root's link up or down a dimension has the nodes that way on the root's
/// line along it, and, for each of them, all nodes of the dimensions that routes take later.
std::int64_t largest_subtree(const RowRequest& request) {
  const Topology& grid = request.topology;
  const bool ascending = request.routing.order() == RoutingOrder::kAscending;
  std::int64_t later = 1;
  std::int64_t largest = 0;
  for (int i = 0; i < grid.dimensions(); ++i) {
    const int d = ascending ? grid.dimensions() - 1 - i : i;  // that taken last comes first
    const std::int64_t side = grid.side(d);
    const std::int64_t place = grid.wraps() ? side / 2 : grid.coordinate(request.root, d);
    largest = std::max(largest, later * std::max(place, side - 1 - place));
    later *= side;
  }
  return largest;
}

std::optional<Coefficients> cost_of_grid(const RowRequest& request) {
  return pipelined_cost(request.all_port() ? largest_subtree(request)
                                           : std::int64_t{request.topology.nodes()} - 1);
}

}  // namespace rows::scatter_grid

Row oas_grid_wh() {
  Row row{};
  row.id = "oas-grid-wh";
  row.number = "S1";
  row.operation = &operations::one_to_all_scatter();
  row.topologies = "hypercube, mesh, torus, ring, line";
  row.source = rows::scatter_grid::kSource;
  row.conditions = "2 nodes or more";
  row.definition = "The root sends a unicast to every other node, one after the other.";
  row.rounds = "N - 1";
  row.latency = "(N-1)·(t_s + μ·t_m) + (sum of all distances from the root)·t_d";
  row.validate = check_direct_network;
  row.lay = rows::scatter_grid::lay_unicasts;
  row.closed_form = rows::scatter_grid::cost_of_unicasts;
  return row;
}

Row oas_ring_sf() {
  Row row{};
  row.id = "oas-ring-sf";
  row.number = "S2, S3";
  row.operation = &operations::one_to_all_scatter();
  row.topologies = "ring, one-dimensional torus";
  row.source = rows::scatter_grid::kSource;
  row.conditions = "3 nodes or more";
  row.definition =
      "Packets in a pipeline, the farthest first: with one port one way round the whole ring, with "
      "all ports both ways, up for distances to ⌊z/2⌋, else down.";
  row.rounds = "z - 1; all-port ⌊z/2⌋";
  row.latency = "R·(t_s + t_d + μ·t_m), R rounds";
  row.model.switching = Switching::kStoreAndForward;
  row.validate = check_ring;
  row.lay = rows::scatter_grid::lay_ring;
  row.closed_form = rows::scatter_grid::cost_of_ring;
  return row;
}

Row oas_grid_sf() {
  Row row{};
  row.id = "oas-grid-sf";
  row.number = "S4";
  row.operation = &operations::one_to_all_scatter();
  row.topologies = "mesh and torus of any dimension, line, ring";
  row.source = rows::scatter_grid::kSource;
  row.conditions = "2 nodes or more";
  row.definition =
      "Packets hop along their base routes, one hop a round, the farthest first; one of them "
      "leaves the root in a round, with all ports one on each of its links.";
  row.rounds = "N - 1; all-port the largest subtree of the base routes";
  row.latency = "R·(t_s + t_d + μ·t_m), R rounds";
  row.model.switching = Switching::kStoreAndForward;
  row.validate = rows::scatter_grid::validate_grid;
  row.lay = rows::scatter_grid::lay_grid;
  row.closed_form = rows::scatter_grid::cost_of_grid;
  return row;
}

}  // namespace flitcast
