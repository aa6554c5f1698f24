#include "traffic/row/row_support.h"
#include "traffic/steps/hypercube_phases.h"

namespace flitcast {
namespace rows::broadcast_tree {

std::uint32_t depth_of(const RowRequest& request) {
  return *request.topology.tree_depth();
}

/// The steps of a hypercube of as many dimensions, whose labels are those of the leaves, over the
/// switches. Before step i every subtree of 2^(d − i + 1) leaves has one informed leaf, whose
/// message stays in it: the messages of a round share no link.
void lay(const RowRequest& request, Schedule& schedule) {
  const auto depth = static_cast<int>(depth_of(request));
  schedule.rounds = depth_of(request);
  schedule.fill = [&routing = request.routing, depth, root = request.root](std::uint64_t round,
                                                                           Round& out) {
    add_broadcast_step(hypercube_step(depth, round, RoutingOrder::kDescending), root, routing, out);
  };
}

/// All messages of step i = 1 … d go over 2(d − i + 1) links, which are d(d + 1) in all.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  if (request.stores_and_forwards()) {
    return std::nullopt;
  }
  const std::int64_t depth = depth_of(request);
  Coefficients cost;
  cost.t_s = depth;
  cost.t_d = depth * (depth + 1);
  cost.mu_t_m = depth;
  return cost;
}

}  // namespace rows::broadcast_tree

Row oab_tree() {
  Row row{};
  row.id = "oab-tree";
  row.number = "M16";
  row.operation = &operations::broadcast();
  row.topologies = "tree";
  row.source = "Grama et al. ch. 4, one-to-all broadcast on a balanced binary tree";
  row.conditions = "d ≥ 1";
  row.definition =
      "Recursive halving among the p leaves of a complete binary tree: in step i every informed "
      "leaf informs the one at stride p/2^i, over the switches.";
  row.rounds = "d";
  row.latency = "d·t_s + d(d+1)·t_d + d·μ·t_m";
  row.validate = check_tree;
  row.lay = rows::broadcast_tree::lay;
  row.closed_form = rows::broadcast_tree::closed_form;
  return row;
}

}  // namespace flitcast
