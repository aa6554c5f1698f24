#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "traffic/row/row_support.h"
#include "traffic/schedule/messages.h"
#include "traffic/steps/segments.h"
#include "traffic/theory/distance.h"

namespace flitcast {
namespace rows::broadcast_chain {

/// A path of neighbours through all nodes, dimension 0 to and fro first: the reflected Gray code in
/// the sides as radices, Gray's own on a hypercube. Where all nodes are alike it is moved so that
/// it begins at the root; on a mesh it begins at the corner nearest to the root.
class HamiltonianPath {
 public:
  HamiltonianPath(const Topology& topology, NodeId root) : topology_(topology), root_(root) {}

  NodeId node(NodeId place) const {
    NodeId node = 0;
    for (int d = 0; d < topology_.dimensions(); ++d) {
      const NodeId side = topology_.side(d);
      const NodeId digit = place % side;
      place /= side;
      const NodeId at = place % 2 == 0 ? digit : side - 1 - digit;
      node = topology_.with_coordinate(
          node, d, all_alike() ? (at + topology_.coordinate(root_, d)) % side : mirrored(at, d));
    }
    return node;
  }

  NodeId place_of_root() const {
    NodeId place = 0;
    for (int d = topology_.dimensions() - 1; d >= 0 && !all_alike(); --d) {
      const NodeId side = topology_.side(d);
      const NodeId at = mirrored(topology_.coordinate(root_, d), d);
      place = place * side + (place % 2 == 0 ? at : side - 1 - at);
    }
    return place;
  }

 private:
  bool all_alike() const { return topology_.wraps() || topology_.has_labels(); }
  /// The coordinate counted from the end of the side that is nearer to the root.
  NodeId mirrored(NodeId coordinate, int d) const {
    const NodeId side = topology_.side(d);
    return 2 * topology_.coordinate(root_, d) < side ? coordinate : side - 1 - coordinate;
  }

  const Topology& topology_;
  NodeId root_;
};

/// The order in which the nodes hand segments on: a Hamiltonian path where coordinates give one, or
/// all processors from the root up by number, and round from the last to the first.
NodeId chained(const RowRequest& request, NodeId place) {
  return request.topology.has_coordinates()
             ? HamiltonianPath(request.topology, request.root).node(place)
             : (request.root + place) % request.topology.processors();
}

/// The parts of the chain on either side of the root, in nodes.
struct Arms {
  NodeId before;
  NodeId behind;

  NodeId longer() const { return std::max(before, behind); }
  NodeId shorter() const { return std::min(before, behind); }
  /// Rounds from one segment to the next: the root sends each to either side.
  std::uint64_t pace() const { return shorter() == 0 ? 1 : 2; }
};

Arms arms_of(const RowRequest& request) {
  const NodeId place = request.topology.has_coordinates()
                           ? HamiltonianPath(request.topology, request.root).place_of_root()
                           : 0;
  return {place, request.topology.processors() - 1 - place};
}

/// The last segment follows S - 1 others, and goes down the shorter arm one round later.
std::uint64_t rounds_of(const RowRequest& request) {
  const Arms arms = arms_of(request);
  const NodeId last_way =
      arms.shorter() == 0 ? arms.longer() : std::max(arms.longer(), arms.shorter() + 1);
  return arms.pace() * (request.parameters.segments - 1) + last_way;
}

/// Segments go down both arms, down the longer one first.
class Chains {
 public:
  explicit Chains(const RowRequest& request)
      : routing_(request.routing), segments_(request.parameters.segments), arms_(arms_of(request)) {
    for (NodeId place = 0; place < request.topology.processors(); ++place) {
      path_.push_back(chained(request, place));
    }
  }

