#include "traffic/row/row_support.h"
#include "traffic/steps/pipeline.h"
#include "traffic/theory/powers_of_two.h"

namespace flitcast {
namespace rows::broadcast_vandegeijn {

/// `count` nodes of the ring, upwards from the one `first` places behind the root.
struct Segment {
  NodeId first;
  NodeId count;

  /// The part that stays with the first node; larger by one where they differ.
  Segment lower() const { return {first, count - count / 2}; }
  Segment upper() const { return {first + lower().count, count / 2}; }
};

/// The segments of the ring after a number of halvings.
std::vector<Segment> segments_after(std::uint64_t rounds, NodeId nodes) {
  std::vector<Segment> segments = {{0, nodes}};
  for (; rounds > 0; --rounds) {
    std::vector<Segment> halves;
    for (const Segment& segment : segments) {
      halves.push_back(segment.lower());
      if (segment.count > 1) {
        halves.push_back(segment.upper());
      }
    }
    segments = std::move(halves);
  }
  return segments;
}

/// The first node of every segment sends that of the upper half the parts of its nodes.
void scatter(const Routing& ring, NodeId root, std::uint64_t round, Round& out) {
  const NodeId nodes = ring.topology().nodes();
  out.set_transfer(Transfer::kMove);
  for (const Segment& segment : segments_after(round, nodes)) {
    const Segment upper = segment.upper();
    if (upper.count > 0) {
      begin_unicast(out, ring, (root + segment.first) % nodes, (root + upper.first) % nodes);
      for (NodeId place = upper.first; place < upper.first + upper.count; ++place) {
        out.add_block(make_block(root, Block::kEveryone, (root + place) % nodes));
      }
    }
  }
}

void gather_from_all(const Routing& ring, NodeId root, std::uint64_t round, Round& out) {
  const auto number = static_cast<NodeId>(round);
  out.set_transfer(Transfer::kCopy);
  Pipeline(ring, 0, Pipeline::Sense::kUp)
      .fill(number, number + 1, out, [&](NodeId origin, NodeId, NodeId) {
        out.add_block(make_block(root, Block::kEveryone, origin));
      });
}

void validate(const RowRequest& request) {
  check_ring(request);
  check_size(operations::all_to_all_broadcast(), request);
  const NodeId nodes = request.topology.nodes();
  check_divides(request, nodes, "the scatter sends " + std::to_string(nodes) + " equal parts");
}

void lay(const RowRequest& request, Schedule& schedule) {
  const NodeId nodes = request.topology.nodes();
  const std::uint64_t halving = doublings(nodes);
  cut_blocks(nodes, schedule);
  schedule.rounds = halving + nodes - 1;
  schedule.fill = [&ring = request.routing, root = request.root, halving](std::uint64_t round,
                                                                          Round& out) {
    if (round < halving) {
      scatter(ring, root, round, out);
    } else {
      gather_from_all(ring, root, round - halving, out);
    }
  };
}

/// The longest segment of a round of the scatter has ⌈p/2^i⌉ nodes, and its message goes over the
/// ⌈p/2^(i+1)⌉ links of its lower half; but the first message takes the shorter way round the ring.
/// It carries the parts of the upper half, all rounds together p − 1 parts.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  if (request.stores_and_forwards()) {
    return std::nullopt;
  }
  const std::int64_t nodes = request.topology.nodes();
  std::int64_t links = nodes / 2;
  for (std::int64_t segment = (nodes + 1) / 2; segment > 1; segment = (segment + 1) / 2) {
    links += (segment + 1) / 2;
  }
  Coefficients cost;
  cost.t_s = static_cast<std::int64_t>(doublings(request.topology.nodes())) + nodes - 1;
  cost.t_d = links + nodes - 1;
  cost.mu_t_m = {2 * (nodes - 1), nodes};
  return cost;
}

}  // namespace rows::broadcast_vandegeijn

Row oab_vandegeijn() {
  Row row{};
  row.id = "oab-vandegeijn";
  row.operation = &operations::broadcast();
  row.topologies = "ring, one-dimensional torus";
  row.source =
      "van de Geijn's broadcast of long messages (Barnett et al.; Thakur, Rabenseifner and Gropp)";
  row.conditions = "3 to 2^14 nodes; μ a multiple of p";
  row.definition =
      "A scatter of p parts of the message by recursive halving of the ring, in worms along its "
      "segments; then every node passes the parts on around the ring, as in aab-ring.";
  row.rounds = "⌈log2 p⌉ + p - 1";
  row.latency =
      "(⌈log2 p⌉+p-1)·t_s + (⌊p/2⌋+Σ_{i≥2}⌈p/2^i⌉+p-1)·t_d + 2(p-1)/p·μ·t_m, i to ⌈log2 p⌉; p = "
      "2^d: 2(p-1)·t_d";
  row.combining = true;
  row.validate = rows::broadcast_vandegeijn::validate;
  row.lay = rows::broadcast_vandegeijn::lay;
  row.closed_form = rows::broadcast_vandegeijn::closed_form;
  return row;
}

}  // namespace flitcast
