#include <algorithm>
#include <vector>

#include "traffic/row/row_support.h"
#include "traffic/rows/reduce/allreduce_parts.h"
#include "traffic/schedule/messages.h"
#include "traffic/theory/powers_of_two.h"

namespace flitcast {
namespace rows::allreduce_swing {

/// The partners on a grid whose sides are powers of two, 2^n nodes in all, in steps 0 … n − 1 that
/// take the dimensions in turn, as long as they have nodes left. In step s of a line, those of even
/// nodes are up the ring in even steps and down in odd ones, (1 − (−2)^(s+1))/3 nodes, which is
/// odd; those of odd nodes are the other way. Where no link closes the line, they are the same
/// nodes.
class Swing {
 public:
  explicit Swing(const Topology& grid) : grid_(grid) {
    for (unsigned step = 0; steps_.size() < halvings(grid.nodes()); ++step) {
      for (int d = 0; d < grid.dimensions(); ++d) {
        if (step < halvings(grid.side(d))) {
          steps_.push_back({d, step});
        }
      }
    }
  }

  NodeId nodes() const { return grid_.nodes(); }
  unsigned n() const { return static_cast<unsigned>(steps_.size()); }

  NodeId partner(NodeId node, unsigned step) const {
    const int d = steps_[step].dimension;
    return grid_.with_coordinate(node, d, partner_on_line(grid_.coordinate(node, d), steps_[step]));
  }

  /// The most links between partners.
  std::int64_t longest(unsigned step) const {
    const NodeId side = grid_.side(steps_[step].dimension);
    std::int64_t longest = 0;
    for (NodeId at = 0; at < side; ++at) {
      const NodeId to = partner_on_line(at, steps_[step]);
      const NodeId links = at < to ? to - at : at - to;
      longest =
          std::max<std::int64_t>(longest, grid_.wraps() ? std::min(links, side - links) : links);
    }
    return longest;
  }

  /// Adds the parts of the nodes that `node` deals with from a step on: its own, and those of the
  /// nodes to be reached from it by any of the steps to come.
  void add_parts(NodeId node, unsigned first_step, Round& out) const {
    for (NodeId choice = 0; choice < NodeId{1} << (n() - first_step); ++choice) {
      NodeId reached = node;
      for (unsigned step = first_step; step < n(); ++step) {
        if ((choice >> (step - first_step) & 1U) != 0) {
          reached = partner(reached, step);
        }
      }
      out.add_block(vector_part(reached));
    }
  }

 private:
  struct Step {
    int dimension;
    unsigned number;  ///< in the dimension
  };

  /// Links between partners of a ring: (2^(s+1) + (−1)^s)/3.
  NodeId partner_on_line(NodeId at, const Step& step) const {
    const NodeId side = grid_.side(step.dimension);
    const NodeId power = NodeId{2} << step.number;
    const NodeId distance = (step.number % 2 == 0 ? power + 1 : power - 1) / 3;
    const bool up = (at + step.number) % 2 == 0;
    return (at + (up ? distance : side - distance)) % side;
  }

