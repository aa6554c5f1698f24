#include <optional>
#include <vector>

#include "traffic/row/row_support.h"
#include "traffic/rows/reduce/allreduce_parts.h"
#include "traffic/rows/reduce/swing_step.h"
#include "traffic/schedule/messages.h"
#include "traffic/theory/powers_of_two.h"

namespace flitcast {
namespace rows::allreduce_swing {

/// The partners on a grid whose sides are powers of two, 2^n nodes in all, in steps 0 … n − 1 that
/// take the dimensions in turn, as long as they have nodes left.
class Swing {
 public:
  explicit Swing(const Topology& grid) : grid_(grid) {
    for (unsigned number = 0; steps_.size() < halvings(grid.nodes()); ++number) {
      for (int d = 0; d < grid.dimensions(); ++d) {
        if (number < halvings(grid.side(d))) {
          steps_.push_back({d, SwingStep(grid.side(d), number, grid.wraps())});
        }
      }
    }
  }

  NodeId nodes() const { return grid_.nodes(); }
  unsigned n() const { return static_cast<unsigned>(steps_.size()); }
  const SwingStep& line_step(unsigned step) const { return steps_[step].line; }

  NodeId partner(NodeId node, unsigned step) const {
    const auto& [d, line] = steps_[step];
    return grid_.with_coordinate(node, d, line.partner(grid_.coordinate(node, d)));
  }

  std::uint32_t turn(NodeId node, unsigned step) const {
    const auto& [d, line] = steps_[step];
    return line.turn(grid_.coordinate(node, d));
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
    SwingStep line;
  };

