#include <utility>

#include "traffic/row/row_support.h"
#include "traffic/rows/rows.h"
#include "traffic/steps/chain.h"
#include "traffic/steps/dual_row.h"

// What goes up the chain of a broadcast on a grid, and down again: short messages, as often as
// there is nothing better than few start-ups.

namespace flitcast {
namespace rows::allreduce_grid_chain {

/// By lines ways from the node in the middle are the shortest; a chain has its source first.
Chain chain_of(const RowRequest& request) {
  const Topology& grid = request.topology;
  NodeId source = 0;
  for (int d = 0; d < grid.dimensions() && request.variant != "chain"; ++d) {
    source = grid.with_coordinate(source, d, (grid.side(d) - 1) / 2);
  }
  return chain_of_grid(request, source);
}

void lay(const RowRequest& request, Schedule& schedule) {
  Schedule down;
  down.operation.kind = &operations::broadcast();
  lay_chain_broadcast(chain_of(request), make_block(0, Block::kEveryone), down);
  lay_up_and_down(std::move(down), schedule);
}

/// What comes up is added.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  const Coefficients half = chain_of(request).cost(request);
  Coefficients cost = half;
  cost += half;
  cost.mu_t_op = half.t_s;
  return cost;
}

Row sweeping_row() {
  Row row{};
  row.topologies = "mesh and torus of any dimension, line, ring";
  row.conditions = "2 nodes or more";
  row.rounds = "lines: 2Σ⌈log2 z_i⌉; chain: 2⌈log2 N⌉";
  row.latency =
      "2R·t_s + 2D·t_d + 2R·μ·t_m + R·μ·t_op with R and D as in oab-grid-chain from the middle, "
      "chain: node 0; store-and-forward 2D·μ·t_m";
  row.variants = {"lines", "chain"};
  row.validate = check_grid;
  row.lay = lay;
  row.closed_form = closed_form;
  return row;
}

}  // namespace rows::allreduce_grid_chain

Row aor_grid_chain() {
  Row row = dual_of(oab_grid_chain(), {"lines", "chain"});
  row.id = "aor-grid-chain";
  row.definition =
      "The broadcast of oab-grid-chain backwards: partial sums go to the nearest node of the other "
      "half of ever longer parts of a line or of the chain.";
  row.latency =
      "R·t_s + D·t_d + R·μ·t_m + R·μ·t_op with R and D as in oab-grid-chain; store-and-forward "
      "D·μ·t_m";
  return row;
}

Row allreduce_grid_chain() {
  Row row = rows::allreduce_grid_chain::sweeping_row();
  row.id = "allreduce-grid-chain";
  row.operation = &operations::all_reduce();
  row.source =
      "Barnett, Littlefield, Payne and van de Geijn, \"Global combine on mesh architectures with "
      "wormhole routing\", IPPS 1993: combine of short vectors";
  row.definition =
      "The reduction of aor-grid-chain to one node, then the broadcast of oab-grid-chain from "
      "there: "
      "few start-ups, for short vectors of any length.";
  return row;
}

Row barrier_grid_chain() {
  Row row = rows::allreduce_grid_chain::sweeping_row();
  row.id = "barrier-grid-chain";
  row.operation = &operations::barrier();
  row.source =
      "Yang and King, \"Designing tree-based barrier synchronization on 2D mesh networks\", IEEE "
      "Trans. Parallel Distrib. Syst. 9(6), 1998: two sweeps over a tree";
  row.definition =
      "Two sweeps: all nodes report to one of them by aor-grid-chain, which lets them go by "
      "oab-grid-chain. No link has two messages, as it has in barrier-dissemination.";
  return row;
}

}  // namespace flitcast
