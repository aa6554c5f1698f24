#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "traffic/row/row_support.h"
#include "traffic/rows/reduce/allreduce_parts.h"
#include "traffic/rows/reduce/swing_line.h"
#include "traffic/schedule/messages.h"
#include "traffic/theory/powers_of_two.h"

namespace flitcast {
namespace rows::allreduce_swing {

/// The steps on a grid with even sides take the dimensions in turn, as long as they have steps
/// left.
class Swing {
 public:
  explicit Swing(const Topology& grid) : grid_(grid) {
    unsigned most = 0;
    for (const NodeId side : grid.sides()) {
      lines_.emplace_back(side, grid.wraps());
      most = std::max(most, lines_.back().steps());
    }
    for (unsigned number = 0; number < most; ++number) {
      for (int d = 0; d < grid.dimensions(); ++d) {
        if (number < line(d).steps()) {
          steps_.push_back({d, number});
        }
      }
    }
  }

  NodeId nodes() const { return grid_.nodes(); }
  unsigned n() const { return static_cast<unsigned>(steps_.size()); }
  const SwingStep& line_step(unsigned step) const {
    return line(steps_[step].dimension).step(steps_[step].number);
  }

  NodeId partner(NodeId node, unsigned step) const {
    const int d = steps_[step].dimension;
    return grid_.with_coordinate(node, d, line_step(step).partner(grid_.coordinate(node, d)));
  }

  std::uint32_t turn(NodeId node, unsigned step) const {
    return line_step(step).turn(grid_.coordinate(node, steps_[step].dimension));
  }

  /// Begins a message to the partner, over the links that lead back from it.
  void begin_to_partner(const Routing& routing, NodeId node, unsigned step, Round& out) const {
    const int d = steps_[step].dimension;
    const SwingStep& pairs = line_step(step);
    if (!grid_.wraps() || !pairs.ties() || grid_.side(d) == 2) {
      begin_unicast(out, routing, node, partner(node, step));
      return;
    }
    out.begin(node);
    out.add_destination(partner(node, step));
    const bool up = pairs.is_lower(grid_.coordinate(node, d));
    for (std::int64_t link = 0; link < pairs.links(0); ++link) {
      out.add_port(static_cast<PortId>(2 * d + (up ? 0 : 1)));
    }
  }

  /// Parts that a node gives its partner in that step of the all-gather.
  std::int64_t parts(unsigned step) const {
    std::int64_t parts = 1;
    for (int d = 0; d < grid_.dimensions(); ++d) {
      parts *= static_cast<std::int64_t>(places(d, step).size());
    }
    return parts;
  }
  void add_parts(NodeId node, unsigned step, Round& out) const {
    std::vector<NodeId> parts{0};
    for (int d = 0; d < grid_.dimensions(); ++d) {
      std::vector<NodeId> more;
      more.reserve(parts.size() * places(d, step).size());
      for (const NodeId place : places(d, step)) {
        const NodeId at = line(d).node_at(grid_.coordinate(node, d), place);
        for (const NodeId part : parts) {
          more.push_back(grid_.with_coordinate(part, d, at));
        }
      }
      parts = std::move(more);
    }
    for (const NodeId part : parts) {
      out.add_block(vector_part(part));
    }
  }

 private:
  struct Step {
    int dimension;
    unsigned number;  ///< in the dimension
  };

  const SwingLine& line(int d) const { return lines_[static_cast<std::size_t>(d)]; }
  /// What is given along the dimension of the step, and had along the others.
  const std::vector<NodeId>& places(int d, unsigned step) const {
    const Step& own = steps_[step];
    return d == own.dimension ? line(d).given(own.number)
                              : line(d).held(d < own.dimension ? own.number + 1 : own.number);
  }

