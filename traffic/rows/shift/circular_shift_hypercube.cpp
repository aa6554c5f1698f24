#include "traffic/row/row_support.h"
#include "traffic/schedule/messages.h"

// Circular q-shift: the block of the node at place i of a ring of all nodes goes to the one at
// place i + q mod p.

namespace flitcast {
namespace rows::circular_shift_hypercube {

// --- G12: the ring of the reflected Gray code ---------------------------------------------------

/// The node at a place of the ring.
NodeId gray(NodeId place) {
  return place ^ (place >> 1U);
}

NodeId lowest_bit(NodeId word) {
  return word & (~word + 1);
}

/// word != 0.
NodeId highest_bit(NodeId word) {
  return NodeId{1} << (31 - __builtin_clz(word));
}

/// One round of a shift by 2^b, for a bit 2^b of q: nodes 2^b > 1 places apart differ in two bits,
/// of which one is flipped in each of two rounds.
struct GrayStep {
  NodeId stride;  ///< 2^b
  bool second;    ///< of the two rounds
};

GrayStep gray_step(NodeId shift, std::uint64_t round) {
  NodeId left = shift;
  for (;;) {
    const NodeId stride = highest_bit(left);
    const std::uint64_t rounds = stride == 1 ? 1 : 2;
    if (round < rounds) {
      return {stride, round == 1};
    }
    round -= rounds;
    left ^= stride;
  }
}

std::uint64_t gray_rounds(NodeId shift) {
  return 2 * static_cast<std::uint64_t>(__builtin_popcount(shift)) - shift % 2;
}

void fill_gray(NodeId nodes, NodeId shift, bool high_first, const GrayStep& step, Round& out) {
  const NodeId earlier = shift & ~(2 * step.stride - 1);
  for (NodeId place = 0; place < nodes; ++place) {
    const NodeId from = gray(place);
    const NodeId to = gray((place + step.stride) % nodes);
    const NodeId low = lowest_bit(from ^ to);
    const NodeId between = step.stride == 1 ? to : high_first ? to ^ low : from ^ low;
    step.second ? begin_hop(out, between, to) : begin_hop(out, from, between);
    const NodeId origin = (place + nodes - earlier) % nodes;
    out.add_block(make_block(gray(origin), gray((origin + shift) % nodes)));
  }
}

void lay_gray(const RowRequest& request, Schedule& schedule) {
  const NodeId nodes = request.topology.nodes();
  const NodeId shift = request.parameters.shift;
  for (NodeId place = 0; place < nodes; ++place) {
    schedule.operation.ring.push_back(gray(place));
  }
  schedule.rounds = gray_rounds(shift);
  schedule.fill = [nodes, shift, high_first = request.variant != "low-first"](std::uint64_t round,
                                                                              Round& out) {
    fill_gray(nodes, shift, high_first, gray_step(shift, round), out);
  };
}

std::optional<Coefficients> cost_of_gray(const RowRequest& request) {
  Coefficients cost;
  cost.t_s = static_cast<std::int64_t>(gray_rounds(request.parameters.shift));
  cost.t_d = cost.t_s;
  cost.mu_t_m = cost.t_s;
  return cost;
}

// --- G13: e-cube worms --------------------------------------------------------------------------

void lay_ecube(const RowRequest& request, Schedule& schedule) {
  schedule.rounds = 1;
  schedule.fill = [&routing = request.routing, shift = request.parameters.shift](
                      std::uint64_t /*round*/, Round& out) {
    const NodeId nodes = routing.topology().nodes();
    for (NodeId node = 0; node < nodes; ++node) {
      const NodeId target = (node + shift) % nodes;
      begin_unicast(out, routing, node, target);
      out.add_block(make_block(node, target));
    }
  };
}

/// Low bits that are 0 in q stay as they are, and there is a node in which all the others change.
std::optional<Coefficients> cost_of_ecube(const RowRequest& request) {
  const int changing = request.topology.dimensions() - __builtin_ctz(request.parameters.shift);
  return message_coefficients(request.switching, static_cast<std::uint64_t>(changing), 1, 1, 1);
}

}  // namespace rows::circular_shift_hypercube

Row cshift_hc_gray() {
  Row row{};
  row.id = "cshift-hc-gray";
  row.number = "G12";
  row.operation = &operations::circular_shift();
  row.topologies = "hypercube";
  row.source = "Grama et al. ch. 4, circular shift on a hypercube";
  row.conditions = "n ≥ 1; q = 1 to p-1";
  row.definition =
      "Circular q-shift on the ring whose place i is node i xor ⌊i/2⌋: for every 1-bit 2^b of q, "
      "the highest first, a shift by 2^b, in two rounds between neighbours (one for b = 0), of "
      "which the first is along the higher or the lower one of the two dimensions.";
  row.rounds = "2·popcount(q) - q mod 2";
  row.latency = "(2·popcount(q) - q mod 2)·(t_s + t_d + μ·t_m)";
  row.variants = {"high-first", "low-first"};
  row.parameters = {"traffic.shift"};
  row.validate = check_hypercube;
  row.lay = rows::circular_shift_hypercube::lay_gray;
  row.closed_form = rows::circular_shift_hypercube::cost_of_gray;
  return row;
}

Row cshift_hc_ecube() {
  Row row{};
  row.id = "cshift-hc-ecube";
  row.number = "G13";
  row.operation = &operations::circular_shift();
  row.topologies = "hypercube";
  row.source = "Grama et al. ch. 4, circular shift with cut-through routing";
  row.conditions = "n ≥ 1; q = 1 to p-1";
  row.definition =
      "Circular q-shift in one round: every node i sends straight to i + q mod p along its e-cube "
      "path, in either order of the dimensions.";
  row.rounds = "1";
  row.latency = "t_s + (n-γ)·t_d + μ·t_m, 2^γ the highest power of two that divides q";
  row.parameters = {"traffic.shift"};
  row.validate = check_hypercube;
  row.lay = rows::circular_shift_hypercube::lay_ecube;
  row.closed_form = rows::circular_shift_hypercube::cost_of_ecube;
  return row;
}

}  // namespace flitcast
