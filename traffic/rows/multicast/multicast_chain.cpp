#include "traffic/row/row_support.h"
#include "traffic/schedule/messages.h"
#include "traffic/steps/chain.h"

namespace flitcast {
namespace rows::multicast_chain {

Chain chain_of(const RowRequest& request) {
  return {request.routing, request.root, request.parameters.destinations,
          request.variant == "floor" ? Chain::Split::kFloor : Chain::Split::kCeil};
}

void lay(const RowRequest& request, Schedule& schedule) {
  Chain chain = chain_of(request);
  schedule.rounds = chain.rounds();
  schedule.fill = [&routing = request.routing, root = request.root, chain = std::move(chain)](
                      std::uint64_t round, Round& out) {
    chain.for_each_message(round, [&](NodeId from, NodeId to) {
      begin_unicast(out, routing, from, to);
      out.add_block(make_block(root, Block::kEveryone));
    });
  };
}

/// All messages have the same length: the slowest of a round is the one with the longest way, in
/// every switching.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  Coefficients cost;
  for (const std::int64_t hops : chain_of(request).longest_distances()) {
    cost += message_coefficients(request.switching, static_cast<std::uint64_t>(hops), 1, 1, 1);
  }
  return cost;
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

}  // namespace flitcast