  const Topology& grid_;
  std::vector<SwingLine> lines_;
  std::vector<Step> steps_;
};

bool halves(const RowRequest& request) {
  return request.variant == "bandwidth" || request.variant == "raw-bandwidth";
}

bool takes_turns(const RowRequest& request) {
  return request.variant != "raw-latency" && request.variant != "raw-bandwidth";
}

/// Whole vectors are added more than once where there are more ways than one to a node.
void validate_sides(const RowRequest& request) {
  if (!halves(request)) {
    check_powers_of_two(request);
    return;
  }
  std::vector<std::uint32_t> sides = request.topology.sides();
  for (std::uint32_t& side : sides) {
    side += side > 1 ? side % 2 : 0;
  }
  if (sides != request.topology.sides()) {
    throw ParameterError("topology.dims", join_dims(request.topology.sides()) +
                                              " has an odd side; the nearest is " +
                                              join_dims(sides));
  }
  check_vector_parts(request, request.topology.nodes());
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
    swing.begin_to_partner(routing, node, turn.step, out);
    if (in_parts) {
      swing.add_parts(turn.back ? node : swing.partner(node, turn.step), turn.step, out);
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

std::optional<Coefficients> closed_form(const RowRequest& request) {
  const Swing swing(request.topology);
  Coefficients cost;
  for (const Turn& turn : turns_of(request, swing)) {
    const SwingStep& line = swing.line_step(turn.step);
    const std::int64_t hops = line.links(turn.number.value_or(line.turns() - 1));
    const Ratio words = halves(request) ? Ratio(swing.parts(turn.step), swing.nodes()) : Ratio(1);
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
  row.conditions = "2^n nodes, n ≥ 1; bandwidth: an even number up to 2^11, and μ a multiple of it";
  row.definition =
      "In step s nodes at distance |1-(-2)^(s+1)|/3 are partners, up and down the ring in turn: "
      "they exchange and add the whole vector (latency), or halve what they deal with and then "
      "send the sums back (bandwidth). Where p is no power of two they leave out what would be "
      "added twice. Pairs whose ways meet take turns; raw, as in the paper, all pairs of a step "
      "send at once.";
  row.rounds =
      "T = ΣT_s, T_s = ⌈p/2/⌊p/(d_s+1)⌋⌉ for d_s links in step s of ⌈log2 p⌉; raw: T_s = 1; "
      "bandwidth: 2T";
  row.latency =
      "latency ΣT_s·(t_s + d_s·t_d + μ·t_m + μ·t_op); bandwidth ΣT_s·(2t_s + 2d_s·t_d + (2t_m + "
      "t_op)·g_s/p·μ), Σg_s = p-1, g_s = p/2^(s+1) for powers of two; raw the same with T_s = 1, "
      "without contention";
  row.contention = "raw: (d+1)/2 worms on a channel in a step between peers at distance d";
  row.model.datelines = true;
  row.validate = rows::allreduce_swing::validate_ring;
  return row;
}

Row allreduce_torus_swing() {
  Row row = allreduce_ring_swing();
  row.id = "allreduce-torus-swing";
  row.topologies = "torus of two dimensions or more";
  row.conditions =
      "sides powers of two; bandwidth: even sides, at most 2^11 nodes, and μ a multiple of p";
  row.definition =
      "The steps of allreduce-ring-swing along all dimensions in turn, as long as they have nodes "
      "left: in step s of a dimension partners are at distance |1-(-2)^(s+1)|/3.";
  row.rounds =
      "T = ΣT_s, T_s = ⌈z/2/⌊z/(d_s+1)⌋⌉ for d_s links on a side z in step s of all; raw: T_s = 1; "
      "bandwidth: 2T";
  row.validate = rows::allreduce_swing::validate_torus;
  return row;
}

Row allreduce_mesh_swing() {
  Row row = allreduce_torus_swing();
  row.id = "allreduce-mesh-swing";
  row.topologies = "mesh of any dimension, line";
  row.conditions =
      "sides powers of two; bandwidth: even sides or 1, at most 2^11 nodes, and μ a multiple of p";
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
