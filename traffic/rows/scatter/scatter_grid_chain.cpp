#include <utility>

#include "traffic/row/row_support.h"
#include "traffic/steps/chain.h"
#include "traffic/steps/dual_row.h"

// One-to-all scatter by recursive halving of a chain of all nodes, and gather, its dual.

namespace flitcast {
namespace rows::scatter_grid_chain {

void lay(const RowRequest& request, Schedule& schedule) {
  Chain chain = Chain::of_all(request);
  schedule.rounds = chain.rounds();
  schedule.fill = [root = request.root, chain = std::move(chain)](std::uint64_t round, Round& out) {
    chain.for_each_message(round, [&](NodeId from, NodeId to, Span<NodeId> half) {
      chain.begin(out, from, to);
      for (const NodeId final : half) {
        out.add_block(make_block(root, final));
      }
    });
  };
}

std::optional<Coefficients> closed_form(const RowRequest& request) {
  return Chain::of_all(request).cost(request, 1, [](std::size_t half) { return half; });
}

}  // namespace rows::scatter_grid_chain

Row scatter_grid() {
  Row row{};
  row.id = "scatter-grid";
  row.operation = &operations::one_to_all_scatter();
  row.topologies = "mesh and torus of any dimension, line, ring";
  row.source =
      "Barnett, Shuler, Gupta, Payne, van de Geijn and Watts, \"Building a high-performance "
      "collective communication library\", SC 1994: scatter along a minimum spanning tree";
  row.conditions = "2 nodes or more";
  row.definition =
      "All nodes, sorted by coordinates in the order of routing, are cut into halves, the larger "
      "one where the packets are; their holder sends those of the other half to its nearest node, "
      "and both halves go on. A torus is cut open to a mesh with the root in the middle.";
  row.rounds = "⌈log2 N⌉";
  row.latency =
      "R·t_s + D·t_d + W·μ·t_m: R rounds, whose slowest messages go D links with W packets "
      "together; W ≤ N-1";
  row.combining = true;
  row.validate = check_grid;
  row.lay = rows::scatter_grid_chain::lay;
  row.closed_form = rows::scatter_grid_chain::closed_form;
  return row;
}

Row gather_grid() {
  Row row = dual_of(scatter_grid());
  row.id = "gather-grid";
  row.definition =
      "The scatter of scatter-grid backwards: who has packets sends all of them to a node of the "
      "other half of ever longer parts of a chain of all nodes, along the ways of the scatter.";
  return row;
}

}  // namespace flitcast
