#include "traffic/row/row_support.h"
#include "traffic/rows/reduce/allreduce_parts.h"
#include "traffic/schedule/messages.h"
#include "traffic/theory/powers_of_two.h"

namespace flitcast {
namespace rows::allreduce_swing {

/// The partners on a ring of 2^n nodes, in steps 0 … n − 1: those of even nodes are up the ring in
/// even steps and down in odd ones, (1 − (−2)^(s+1))/3 nodes in step s, which is odd; those of odd
/// nodes are the other way.
class Swing {
 public:
  explicit Swing(NodeId nodes) : nodes_(nodes), n_(static_cast<unsigned>(halvings(nodes))) {}

  NodeId nodes() const { return nodes_; }
  unsigned n() const { return n_; }

  /// Links between partners: (2^(s+1) + (−1)^s)/3.
  static NodeId distance(unsigned step) {
    const NodeId power = NodeId{2} << step;
    return (step % 2 == 0 ? power + 1 : power - 1) / 3;
  }

  NodeId partner(NodeId node, unsigned step) const {
    const bool up = (node + step) % 2 == 0;
    return (node + (up ? distance(step) : nodes_ - distance(step))) % nodes_;
  }

  /// Adds the parts of the nodes that `node` deals with from a step on: its own, and those of the
  /// nodes to be reached from it by any of the steps to come.
  void add_parts(NodeId node, unsigned first_step, Round& out) const {
    for (NodeId choice = 0; choice < NodeId{1} << (n_ - first_step); ++choice) {
      NodeId reached = node;
      for (unsigned step = first_step; step < n_; ++step) {
        if ((choice >> (step - first_step) & 1U) != 0) {
          reached = partner(reached, step);
        }
      }
      out.add_block(vector_part(reached));
    }
  }

 private:
  NodeId nodes_;
  unsigned n_;
};

bool halves(const RowRequest& request) {
  return request.variant == "bandwidth";
}

void validate(const RowRequest& request) {
  check_ring_from(2, request);
  check_powers_of_two(request);
  if (halves(request)) {
    check_vector_parts(request, request.topology.nodes());
  }
}

/// Partners exchange what they have summed up, and add it.
void fill_latency(const Routing& routing, const Swing& swing, std::uint64_t round, Round& out) {
  for (NodeId node = 0; node < swing.nodes(); ++node) {
    begin_unicast(out, routing, node, swing.partner(node, static_cast<unsigned>(round)));
    out.add_block(vector_part(0));
  }
}

/// First partners give each other the parts that the other deals with from then on, then back the
/// sums of them.
void fill_bandwidth(const Routing& routing, const Swing& swing, std::uint64_t round, Round& out) {
  const auto number = static_cast<unsigned>(round);
  const bool back = number >= swing.n();
  const unsigned step = back ? 2 * swing.n() - 1 - number : number;
  out.set_transfer(back ? Transfer::kCopy : Transfer::kMoveAndAdd);
  for (NodeId node = 0; node < swing.nodes(); ++node) {
    const NodeId partner = swing.partner(node, step);
    begin_unicast(out, routing, node, partner);
    swing.add_parts(back ? node : partner, step + 1, out);
  }
}

void lay(const RowRequest& request, Schedule& schedule) {
  const Swing swing(request.topology.nodes());
  const bool in_parts = halves(request);
  cut_blocks(in_parts ? swing.nodes() : 1, schedule);
  schedule.rounds = std::uint64_t{swing.n()} * (in_parts ? 2 : 1);
  schedule.fill = [&routing = request.routing, swing,
                   fill = in_parts ? fill_bandwidth : fill_latency](
                      std::uint64_t round, Round& out) { fill(routing, swing, round, out); };
}

/// The ways of all steps add up to (2^(n+1) − 2)/3, for odd n (2^(n+1) − 1)/3.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  const Swing swing(request.topology.nodes());
  const std::int64_t times = halves(request) ? 2 : 1;
  Coefficients cost;
  for (unsigned step = 0; step < swing.n(); ++step) {
    const auto hops = std::int64_t{Swing::distance(step)};
    const Ratio words(1, halves(request) ? std::int64_t{2} << step : 1);
    cost.t_s += times;
    cost.t_d += times * hops;
    cost.mu_t_m += words * times * (request.stores_and_forwards() ? hops : 1);
    cost.mu_t_op += words;
  }
  return cost;
}

}  // namespace rows::allreduce_swing

Row allreduce_ring_swing() {
  Row row{};
  row.id = "allreduce-ring-swing";
  row.operation = &operations::all_reduce();
  row.topologies = "ring, one-dimensional torus";
  row.source =
      "De Sensi, Bonato, Saam and Hoefler, \"Swing: Short-cutting rings for higher bandwidth "
      "allreduce\", NSDI 2024";
  row.conditions = "2^n nodes, n ≥ 1; bandwidth: n ≤ 11 and μ a multiple of p";
  row.definition =
      "In step s nodes at distance |1-(-2)^(s+1)|/3 are partners, up and down the ring in turn: "
      "they exchange and add the whole vector (latency), or halve what they deal with and then "
      "send the sums back (bandwidth).";
  row.rounds = "latency: n; bandwidth: 2n";
  row.latency =
      "without contention, D = ⌊(2^(n+1)-1)/3⌋: latency n·t_s + D·t_d + n·μ·t_m + n·μ·t_op; "
      "bandwidth 2n·t_s + 2D·t_d + 2(p-1)/p·μ·t_m + (p-1)/p·μ·t_op";
  row.contention = "(d+1)/2 worms on a channel in a step between peers at distance d";
  row.combining = true;
  row.variants = {"latency", "bandwidth"};
  row.model.datelines = true;
  row.validate = rows::allreduce_swing::validate;
  row.lay = rows::allreduce_swing::lay;
  row.closed_form = rows::allreduce_swing::closed_form;
  return row;
}

}  // namespace flitcast