  void fill(std::uint64_t round, Round& out) const {
    const bool behind_first = arms_.behind >= arms_.before;
    const NodeId root = arms_.before;
    for (NodeId way = 0; way < arms_.behind; ++way) {
      hand_on(round, (behind_first ? 0U : 1U) + way, root + way, root + way + 1, out);
    }
    for (NodeId way = 0; way < arms_.before; ++way) {
      hand_on(round, (behind_first ? 1U : 0U) + way, root - way, root - way - 1, out);
    }
  }

 private:
  /// Between two places that the first segment passes in round `first`.
  void hand_on(std::uint64_t round, std::uint64_t first, NodeId from, NodeId to, Round& out) const {
    if (round < first || (round - first) % arms_.pace() != 0) {
      return;
    }
    const std::uint64_t segment = (round - first) / arms_.pace();
    if (segment < segments_) {
      begin_unicast(out, routing_, path_[from], path_[to]);
      out.add_block(
          make_block(path_[arms_.before], Block::kEveryone, static_cast<std::uint32_t>(segment)));
    }
  }

  const Routing& routing_;
  std::uint64_t segments_;
  Arms arms_;
  std::vector<NodeId> path_;
};

void lay(const RowRequest& request, Schedule& schedule) {
  cut_into_segments(request, schedule);
  schedule.rounds = rounds_of(request);
  schedule.fill = [chains = Chains(request)](std::uint64_t round, Round& out) {
    chains.fill(round, out);
  };
}

/// The longest way of every round, added up, where a segment is at one place of the chain after the
/// other: of `segments` places in a row, as far as there are any.
std::int64_t sum_of_longest_ways(const RowRequest& request) {
  const std::uint64_t places = request.topology.processors();
  const std::uint64_t segments = request.parameters.segments;
  std::deque<std::pair<std::uint64_t, std::int64_t>> longest;  // place and way, ever shorter
  std::int64_t sum = 0;
  for (std::uint64_t round = 0; round < rounds_of(request); ++round) {
    if (round + 1 < places) {
      const auto place = static_cast<NodeId>(round);
      const std::int64_t way =
          route_length(request.routing, chained(request, place), chained(request, place + 1));
      while (!longest.empty() && longest.back().second <= way) {
        longest.pop_back();
      }
      longest.emplace_back(round, way);
    }
    if (longest.front().first + segments <= round) {
      longest.pop_front();
    }
    sum += longest.front().second;
  }
  return sum;
}

std::optional<Coefficients> closed_form(const RowRequest& request) {
  const auto rounds = static_cast<std::int64_t>(rounds_of(request));
  return segmented_cost(request, rounds,
                        request.topology.has_coordinates() ? rounds : sum_of_longest_ways(request));
}

}  // namespace rows::broadcast_chain

Row oab_chain() {
  Row row{};
  row.id = "oab-chain";
  row.operation = &operations::broadcast();
  row.topologies = "any";
  row.source =
      "Johnsson and Ho, \"Optimum broadcasting and personalized communication in hypercubes\", "
      "IEEE Trans. Computers 38, 1989, broadcast along a Hamiltonian path";
  row.conditions = "2 nodes or more; μ a multiple of S";
  row.definition =
      "Pipelined chain: S segments follow each other along a Hamiltonian path of neighbours, one "
      "round apart. From an inner node of the path of a mesh they go both ways in turn, two rounds "
      "apart. Where nodes have no coordinates the chain goes up their numbers from the root, over "
      "base routes.";
  row.rounds = "p-2+S; from an inner node of the path 2S-2+max(a,b+1), a ≥ b links either way";
  row.latency =
      "R·(t_s + t_d + μ/S·t_m), R rounds; by number the longest way of every round for t_d";
  row.contention =
      "none along a Hamiltonian path of neighbours, nor on trees and fat trees by number; on other "
      "networks where routes to the next number meet";
  row.parameters = {"traffic.segments"};
  row.validate = check_any_network;
  row.lay = rows::broadcast_chain::lay;
  row.closed_form = rows::broadcast_chain::closed_form;
  return row;
}

}  // namespace flitcast
