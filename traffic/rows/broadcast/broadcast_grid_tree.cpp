#include "traffic/row/row_support.h"
#include "traffic/steps/worms.h"

namespace flitcast {
namespace rows::broadcast_grid_tree {

std::vector<NodeId> others(const RowRequest& request) {
  std::vector<NodeId> nodes;
  nodes.reserve(request.topology.processors());
  for (NodeId node = 0; node < request.topology.processors(); ++node) {
    if (node != request.root) {
      nodes.push_back(node);
    }
  }
  return nodes;
}

void lay(const RowRequest& request, Schedule& schedule) {
  lay_tree(request, others(request), schedule);
}

std::optional<Coefficients> closed_form(const RowRequest& request) {
  return cost_of_tree(request, others(request));
}

}  // namespace rows::broadcast_grid_tree

Row oab_grid_rectangle() {
  Row row = tree_row(operations::broadcast());
  row.id = "oab-grid-rectangle";
  row.source = "rectangle broadcast of Tenstorrent's networks on chip, with dimension-order trees";
  row.conditions = "2 nodes or more";
  row.definition =
      "One worm from the root to all nodes: a spine along the dimension that is routed first, from "
      "whose nodes branches leave along the others.";
  row.lay = rows::broadcast_grid_tree::lay;
  row.closed_form = rows::broadcast_grid_tree::closed_form;
  return row;
}

}  // namespace flitcast
