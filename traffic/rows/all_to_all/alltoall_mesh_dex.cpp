#include "traffic/rows/all_to_all/alltoall_mesh_dex.h"

#include <algorithm>

#include "traffic/row/row_support.h"
#include "traffic/schedule/messages.h"
#include "traffic/theory/powers_of_two.h"

namespace flitcast {
namespace rows::alltoall_mesh_dex {

/// The value of the highest bit that changes, the length of the longest common part of the ways of
/// a line; 1 where nothing changes.
std::uint32_t top_bit(std::uint32_t change) {
  return change == 0 ? 1 : 1U << (31 - __builtin_clz(change));
}

bool serialised_by_network(const RowRequest& request) {
  return request.variant == "raw";
}

/// The rounds of the standard variant: those of the first permutation, of the second, …
class Turns {
 public:
  explicit Turns(const Topology& mesh) : mesh_(mesh) {
    for (NodeId number = 1; number < mesh.nodes(); ++number) {
      ends_.push_back(rounds() + mesh_permutation(mesh, number).congestion);
    }
  }

  std::uint64_t rounds() const { return ends_.empty() ? 0 : ends_.back(); }

  void fill(std::uint64_t round, const Routing& routing, Round& out) const {
    const auto end = std::upper_bound(ends_.begin(), ends_.end(), round);
    const auto number = static_cast<NodeId>(end - ends_.begin()) + 1;
    const MeshPermutation permutation = mesh_permutation(mesh_, number);
    const auto turn = static_cast<std::uint32_t>(round + permutation.congestion - *end);
    for (NodeId node = 0; node < mesh_.nodes(); ++node) {
      if (permutation.turn(mesh_.coordinate(node, 0), mesh_.coordinate(node, 1)) == turn) {
        begin_unicast(out, routing, node, node ^ number);
        out.add_block(make_block(node, node ^ number));
      }
    }
  }

 private:
  const Topology& mesh_;
  std::vector<std::uint64_t> ends_;
};

void fill_raw(std::uint64_t round, const Routing& routing, Round& out) {
  const auto number = static_cast<NodeId>(round + 1);
  for (NodeId node = 0; node < routing.topology().nodes(); ++node) {
    begin_unicast(out, routing, node, node ^ number);
    out.add_block(make_block(node, node ^ number));
  }
}

void lay(const RowRequest& request, Schedule& schedule) {
  const Topology& mesh = request.topology;
  const Routing& routing = request.routing;
  if (serialised_by_network(request)) {
    schedule.rounds = mesh.nodes() - 1;
    schedule.fill = [&routing](std::uint64_t round, Round& out) { fill_raw(round, routing, out); };
  } else {
    const Turns turns(mesh);
    schedule.rounds = turns.rounds();
    schedule.fill = [turns, &routing](std::uint64_t round, Round& out) {
      turns.fill(round, routing, out);
    };
  }
}

/// The longest way between two coordinates that differ in the bits of `change` and of which one has
/// the residue `residue` behind the highest of them: from a coordinate without that bit up to one
/// with it, or the other way round.
std::int64_t longest_way(std::uint32_t residue, std::uint32_t change) {
  const std::int64_t rest = (residue ^ change) % top_bit(change);
  return change == 0 ? 0 : top_bit(change) + std::abs(rest - std::int64_t{residue});
}

/// The sum of the longest ways of all turns of a permutation. In the dimension in which more
/// coordinates share a channel a turn has one residue for every residue in the other one.
std::int64_t longest_ways(std::uint32_t change, std::uint32_t smaller_change) {
  const std::uint32_t residues = top_bit(change);
  std::int64_t sum = 0;
  for (std::uint32_t turn = 0; turn < residues; ++turn) {
    std::int64_t longest = 0;
    for (std::uint32_t other = 0; other < top_bit(smaller_change); ++other) {
      longest = std::max(longest, longest_way((turn + residues - other) % residues, change) +
                                      longest_way(other, smaller_change));
    }
    sum += longest;
  }
  return sum;
}

/// Raw, a worm waits in its row and again in its column, so that the round of (jx, jy) takes
/// (2^hx - 1) + (2^hy - 1) worms more; the closed form is without contention.
/// In a permutation as a whole the longest way is that of node 0, change_x + change_y links: over
/// all permutations the mean of each is half of the longest side.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  if (request.stores_and_forwards()) {
    return std::nullopt;
  }
  const Topology& mesh = request.topology;
  const std::int64_t nodes = mesh.nodes();
  Coefficients cost;
  if (serialised_by_network(request)) {
    cost.t_s = nodes - 1;
    cost.t_d = nodes * (std::int64_t{mesh.side(0)} + mesh.side(1) - 2) / 2;
  } else {
    for (NodeId number = 1; number < mesh.nodes(); ++number) {
      const MeshPermutation p = mesh_permutation(mesh, number);
      cost.t_s += p.congestion;
      cost.t_d += top_bit(p.change_x) >= top_bit(p.change_y) ? longest_ways(p.change_x, p.change_y)
                                                             : longest_ways(p.change_y, p.change_x);
    }
  }
  cost.mu_t_m = cost.t_s;
  return cost;
}

}  // namespace rows::alltoall_mesh_dex

std::uint32_t MeshPermutation::turn(std::uint32_t x, std::uint32_t y) const {
  return (x % rows::alltoall_mesh_dex::top_bit(change_x) +
          y % rows::alltoall_mesh_dex::top_bit(change_y)) %
         congestion;
}

MeshPermutation mesh_permutation(const Topology& mesh, NodeId number) {
  const std::uint32_t x = number % mesh.side(0);
  const std::uint32_t y = number / mesh.side(0);
  return {x, y, std::max(rows::alltoall_mesh_dex::top_bit(x), rows::alltoall_mesh_dex::top_bit(y))};
}

Row aas_mesh_dex() {
  Row row{};
  row.id = "aas-mesh-dex";
  row.number = "A15";
  row.operation = &operations::all_to_all_scatter();
  row.topologies = "two-dimensional mesh";
  row.source = "Tvrdík CS838 §14, direct exchange on meshes";
  row.conditions = "sides powers of two, 2 to 2^14 nodes";
  row.definition =
      "Direct exchange of aas-hc-dex with x and y for the label: the messages of a permutation "
      "that would share channels go in turns, one per channel; raw has a whole permutation in one "
      "round, whose worms wait for each other.";
  row.rounds = "Σ max(2^hx, 2^hy) over all permutations (jx, jy), h = highest bit; raw: N - 1";
  row.latency =
      "R·(t_s + μ·t_m) + D·t_d, R rounds, for k = l 3(8^k-1)/7, D the sum of their longest ways; "
      "raw, a lower bound: (N-1)·(t_s + μ·t_m) + N(a+b-2)/2·t_d on a columns and b rows";
  row.contention = "raw: up to 2^max(hx,hy) worms on a channel, h the top bits of the offsets";
  row.variants = {"standard", "raw"};
  row.validate = check_power_of_two_mesh;
  row.lay = rows::alltoall_mesh_dex::lay;
  row.closed_form = rows::alltoall_mesh_dex::closed_form;
  return row;
}

}  // namespace flitcast
