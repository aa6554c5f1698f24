#include <vector>

#include "traffic/row/row_support.h"
#include "traffic/schedule/messages.h"
#include "traffic/theory/powers_of_two.h"

namespace flitcast {
namespace rows::scatter_line {

// --- S11: a pipeline ----------------------------------------------------------------------------

/// In round r the node r links behind the root keeps its own packet and hands on all others.
void lay_pipeline(const RowRequest& request, Schedule& schedule) {
  const NodeId z = request.topology.nodes();
  schedule.rounds = z - 1;
  schedule.fill = [z, root = request.root](std::uint64_t round, Round& out) {
    const auto place = static_cast<NodeId>(round);
    begin_hop(out, (root + place) % z, (root + place + 1) % z);
    for (NodeId ahead = place + 1; ahead < z; ++ahead) {
      out.add_block(make_block(root, (root + ahead) % z));
    }
  };
}

std::optional<Coefficients> cost_of_pipeline(const RowRequest& request) {
  const std::int64_t z = request.topology.nodes();
  Coefficients cost;
  cost.t_s = z - 1;
  cost.t_d = z - 1;
  cost.mu_t_m = z * (z - 1) / 2;
  return cost;
}

// --- S12: recursive doubling --------------------------------------------------------------------

void validate_doubling(const RowRequest& request) {
  check_line_or_ring(request);
  if (!request.topology.wraps() && request.root != 0) {
    throw ParameterError("traffic.root", std::to_string(request.root) +
                                             " is not the first node of the line; take 0");
  }
}

/// True where the first of the two parts of an odd segment is the longer one.
bool rounds_up(const RowRequest& request) {
  return request.variant != "floor";
}

/// Neighbouring nodes, counted from the root upwards; the first holds the packets of all.
struct Segment {
  NodeId first;
  NodeId length;
};

NodeId first_part(const Segment& segment, bool up) {
  return (segment.length + (up ? 1 : 0)) / 2;
}

/// What the line of z nodes consists of before round `round`.
std::vector<Segment> segments(NodeId z, std::uint64_t round, bool up) {
  std::vector<Segment> result{{0, z}};
  for (std::uint64_t r = 0; r < round; ++r) {
    std::vector<Segment> halves;
    for (const Segment& segment : result) {
      const NodeId part = first_part(segment, up);
      for (const Segment& half :
           {Segment{segment.first, part}, Segment{segment.first + part, segment.length - part}}) {
        if (half.length > 1) {
          halves.push_back(half);
        }
      }
    }
    result = std::move(halves);
  }
  return result;
}

/// The first node of every segment sends the packets of the second part up to its first node.
void fill_doubling(const std::vector<Segment>& line, bool up, NodeId root, NodeId z, Round& out) {
  const auto node = [&](NodeId place) { return (root + place) % z; };
  for (const Segment& segment : line) {
    const NodeId middle = segment.first + first_part(segment, up);
    out.begin(node(segment.first));
    out.add_destination(node(middle));
    for (NodeId place = segment.first + 1; place <= middle; ++place) {
      out.add_hop(node(place));
    }
    for (NodeId place = middle; place < segment.first + segment.length; ++place) {
      out.add_block(make_block(root, node(place)));
    }
  }
}

void lay_doubling(const RowRequest& request, Schedule& schedule) {
  const NodeId z = request.topology.nodes();
  schedule.rounds = doublings(z);
  schedule.fill = [z, root = request.root, up = rounds_up(request)](std::uint64_t round,
                                                                    Round& out) {
    fill_doubling(segments(z, round, up), up, root, z, out);
  };
}

/// The longest segment before round i = 1, 2, … has ⌈z/2^(i−1)⌉ nodes. Its longer part, of
/// ⌈z/2^i⌉ nodes, decides on either the links or the packets, its shorter part on the other: the
/// shorter parts are z − 1 in all.
std::optional<Coefficients> cost_of_doubling(const RowRequest& request) {
  if (request.stores_and_forwards()) {
    return std::nullopt;
  }
  Coefficients cost;
  std::int64_t longer_parts = 0;
  const std::int64_t z = request.topology.nodes();
  for (std::int64_t length = z; length > 1; length -= length / 2) {
    ++cost.t_s;
    longer_parts += length - length / 2;
  }
  cost.t_d = rounds_up(request) ? longer_parts : z - 1;
  cost.mu_t_m = rounds_up(request) ? z - 1 : longer_parts;
  return cost;
}

}  // namespace rows::scatter_line

Row oas_ring_sf_combining() {
  Row row{};
  row.id = "oas-ring-sf-combining";
  row.number = "S11";
  row.operation = &operations::one_to_all_scatter();
  row.topologies = "ring, one-dimensional torus";
  row.source = "Tvrdík CS838 §12 \"Combining model\" (1D SF torus)";
  row.conditions = "3 nodes or more";
  row.definition =
      "All packets leave the root in one message; every node keeps its own and hands the others on "
      "to the next.";
  row.rounds = "z - 1";
  row.latency = "(z-1)·t_s + (z-1)·t_d + z(z-1)/2·μ·t_m";
  row.combining = true;
  row.model.switching = Switching::kStoreAndForward;
  row.validate = check_ring;
  row.lay = rows::scatter_line::lay_pipeline;
  row.closed_form = rows::scatter_line::cost_of_pipeline;
  return row;
}

Row oas_line_wh_rd() {
  Row row{};
  row.id = "oas-line-wh-rd";
  row.number = "S12";
  row.operation = &operations::one_to_all_scatter();
  row.topologies = "line, ring, one-dimensional mesh or torus";
  row.source = "Tvrdík CS838 §12 \"Combining model\" (WH 1D mesh, torus)";
  row.conditions = "2 nodes or more; root 0 on a line, any on a ring";
  row.definition =
      "Recursive doubling from the first node: that of a segment of L nodes sends the packets of "
      "the second part to its first node, at offset ⌈L/2⌉ (ceil) or ⌊L/2⌋ (floor).";
  row.rounds = "⌈log2 z⌉";
  row.latency =
      "⌈log2 z⌉·t_s + d·t_d + c·μ·t_m; ceil d = Σ⌈z/2^i⌉, c = z-1; floor d = z-1, c = Σ⌈z/2^i⌉";
  row.combining = true;
  row.variants = {"ceil", "floor"};
  row.validate = rows::scatter_line::validate_doubling;
  row.lay = rows::scatter_line::lay_doubling;
  row.closed_form = rows::scatter_line::cost_of_doubling;
  return row;
}

}  // namespace flitcast
