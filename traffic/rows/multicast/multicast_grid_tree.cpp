#include "traffic/row/row_support.h"
#include "traffic/steps/worms.h"

namespace flitcast {
namespace rows::multicast_grid_tree {

void lay(const RowRequest& request, Schedule& schedule) {
  lay_tree(request, request.parameters.destinations, schedule);
}

std::optional<Coefficients> closed_form(const RowRequest& request) {
  return cost_of_tree(request, request.parameters.destinations);
}

}  // namespace rows::multicast_grid_tree

Row mc_grid_tree() {
  Row row = tree_row(operations::multicast());
  row.id = "mc-grid-tree";
  row.source = "multicast of Tenstorrent's networks on chip, with dimension-order trees";
  row.conditions = "2 nodes or more; one destination or more";
  row.definition =
      "One worm from the root that forks along base routes to the destinations, those of a "
      "rectangle or any others.";
  row.parameters = {"traffic.destinations"};
  row.lay = rows::multicast_grid_tree::lay;
  row.closed_form = rows::multicast_grid_tree::closed_form;
  return row;
}

}  // namespace flitcast
