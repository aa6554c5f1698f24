#include "traffic/row/row_support.h"
#include "traffic/rows/rows.h"
#include "traffic/schedule/messages.h"
#include "traffic/steps/dual_row.h"
#include "traffic/steps/inorder_tree.h"
#include "traffic/steps/segments.h"

namespace flitcast {
namespace rows::broadcast_hypercube_trees {

/// One tree takes all segments, two take them in turn. The second is the first with the lowest bit
/// of all nodes flipped, so that a node with children in one tree is a leaf of the other. Its label
/// for the source, which is in neither tree, goes to node 1, whose own is that of the source.
///
/// The delays of the tree let a node get the segments of one tree in even rounds and those of the
/// other in odd ones. The trees share no link: those of the first leave nodes with the lowest bit
/// clear and those of the second nodes with it set, except to the left leaves in ascending order,
/// when the first takes dimension 1 from nodes …11 and the second from nodes …10. What the source
/// sends and what node 1 gets may share a link with something else, in rounds of different parity.
class TreeBroadcast {
 public:
  TreeBroadcast(const RowRequest& request, NodeId trees)
      : routing_(request.routing),
        tree_(request.topology.dimensions()),
        trees_(trees),
        segments_(request.parameters.segments),
        root_(request.root) {}

  void fill(std::uint64_t round, Round& out) const {
    for (NodeId t = 0; t < trees_; ++t) {
      for (NodeId label = 1; label < tree_.end(); ++label) {
        const std::uint64_t first = t + tree_.delay(label);
        const std::uint64_t segment = t + (round - first) / pace() * trees_;
        if (round >= first && (round - first) % pace() == 0 && segment < segments_) {
          const NodeId parent = label == tree_.root() ? 0 : node(t, tree_.parent(label));
          begin_unicast(out, routing_, root_ ^ parent, root_ ^ node(t, label));
          out.add_block(make_block(root_, Block::kEveryone, static_cast<std::uint32_t>(segment)));
        }
      }
    }
  }

 private:
  /// Rounds from one segment of a tree to the next: every node has two children, a single one none.
  std::uint64_t pace() const { return trees_ == 1 && tree_.root() == 1 ? 1 : 2; }
  /// The node at a label of tree t, of those translated so that the source is 0.
  static NodeId node(NodeId t, NodeId label) { return t == 0 || label == 1 ? label : label ^ 1U; }

