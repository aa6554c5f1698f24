#include "traffic/alltoall_ring_dex.h"

#include <algorithm>
#include <initializer_list>

#include "traffic/bounds.h"
#include "traffic/row_support.h"

namespace flitcast {
namespace {

constexpr NodeId kSmallest = 8;

void validate(const RowRequest& request) {
  check_ring(request, kSmallest);
  const NodeId nodes = request.topology.nodes();
  if (nodes % 4 != 0) {
    throw ParameterError("topology.dims", std::to_string(nodes) +
                                              " nodes are not a multiple of 4; the nearest is " +
                                              std::to_string((nodes + 2) / 4 * 4));
  }
}

/// The micropermutations of a ring of 4t nodes. Each consists of two cycles of nodes, one round the
/// ring upwards and one downwards, in which every node sends to the next: together they take every
/// channel once, and nobody twice.
class Micropermutations {
 public:
  explicit Micropermutations(NodeId nodes) : nodes_(nodes), quarter_(nodes / 4) {}

  std::uint64_t rounds() const { return std::uint64_t{2} * quarter_ * quarter_; }

  /// Rounds of all ordered pairs of orbits first, π1 and π2 of each, then π3 and π4 of all orbits.
  void fill(std::uint64_t round, Round& out) const {
    const std::uint64_t of_pairs = std::uint64_t{2} * quarter_ * (quarter_ - 1);
    if (round >= of_pairs) {
      const auto i = static_cast<NodeId>((round - of_pairs) / 2);
      round % 2 == 0 ? fill_pi3(i, out) : fill_pi4(i, out);
      return;
    }
    const auto pair = static_cast<NodeId>(round / 2);
    const NodeId i = pair / (quarter_ - 1);
    const NodeId rest = pair % (quarter_ - 1);
    const NodeId j = rest + (rest < i ? 0 : 1);
    round % 2 == 0 ? fill_pi1(i, j, out) : fill_pi2(i, j, out);
  }

 private:
  enum class Sense { kUp, kDown };

  /// Node i of the first quarter of the ring and its mirror images.
  struct Orbit {
    NodeId u;
    NodeId x;   ///< mirrored at the x axis, in the last quarter
    NodeId y;   ///< mirrored at the y axis, in the second quarter
    NodeId xy;  ///< opposite, in the third quarter
  };
  Orbit orbit(NodeId i) const {
    return {i, nodes_ - 1 - i, 2 * quarter_ - 1 - i, 2 * quarter_ + i};
  }

  void fill_pi1(NodeId i, NodeId j, Round& out) const {
    const Orbit a = orbit(i);
    const Orbit b = orbit(j);
    add_cycle(i < j ? Sense::kUp : Sense::kDown, {a.u, b.u, a.xy, b.xy}, out);
    add_cycle(i < j ? Sense::kDown : Sense::kUp, {a.x, b.x, a.y, b.y}, out);
  }

  void fill_pi2(NodeId i, NodeId j, Round& out) const {
    const Orbit a = orbit(i);
    const Orbit b = orbit(j);
    add_cycle(Sense::kDown, {a.u, b.x, a.xy, b.y}, out);
    add_cycle(Sense::kUp, {b.u, a.y, b.xy, a.x}, out);
  }

  /// The neighbours within an orbit, this way in one orbit and that way in the next.
  void fill_pi3(NodeId i, Round& out) const {
    const Orbit a = orbit(i);
    const Orbit b = orbit((i + 1) % quarter_);
    add_cycle(Sense::kDown, {a.u, a.x, a.xy, a.y}, out);
    add_cycle(Sense::kUp, {b.u, b.y, b.xy, b.x}, out);
  }

  /// Opposite nodes: either way is a shortest one, and both pairs would collide on the same.
  void fill_pi4(NodeId i, Round& out) const {
    const Orbit a = orbit(i);
    add_cycle(Sense::kUp, {a.u, a.xy}, out);
    add_cycle(Sense::kDown, {a.x, a.y}, out);
  }

  /// Every node of the cycle sends its packet for the next one, all in one sense of the ring.
  void add_cycle(Sense sense, std::initializer_list<NodeId> cycle, Round& out) const {
    NodeId from = *(cycle.end() - 1);
    for (const NodeId to : cycle) {
      out.begin(from);
      out.add_destination(to);
      for (NodeId at = from; at != to;) {
        at = next(at, sense);
        out.add_hop(at);
      }
      out.add_block(make_block(from, to));
      from = to;
    }
  }

  NodeId next(NodeId node, Sense sense) const {
    if (sense == Sense::kUp) {
      return node + 1 < nodes_ ? node + 1 : 0;
    }
    return node > 0 ? node - 1 : nodes_ - 1;
  }

  NodeId nodes_;
  NodeId quarter_;  // t
};

Schedule build(const RowRequest& request) {
  const Micropermutations permutations(request.topology.nodes());
  Schedule schedule = empty_schedule(request, "aas-ring-dex", OperationKind::kAllToAllScatter);
  schedule.rounds = permutations.rounds();
  schedule.fill = [permutations](std::uint64_t round, Round& out) {
    permutations.fill(round, out);
  };
  return schedule;
}

/// The longest paths: 2t − |i − j| hops in π1(i, j), t + |i + j + 1 − t| in π2(i, j), 2t in π4, and
/// t + |2i + 1 − t| in π3, of its two orbits the longer. Their sum is 3t³ + t − 2, and 1 more for
/// an odd t.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  if (request.stores_and_forwards()) {
    return std::nullopt;
  }
  const std::int64_t t = request.topology.nodes() / 4;
  Coefficients cost;
  cost.t_s = 2 * t * t;
  cost.t_d = 3 * t * t * t + t - 2 + t % 2;
  cost.mu_t_m = cost.t_s;
  return cost;
}

Cycle lower_bound(const RowRequest& request, const TimingModel& model) {
  const Topology& ring = request.topology;
  return std::max(bisection_bound(model, ring, request.message_flits),
                  scatter_bound(model, ring.nodes(), request.message_flits));
}

}  // namespace

Row aas_ring_dex() {
  Row row{};
  row.id = "aas-ring-dex";
  row.number = "A17";
  row.operation = OperationKind::kAllToAllScatter;
  row.topologies = "ring, one-dimensional torus";
  row.source = "Tvrdík CS838 §14 \"Meshes/tori\", direct exchange on a cycle, with 2⌈z/4⌉² rounds";
  row.definition =
      "Direct exchange by micropermutations: in every round two cycles of up to four nodes, one in "
      "either sense of the ring, send on shortest paths and keep all channels busy.";
  row.rounds = "z²/8";
  row.latency =
      "z²/8·(t_s + μ·t_m) + (3t³+t-2)·t_d, for odd t (3t³+t-1)·t_d; t = z/4 is whole and 2 or more";
  row.combining = false;
  row.validate = validate;
  row.build = build;
  row.closed_form = closed_form;
  row.lower_bound = lower_bound;
  return row;
}

}  // namespace flitcast