  const Topology& grid_;
  std::vector<Step> steps_;
};

bool halves(const RowRequest& request) {
  return request.variant == "bandwidth";
}

void validate_sides(const RowRequest& request) {
  check_powers_of_two(request);
  if (halves(request)) {
    check_vector_parts(request, request.topology.nodes());
  }
}

void validate_ring(const RowRequest& request) {
  check_ring_from(2, request);
  validate_sides(request);
}

void validate_torus(const RowRequest& request) {
  if (!is_torus(request.topology) || request.topology.dimensions() < 2) {
    check_torus_2d(request);
  }
  validate_sides(request);
}

void validate_mesh(const RowRequest& request) {
  check_mesh(request);
  validate_sides(request);
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
  const Swing swing(request.topology);
  const bool in_parts = halves(request);
  cut_blocks(in_parts ? swing.nodes() : 1, schedule);
  schedule.rounds = std::uint64_t{swing.n()} * (in_parts ? 2 : 1);
  schedule.fill = [&routing = request.routing, swing,
                   fill = in_parts ? fill_bandwidth : fill_latency](
                      std::uint64_t round, Round& out) { fill(routing, swing, round, out); };
}

/// On a ring the ways of all steps add up to (2^(n+1) − 2)/3, for odd n (2^(n+1) − 1)/3.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  const Swing swing(request.topology);
  const std::int64_t times = halves(request) ? 2 : 1;
  Coefficients cost;
  for (unsigned step = 0; step < swing.n(); ++step) {
    const std::int64_t hops = swing.longest(step);
    const Ratio words(1, halves(request) ? std::int64_t{2} << step : 1);
    cost.t_s += times;
    cost.t_d += times * hops;
    cost.mu_t_m += words * times * (request.stores_and_forwards() ? hops : 1);
    cost.mu_t_op += words;
  }
  return cost;
}

Row swing_row() {
  Row row{};
  row.operation = &operations::all_reduce();
  row.source =
      "De Sensi, Bonato, Saam and Hoefler, \"Swing: Short-cutting rings for higher bandwidth "
      "allreduce\", NSDI 2024";
  row.combining = true;
  row.variants = {"latency", "bandwidth"};
  row.rounds = "latency: n; bandwidth: 2n";
  row.lay = lay;
  row.closed_form = closed_form;
  return row;
}

}  // namespace rows::allreduce_swing

Row allreduce_ring_swing() {
  Row row = rows::allreduce_swing::swing_row();
  row.id = "allreduce-ring-swing";
  row.topologies = "ring, one-dimensional torus";
  row.conditions = "2^n nodes, n ≥ 1; bandwidth: n ≤ 11 and μ a multiple of p";
  row.definition =
      "In step s nodes at distance |1-(-2)^(s+1)|/3 are partners, up and down the ring in turn: "
      "they exchange and add the whole vector (latency), or halve what they deal with and then "
      "send the sums back (bandwidth).";
  row.latency =
      "without contention, D = ⌊(2^(n+1)-1)/3⌋: latency n·t_s + D·t_d + n·μ·t_m + n·μ·t_op; "
      "bandwidth 2n·t_s + 2D·t_d + 2(p-1)/p·μ·t_m + (p-1)/p·μ·t_op";
  row.contention = "(d+1)/2 worms on a channel in a step between peers at distance d";
  row.model.datelines = true;
  row.validate = rows::allreduce_swing::validate_ring;
  return row;
}

Row allreduce_torus_swing() {
  Row row = rows::allreduce_swing::swing_row();
  row.id = "allreduce-torus-swing";
  row.topologies = "torus of two dimensions or more";
  row.conditions = "sides powers of two, 2^n nodes; bandwidth: n ≤ 11 and μ a multiple of p";
  row.definition =
      "The steps of allreduce-ring-swing along all dimensions in turn, as long as they have nodes "
      "left: in step s of a dimension partners are at distance |1-(-2)^(s+1)|/3.";
  row.latency =
      "without contention, D the sum of these distances: latency n·t_s + D·t_d + n·μ·t_m + "
      "n·μ·t_op; bandwidth 2n·t_s + 2D·t_d + 2(p-1)/p·μ·t_m + (p-1)/p·μ·t_op";
  row.contention = "(d+1)/2 worms on a channel in a step between peers at distance d";
  row.model.datelines = true;
  row.validate = rows::allreduce_swing::validate_torus;
  return row;
}

Row allreduce_mesh_swing() {
  Row row = allreduce_torus_swing();
  row.id = "allreduce-mesh-swing";
  row.topologies = "mesh of any dimension, line";
  row.conditions = "sides powers of two, 2^n nodes, n ≥ 1; bandwidth: n ≤ 11 and μ a multiple of p";
  row.definition =
      "The partners of allreduce-torus-swing, for which the paper has tori: those that a link "
      "would "
      "join there at the ends of a line go over all of it, across the others.";
  row.contention =
      "in every step but the first of a dimension, in the second of a line of 4 two worms, of "
      "longer ones more";
  row.model.datelines = false;
  row.validate = rows::allreduce_swing::validate_mesh;
  return row;
}

}  // namespace flitcast