  const Topology& grid_;
  std::vector<Step> steps_;
};

bool halves(const RowRequest& request) {
  return request.variant == "bandwidth" || request.variant == "raw-bandwidth";
}

bool takes_turns(const RowRequest& request) {
  return request.variant != "raw-latency" && request.variant != "raw-bandwidth";
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

/// A round: a turn of a step, or without turns all of it; in the way back sums are sent to
/// partners.
struct Turn {
  unsigned step;
  std::optional<std::uint32_t> number;
  bool back;
};

std::vector<Turn> turns_of(const RowRequest& request, const Swing& swing) {
  std::vector<Turn> turns;
  const auto add = [&](unsigned step, bool back) {
    if (!takes_turns(request)) {
      turns.push_back({step, std::nullopt, back});
      return;
    }
    for (std::uint32_t turn = 0; turn < swing.line_step(step).turns(); ++turn) {
      turns.push_back({step, turn, back});
    }
  };
  for (unsigned step = 0; step < swing.n(); ++step) {
    add(step, false);
  }
  for (unsigned step = swing.n(); halves(request) && step-- > 0;) {
    add(step, true);
  }
  return turns;
}

/// Partners exchange what they have summed up, and add it; or, where the vector is halved, they
/// first give each other the parts that the other deals with from then on, then back the sums of
/// them.
void fill(const Routing& routing, const Swing& swing, const Turn& turn, bool in_parts, Round& out) {
  if (in_parts) {
    out.set_transfer(turn.back ? Transfer::kCopy : Transfer::kMoveAndAdd);
  }
  for (NodeId node = 0; node < swing.nodes(); ++node) {
    if (turn.number && swing.turn(node, turn.step) != *turn.number) {
      continue;
    }
    const NodeId partner = swing.partner(node, turn.step);
    begin_unicast(out, routing, node, partner);
    if (in_parts) {
      swing.add_parts(turn.back ? node : partner, turn.step + 1, out);
    } else {
      out.add_block(vector_part(0));
    }
  }
}

void lay(const RowRequest& request, Schedule& schedule) {
  const Swing swing(request.topology);
  const bool in_parts = halves(request);
  const std::vector<Turn> turns = turns_of(request, swing);
  cut_blocks(in_parts ? swing.nodes() : 1, schedule);
  schedule.rounds = turns.size();
  schedule.fill = [&routing = request.routing, swing, turns, in_parts](std::uint64_t round,
                                                                       Round& out) {
    fill(routing, swing, turns[round], in_parts, out);
  };
}

/// On a ring the ways of all steps add up to (2^(n+1) − 2)/3, for odd n (2^(n+1) − 1)/3.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  const Swing swing(request.topology);
  Coefficients cost;
  for (const Turn& turn : turns_of(request, swing)) {
    const SwingStep& line = swing.line_step(turn.step);
    const std::int64_t hops = line.links(turn.number.value_or(line.turns() - 1));
    const Ratio words(1, halves(request) ? std::int64_t{2} << turn.step : 1);
    cost.t_s += 1;
    cost.t_d += hops;
    cost.mu_t_m += words * (request.stores_and_forwards() ? hops : 1);
    cost.mu_t_op += turn.back ? Ratio(0) : words;
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
  row.variants = {"latency", "bandwidth", "raw-latency", "raw-bandwidth"};
  row.lay = lay;
  row.closed_form = closed_form;
  return row;
}

}  // namespace rows::allreduce_swing

Row allreduce_ring_swing() {
  Row row = rows::allreduce_swing::swing_row();
  row.id = "allreduce-ring-swing";
  row.topologies = "ring, one-dimensional torus";
  row.conditions = "2^n nodes, n ≥ 1; with halves n ≤ 11 and μ a multiple of p";
  row.definition =
      "In step s nodes at distance |1-(-2)^(s+1)|/3 are partners, up and down the ring in turn: "
      "they exchange and add the whole vector (latency), or halve what they deal with and then "
      "send the sums back (bandwidth). Pairs whose ways meet take turns; raw, as in the paper, all "
      "pairs of a step send at once.";
  row.rounds =
      "T = ΣT_s, T_s = ⌈p/2/⌊p/(d_s+1)⌋⌉ for distance d_s in step s; raw: T_s = 1; bandwidth: 2T";
  row.latency =
      "latency ΣT_s·(t_s + d_s·t_d + μ·t_m + μ·t_op); bandwidth ΣT_s·(2t_s + 2d_s·t_d + (2t_m + "
      "t_op)·μ/2^(s+1)); raw the same with T_s = 1, without contention";
  row.contention = "raw: (d+1)/2 worms on a channel in a step between peers at distance d";
  row.model.datelines = true;
  row.validate = rows::allreduce_swing::validate_ring;
  return row;
}

Row allreduce_torus_swing() {
  Row row = allreduce_ring_swing();
  row.id = "allreduce-torus-swing";
  row.topologies = "torus of two dimensions or more";
  row.conditions = "sides powers of two, 2^n nodes; with halves n ≤ 11 and μ a multiple of p";
  row.definition =
      "The steps of allreduce-ring-swing along all dimensions in turn, as long as they have nodes "
      "left: in step s of a dimension partners are at distance |1-(-2)^(s+1)|/3.";
  row.rounds =
      "T = ΣT_s, T_s = ⌈z/2/⌊z/(d_s+1)⌋⌉ for distance d_s on a side z in step s of all; raw: T_s = "
      "1; bandwidth: 2T";
  row.validate = rows::allreduce_swing::validate_torus;
  return row;
}

Row allreduce_mesh_swing() {
  Row row = allreduce_torus_swing();
  row.id = "allreduce-mesh-swing";
  row.topologies = "mesh of any dimension, line";
  row.conditions =
      "sides powers of two, 2^n nodes, n ≥ 1; with halves n ≤ 11 and μ a multiple of p";
  row.definition =
      "The partners of allreduce-torus-swing, for which the paper has tori: those that a link "
      "would join there at the ends of a line go over all of it, across the others.";
  row.rounds =
      "T = ΣT_s, T_s = d_s for distance d_s in step s of all, d_s+1 where s is odd in its "
      "dimension; raw: T_s = 1; bandwidth: 2T";
  row.latency =
      "as on a torus, but all turns of a step after the first (d_s+1)/2, and raw the step, z-d_s "
      "for d_s·t_d";
  row.contention =
      "raw: in every step but the first of a dimension, in the second of a line of 4 two worms, of "
      "longer ones more";
  row.model.datelines = false;
  row.validate = rows::allreduce_swing::validate_mesh;
  return row;
}

}  // namespace flitcast