  const Routing& routing_;
  InorderTree tree_;
  NodeId trees_;
  std::uint64_t segments_;
  NodeId root_;
};

void lay_trees(const RowRequest& request, NodeId trees, std::int64_t rounds, Schedule& schedule) {
  cut_into_segments(request, schedule);
  schedule.rounds = static_cast<std::uint64_t>(rounds);
  schedule.fill = [broadcast = TreeBroadcast(request, trees)](std::uint64_t round, Round& out) {
    broadcast.fill(round, out);
  };
}

/// The last segment enters the tree after the others, two rounds apart, and goes down all of it.
std::int64_t rounds_of_one_tree(const RowRequest& request) {
  const std::int64_t n = request.topology.dimensions();
  const std::int64_t segments = request.parameters.segments;
  return n == 1 ? segments : 2 * segments + 2 * n - 3;
}

std::int64_t rounds_of_two_trees(const RowRequest& request) {
  const std::int64_t n = request.topology.dimensions();
  const std::int64_t segments = request.parameters.segments;
  return segments + 2 * n - 2;
}

void lay_tree(const RowRequest& request, Schedule& schedule) {
  lay_trees(request, 1, rounds_of_one_tree(request), schedule);
}

/// Some left child is sent something, over two links, in every round but the first, which is for
/// the root, the second, which is for its right child, and the last, which is for leaves on the
/// right. On Q_2 there is one, in every other round.
std::optional<Coefficients> closed_form_of_tree(const RowRequest& request) {
  const std::int64_t n = request.topology.dimensions();
  const std::int64_t segments = request.parameters.segments;
  const std::int64_t rounds = rounds_of_one_tree(request);
  const std::int64_t of_two_links = n == 1 ? 0 : n == 2 ? segments : rounds - 3;
  return segmented_cost(request, rounds, rounds + of_two_links);
}

void lay_double_tree(const RowRequest& request, Schedule& schedule) {
  lay_trees(request, 2, rounds_of_two_trees(request), schedule);
}

/// As with one tree, but in the second round it is two links to the root of the second tree, where
/// that has segments; and the last left child in the second tree is node 1, a neighbour of its
/// parent. So an even number of segments has one more round of single links at its end.
std::int64_t hops_of_two_trees(const RowRequest& request) {
  const std::int64_t n = request.topology.dimensions();
  const std::int64_t segments = request.parameters.segments;
  const std::int64_t rounds = rounds_of_two_trees(request);
  if (n <= 2) {
    return n == 1 ? rounds : rounds + (segments + 1) / 2;
  }
  return 2 * rounds - (segments % 2 == 0 || segments == 1 ? 3 : 2);
}

std::optional<Coefficients> closed_form_of_double_tree(const RowRequest& request) {
  return segmented_cost(request, rounds_of_two_trees(request), hops_of_two_trees(request));
}

/// The broadcast backwards, which adds everything up at the source, and then the broadcast.
void lay_allreduce(const RowRequest& request, Schedule& schedule) {
  RowRequest from_zero = request;
  from_zero.root = 0;
  cut_into_segments(request, schedule);
  lay_up_and_down(oab_hc_double_tree().build(from_zero), schedule);
}

std::optional<Coefficients> closed_form_of_allreduce(const RowRequest& request) {
  const std::int64_t rounds = rounds_of_two_trees(request);
  Coefficients cost = segmented_cost(request, 2 * rounds, 2 * hops_of_two_trees(request));
  cost.mu_t_op = {rounds, static_cast<std::int64_t>(request.parameters.segments)};
  return cost;
}

constexpr std::string_view kDoubleTreeSource =
    "Sanders, Speck and Träff, \"Two-tree algorithms for full bandwidth broadcast, reduction and "
    "scan\", Parallel Computing 35, 2009";

Row tree_row() {
  Row row{};
  row.operation = &operations::broadcast();
  row.topologies = "hypercube";
  row.conditions = "n ≥ 1; μ a multiple of S";
  row.parameters = {"traffic.segments"};
  row.validate = check_hypercube;
  return row;
}

}  // namespace rows::broadcast_hypercube_trees

Row oab_hc_tree_pipelined() {
  Row row = rows::broadcast_hypercube_trees::tree_row();
  row.id = "oab-hc-tree-pipelined";
  row.source =
      "Sanders, Speck and Träff, \"Two-tree algorithms for full bandwidth broadcast, reduction and "
      "scan\", Parallel Computing 35, 2009, pipelined binary tree; in-order labels: Leighton, "
      "\"Introduction to parallel algorithms and architectures\", 1992, ch. 3";
  row.definition =
      "Pipelined binary tree: the root sends S segments, two rounds apart, down a complete binary "
      "tree of the other nodes in the order of their labels; every node hands each on to its "
      "children in the next two rounds.";
  row.rounds = "2S+2n-3 (S if n = 1)";
  row.latency = "R·(t_s + μ/S·t_m) + (2R-3)·t_d in R rounds (R·t_d if n = 1, (R+S)·t_d if n = 2)";
  row.lay = rows::broadcast_hypercube_trees::lay_tree;
  row.closed_form = rows::broadcast_hypercube_trees::closed_form_of_tree;
  return row;
}

Row oab_hc_double_tree() {
  Row row = rows::broadcast_hypercube_trees::tree_row();
  row.id = "oab-hc-double-tree";
  row.source = rows::broadcast_hypercube_trees::kDoubleTreeSource;
  row.definition =
      "Double binary tree: the root sends S segments to two complete binary trees in turn. A node "
      "with children in one is a leaf of the other, and gets from one in even rounds and from the "
      "other in odd ones.";
  row.rounds = "S+2n-2";
  row.latency =
      "R·(t_s + μ/S·t_m) + D·t_d in R rounds, D = 2R-3 if S is even or 1, else 2R-2; n = 2: D = "
      "R+⌈S/2⌉, n = 1: D = R";
  row.lay = rows::broadcast_hypercube_trees::lay_double_tree;
  row.closed_form = rows::broadcast_hypercube_trees::closed_form_of_double_tree;
  return row;
}

Row allreduce_hc_double_tree() {
  Row row = rows::broadcast_hypercube_trees::tree_row();
  row.id = "allreduce-hc-double-tree";
  row.operation = &operations::all_reduce();
  row.source = rows::broadcast_hypercube_trees::kDoubleTreeSource;
  row.definition =
      "Double binary tree: S segments are added up on their way up two trees in turn "
      "(oab-hc-double-tree from node 0 backwards), and then sent down again.";
  row.rounds = "2(S+2n-2)";
  row.latency =
      "2R·(t_s + μ/S·t_m) + 2D·t_d + R·μ/S·t_op with R = S+2n-2 and D as in oab-hc-double-tree";
  row.lay = rows::broadcast_hypercube_trees::lay_allreduce;
  row.closed_form = rows::broadcast_hypercube_trees::closed_form_of_allreduce;
  return row;
}

}  // namespace flitcast
