#include "traffic/rows/all_to_all/alltoall_hypercube_allport.h"

#include "traffic/row/row_support.h"
#include "traffic/schedule/messages.h"

namespace flitcast {
namespace rows::alltoall_hypercube_allport {

NodeId swap_bits_0_and(int j, NodeId value) {
  const NodeId differ = (value ^ (value >> j)) & 1U;
  return value ^ (differ | differ << j);
}

/// The bit that the table's column j inverts; none in the last column.
NodeId inverted_bit(int n, int j) {
  return j < n - 1 ? NodeId{1} << (j + 1) : 0;
}

/// The row of the table in which relative address r (with bit j set) stands in column j.
std::uint64_t table_row(int n, NodeId r, int j) {
  return (swap_bits_0_and(j, r) ^ inverted_bit(n, j)) / 2;
}

/// In the row's round every node sends its packet of relative address r along dimension j. Relative
/// addresses stay what they are under way, so the packet of r that a node has comes from where the
/// dimensions of r that had their turn lead back to.
void fill_allport(int n, std::uint64_t round, NodeId nodes, Round& out) {
  for (int j = 0; j < n; ++j) {
    const NodeId r = allport_table_entry(n, round, j);
    NodeId crossed = 0;
    for (int other = 0; other < n; ++other) {
      const NodeId bit = NodeId{1} << other;
      if ((r & bit) != 0 && table_row(n, r, other) < round) {
        crossed |= bit;
      }
    }
    for (NodeId node = 0; node < nodes; ++node) {
      const NodeId origin = node ^ crossed;
      begin_hop(out, node, node ^ (NodeId{1} << j));
      out.add_block(make_block(origin, origin ^ r));
    }
  }
}

void lay_allport(const RowRequest& request, Schedule& schedule) {
  const int n = request.topology.dimensions();
  schedule.rounds = std::uint64_t{1} << (n - 1);
  schedule.fill = [n, nodes = schedule.operation.nodes](std::uint64_t round, Round& out) {
    fill_allport(n, round, nodes, out);
  };
}

std::optional<Coefficients> cost_of_allport(const RowRequest& request) {
  const std::int64_t rounds = std::int64_t{1} << (request.topology.dimensions() - 1);
  Coefficients cost;
  cost.t_s = rounds;
  cost.t_d = rounds;
  cost.mu_t_m = rounds;
  return cost;
}

}  // namespace rows::alltoall_hypercube_allport

Row aas_hc_allport_sf() {
  Row row{};
  row.id = "aas-hc-allport-sf";
  row.number = "A12";
  row.operation = &operations::all_to_all_scatter();
  row.topologies = "hypercube";
  row.source = "Tvrdík CS838 §14 \"All-port full-duplex hypercube\"";
  row.conditions = "n = 1 to 14; all ports";
  row.definition =
      "Row i of a scheduling table gives every dimension a relative address r; node k sends what "
      "is at location r⊕k along the dimension and stores there what arrives.";
  row.rounds = "2^(n-1)";
  row.latency = "2^(n-1)·(t_s + t_d + μ·t_m)";
  row.model.switching = Switching::kStoreAndForward;
  row.model.ports = RowModel::kAllPorts;
  row.validate = check_hypercube;
  row.lay = rows::alltoall_hypercube_allport::lay_allport;
  row.closed_form = rows::alltoall_hypercube_allport::cost_of_allport;
  return row;
}

// With m = 2·round + 1, invert bit j + 1 (not in the last column), then swap bits 0 and j.
NodeId allport_table_entry(int n, std::uint64_t round, int j) {
  return rows::alltoall_hypercube_allport::swap_bits_0_and(
      j,
      (2 * static_cast<NodeId>(round) + 1) ^ rows::alltoall_hypercube_allport::inverted_bit(n, j));
}

}  // namespace flitcast
