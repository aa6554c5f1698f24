#include <utility>

#include "traffic/row/row_support.h"
#include "traffic/steps/chain.h"
#include "traffic/steps/dual_row.h"

// One-to-all scatter by recursive halving of a chain of all nodes, and gather, its dual.

namespace flitcast {
namespace rows::scatter_grid_chain {

void lay(const RowRequest& request, Schedule& schedule) {
  Chain chain = chain_of_grid(request, request.root);
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
  return chain_of_grid(request, request.root).cost(request, 1, [](std::size_t half) {
    return half;
  });
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
      "Recursive halving, the larger half where the packets are: of the lines of a dimension after "
      "the other, in messages along them (lines), or of all nodes, sorted by coordinates in the "
      "order of routing, in messages to the nearest one of the other half (chain). A torus is cut "
      "open to a mesh, which has the root in the middle, or begins with it.";
  row.rounds = "lines: Σ⌈log2 z_i⌉; chain: ⌈log2 N⌉";
  row.latency =
      "R·t_s + D·t_d + W·μ·t_m: R rounds, whose slowest messages go D links with W packets "
      "together; lines W = N-1";
  row.combining = true;
  row.variants = {"lines", "chain"};
  row.validate = check_grid;
  row.lay = rows::scatter_grid_chain::lay;
  row.closed_form = rows::scatter_grid_chain::closed_form;
  return row;
}

Row gather_grid() {
  Row row = dual_of(scatter_grid(), {"lines", "chain"});
  row.id = "gather-grid";
  row.definition =
      "The scatter of scatter-grid backwards: who has packets sends all of them to a node of the "
      "other half of ever longer parts of a line or of the chain, along the ways of the scatter.";
  return row;
}

}  // namespace flitcast
