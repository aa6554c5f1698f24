#include "traffic/row/row_support.h"
#include "traffic/steps/chain.h"

namespace flitcast {
namespace rows::multicast_chain {

Chain chain_of(const RowRequest& request) {
  return {request.routing, request.root, request.parameters.destinations,
          request.variant == "floor" ? Chain::Split::kFloor : Chain::Split::kCeil};
}

void lay(const RowRequest& request, Schedule& schedule) {
  lay_chain_broadcast(chain_of(request), make_block(request.root, Block::kEveryone), schedule);
}

std::optional<Coefficients> closed_form(const RowRequest& request) {
  return chain_of(request).cost(request);
}

Row chain_row() {
  Row row{};
  row.operation = &operations::multicast();
  row.rounds = "⌈log2(k+1)⌉ for k destinations";
  row.latency =
      "R·t_s + D·t_d + R·μ·t_m: R rounds, whose longest ways have D links together; in "
      "store-and-forward R·t_s + D·t_d + D·μ·t_m";
  row.variants = {"ceil", "floor"};
  row.parameters = {"traffic.destinations"};
  row.closed_form = closed_form;
  return row;
}

}  // namespace rows::multicast_chain

Row mc_hc_chain() {
  Row row = rows::multicast_chain::chain_row();
  row.id = "mc-hc-chain";
  row.number = "M1";
  row.topologies = "hypercube";
  row.source = "Tvrdík CS838 §12 \"Multicast\", chain multicast on hypercubes";
  row.conditions = "n ≥ 1; one destination or more";
  row.definition =
      "The source and its destinations, sorted by label relative to the source in the order of "
      "e-cube routing, are cut into halves of ⌈L/2⌉ and ⌊L/2⌋ nodes (floor: the other way round); "
      "who has the message sends it to the first node of the upper half, and both halves go on.";
  row.model.order = RoutingOrder::kDescending;
  row.validate = check_hypercube;
  row.lay = rows::multicast_chain::lay;
  return row;
}

Row mc_mesh_chain() {
  Row row = rows::multicast_chain::chain_row();
  row.id = "mc-mesh-chain";
  row.number = "M4";
  row.topologies = "mesh of any dimension, line";
  row.source = "Tvrdík CS838 §12 \"Multicast\", chain multicast on meshes";
  row.conditions = "2 nodes or more; one destination or more";
  row.definition =
      "The source and its destinations, sorted by coordinates in the order of routing, are cut "
      "into halves of ⌈L/2⌉ and ⌊L/2⌋ nodes (floor: the other way round); who has the message "
      "sends it to the node of the other half that is nearest in the chain, and both halves go on.";
  row.validate = check_mesh;
  row.lay = rows::multicast_chain::lay;
  return row;
}

Row mc_torus_chain() {
  Row row = rows::multicast_chain::chain_row();
  row.id = "mc-torus-chain";
  row.topologies = "torus of any dimension, ring";
  row.source =
      "Robinson, McKinley and Cheng, \"Optimal multicast communication in wormhole-routed torus "
      "networks\", IEEE Trans. Parallel Distrib. Syst. 6(10), 1995 (U-torus)";
  row.conditions = "2 nodes or more; one destination or more";
  row.definition =
      "The chain of mc-mesh-chain with coordinates relative to the source, so that it comes first; "
      "on a ring it is in the middle, which makes ways shorter. Messages stay in the mesh that the "
      "torus is cut open to, so that those of a round share no link.";
  row.validate = check_grid;
  row.lay = rows::multicast_chain::lay;
  return row;
}

}  // namespace flitcast
