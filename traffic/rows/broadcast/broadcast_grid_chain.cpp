#include <utility>

#include "traffic/row/row_support.h"
#include "traffic/steps/chain.h"
#include "traffic/steps/pipeline.h"
#include "traffic/theory/distance.h"

// Broadcasts that begin with a chain of all nodes of a grid: of short messages, which are halved
// among them no further, and of long ones.

namespace flitcast {
namespace rows::broadcast_grid_chain {

void lay(const RowRequest& request, Schedule& schedule) {
  lay_chain_broadcast(chain_of_grid(request, request.root),
                      make_block(request.root, Block::kEveryone), schedule);
}

std::optional<Coefficients> closed_form(const RowRequest& request) {
  return chain_of_grid(request, request.root).cost(request);
}

// --- scatter and all-gather ---------------------------------------------------------------------

TorusLayout layout_of(const RowRequest& request) {
  return request.topology.wraps() ? TorusLayout::kNatural : TorusLayout::kFolded;
}

void validate_parts(const RowRequest& request) {
  check_grid(request);
  check_size(operations::all_to_all_broadcast(), request);
  const NodeId nodes = request.topology.nodes();
  check_divides(request, nodes, "the scatter sends " + std::to_string(nodes) + " equal parts");
}

/// Part v of the message is scattered to node v.
void lay_parts(const RowRequest& request, Schedule& schedule) {
  Chain chain = chain_of_grid(request, request.root);
  EmbeddedTorus torus(layout_of(request), request.topology);
  cut_blocks(request.topology.nodes(), schedule);
  schedule.rounds = chain.rounds() + static_cast<std::uint64_t>(links_of_lines(request.topology));
  schedule.fill = [&routing = request.routing, root = request.root, chain = std::move(chain),
                   torus = std::move(torus)](std::uint64_t round, Round& out) {
    const auto add = [&](NodeId part) { out.add_block(make_block(root, Block::kEveryone, part)); };
    if (round >= chain.rounds()) {
      out.set_transfer(Transfer::kCopy);
      fill_all_gather(routing, torus, round - chain.rounds(), out, add);
      return;
    }
    out.set_transfer(Transfer::kMove);
    chain.for_each_message(round, [&](NodeId from, NodeId to, Span<NodeId> half) {
      chain.begin(out, from, to);
      for (const NodeId part : half) {
        add(part);
      }
    });
  };
}

std::optional<Coefficients> cost_of_parts(const RowRequest& request) {
  const NodeId nodes = request.topology.nodes();
  Coefficients cost =
      chain_of_grid(request, request.root).cost(request, nodes, [](std::size_t half) {
        return half;
      });
  cost +=
      pipelines_cost(torus_sides(layout_of(request), request.topology), request.switching, nodes);
  return cost;
}

}  // namespace rows::broadcast_grid_chain

Row oab_grid_chain() {
  Row row{};
  row.id = "oab-grid-chain";
  row.operation = &operations::broadcast();
  row.topologies = "mesh and torus of any dimension, line, ring";
  row.source =
      "McKinley, Xu, Esfahanian and Ni, \"Unicast-based multicast communication in wormhole-routed "
      "networks\", IEEE Trans. Parallel Distrib. Syst. 5(12), 1994 (U-mesh), to all nodes";
  row.conditions = "2 nodes or more";
  row.definition =
      "Recursive halving, the larger half where the message is: of the lines of a dimension after "
      "the other, in messages along them (lines), or of all nodes, sorted by coordinates in the "
      "order of routing, in messages to the nearest one of the other half (chain). A torus is cut "
      "open to a mesh, which has the root in the middle, or begins with it.";
  row.rounds = "lines: Σ⌈log2 z_i⌉; chain: ⌈log2 N⌉";
  row.latency =
      "R·t_s + D·t_d + R·μ·t_m: R rounds, whose longest ways have D links together; in "
      "store-and-forward R·t_s + D·t_d + D·μ·t_m";
  row.variants = {"lines", "chain"};
  row.validate = check_grid;
  row.lay = rows::broadcast_grid_chain::lay;
  row.closed_form = rows::broadcast_grid_chain::closed_form;
  return row;
}

Row oab_grid_scatter_allgather() {
  Row row{};
  row.id = "oab-grid-scatter-allgather";
  row.operation = &operations::broadcast();
  row.topologies = "mesh and torus of any dimension, line, ring";
  row.source =
      "van de Geijn's broadcast of long messages: Barnett, Shuler, Gupta, Payne, van de Geijn and "
      "Watts, \"Building a high-performance collective communication library\", SC 1994";
  row.conditions = "2 to 2^14 nodes; μ a multiple of N";
  row.definition =
      "The scatter of scatter-grid with N parts of the message, then an all-gather of them, "
      "dimension by dimension: aab-mesh on a torus, aab-mesh-bucket on a mesh.";
  row.rounds = "lines: Σ(⌈log2 z_i⌉ + z_i - 1); chain: ⌈log2 N⌉ + Σ(z_i - 1)";
  row.latency =
      "R·t_s + D·t_d + W/N·μ·t_m as in scatter-grid, and Σ(z_i-1)·(t_s + t_d) + (N-1)/N·μ·t_m; "
      "mesh "
      "2t_d but for z_i = 2";
  row.combining = true;
  row.variants = {"lines", "chain"};
  row.validate = rows::broadcast_grid_chain::validate_parts;
  row.lay = rows::broadcast_grid_chain::lay_parts;
  row.closed_form = rows::broadcast_grid_chain::cost_of_parts;
  return row;
}

}  // namespace flitcast
