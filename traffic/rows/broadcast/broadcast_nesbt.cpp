#include "traffic/row/row_support.h"
#include "traffic/schedule/messages.h"
#include "traffic/steps/segments.h"

namespace flitcast {
namespace rows::broadcast_nesbt {

/// Binomial tree j = 0 … n − 1 hangs below the neighbour 2^j of the source, node 0, and reaches the
/// other nodes along the dimensions j + 1, j + 2, … cyclically, dimension j at last. So a node
/// without bit j has its parent in tree j along dimension j, and a node with it along the dimension
/// of its next set bit cyclically below j: to every node every link belongs to another tree.
class EdgeDisjointTrees {
 public:
  explicit EdgeDisjointTrees(int n) : n_(static_cast<NodeId>(n)) {}

  NodeId dimensions() const { return n_; }
  NodeId end() const { return NodeId{1} << n_; }

  /// The tree in which the parent of `node` != 0 is its neighbour along dimension d.
  NodeId tree(NodeId node, NodeId d) const {
    if (!has_bit(node, d)) {
      return d;
    }
    NodeId next = d;
    do {
      next = (next + 1) % n_;
    } while (!has_bit(node, next));
    return next;
  }

  /// Whether tree j hangs at `node`.
  static bool is_top(NodeId node, NodeId j) { return node == NodeId{1} << j; }
  /// The step, from 1 to n, in which tree j takes dimension d.
  NodeId step(NodeId j, NodeId d) const { return (d + n_ - j - 1) % n_ + 1; }
  /// Links from the top of tree j to `node`.
  static NodeId depth(NodeId node, NodeId j) {
    return static_cast<NodeId>(__builtin_popcount(node ^ (NodeId{1} << j)));
  }

 private:
  static bool has_bit(NodeId node, NodeId d) { return (node >> d) % 2 != 0; }

  NodeId n_;
};

/// Segment s goes down tree s mod n.
class NesbtBroadcast {
 public:
  explicit NesbtBroadcast(const RowRequest& request)
      : trees_(request.topology.dimensions()),
        segments_(request.parameters.segments),
        root_(request.root) {}

  /// The source sends a segment in every round, and all nodes use the dimension of the round.
  void fill_one_port(std::uint64_t round, Round& out) const {
    const auto d = static_cast<NodeId>(round % trees_.dimensions());
    for (NodeId node = 1; node < trees_.end(); ++node) {
      const NodeId j = trees_.tree(node, d);
      const std::uint64_t behind = EdgeDisjointTrees::is_top(node, j) ? 0 : trees_.step(j, d);
      if (round >= behind) {
        send(node, d, round - behind, out);
      }
    }
  }

  /// The source sends a segment down every tree in every round, and all nodes hand on all they got.
  void fill_all_port(std::uint64_t round, Round& out) const {
    for (NodeId node = 1; node < trees_.end(); ++node) {
      for (NodeId d = 0; d < trees_.dimensions(); ++d) {
        const NodeId j = trees_.tree(node, d);
        const std::uint64_t behind = EdgeDisjointTrees::depth(node, j);
        if (round >= behind) {
          send(node, d, (round - behind) * trees_.dimensions() + j, out);
        }
      }
    }
  }

 private:
  void send(NodeId node, NodeId d, std::uint64_t segment, Round& out) const {
    if (segment < segments_) {
      const NodeId to = root_ ^ node;
      begin_hop(out, to ^ (NodeId{1} << d), to);
      out.add_block(make_block(root_, Block::kEveryone, static_cast<std::uint32_t>(segment)));
    }
  }

  EdgeDisjointTrees trees_;
  std::uint64_t segments_;
  NodeId root_;
};

/// The last segment takes n rounds after that in which it left the source. The tree of Q_1 ends
/// where it begins.
std::int64_t rounds_of(const RowRequest& request) {
  const std::int64_t n = request.topology.dimensions();
  const std::int64_t segments = request.parameters.segments;
  const std::int64_t leaving = request.all_port() ? (segments + n - 1) / n : segments;
  return n == 1 ? leaving : leaving + n;
}

void lay(const RowRequest& request, Schedule& schedule) {
  cut_into_segments(request, schedule);
  schedule.rounds = static_cast<std::uint64_t>(rounds_of(request));
  const auto fill =
      request.all_port() ? &NesbtBroadcast::fill_all_port : &NesbtBroadcast::fill_one_port;
  schedule.fill = [broadcast = NesbtBroadcast(request), fill](std::uint64_t round, Round& out) {
    (broadcast.*fill)(round, out);
  };
}

std::optional<Coefficients> closed_form(const RowRequest& request) {
  const std::int64_t rounds = rounds_of(request);
  return segmented_cost(request, rounds, rounds);
}

}  // namespace rows::broadcast_nesbt

Row oab_hc_nesbt() {
  Row row{};
  row.id = "oab-hc-nesbt";
  row.operation = &operations::broadcast();
  row.topologies = "hypercube";
  row.source =
      "Johnsson and Ho, \"Optimum broadcasting and personalized communication in hypercubes\", "
      "IEEE Trans. Computers 38, 1989, n edge-disjoint spanning binomial trees";
  row.conditions = "n ≥ 1; μ a multiple of S";
  row.definition =
      "S segments go down n edge-disjoint binomial trees in turn, tree j below the root's "
      "neighbour along dimension j. With one port all nodes use dimension r mod n in round r; with "
      "all ports every link is used in every round.";
  row.rounds = "S+n, with all ports ⌈S/n⌉+n (n = 1: S)";
  row.latency = "R·(t_s + t_d + μ/S·t_m), R rounds";
  row.parameters = {"traffic.segments"};
  row.validate = check_hypercube;
  row.lay = rows::broadcast_nesbt::lay;
  row.closed_form = rows::broadcast_nesbt::closed_form;
  return row;
}

}  // namespace flitcast
