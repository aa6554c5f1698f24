#include <algorithm>

#include "traffic/row/row_support.h"
#include "traffic/rows/reduce/allreduce_parts.h"
#include "traffic/schedule/messages.h"
#include "traffic/steps/hypercube_steps.h"
#include "traffic/theory/distance.h"

namespace flitcast {
namespace rows::allreduce_rabenseifner {

/// The 2^n nodes that halve and double, ranked by number: all where there are no more. Each of the
/// `pairs` others stands aside, one before one of the first ranks, which takes care of its operand.
class Ranks {
 public:
  explicit Ranks(NodeId nodes) {
    while ((NodeId{2} << static_cast<unsigned>(n_)) <= nodes) {
      ++n_;
    }
    pairs_ = nodes - size();
  }

  /// Ranks are 0 … size − 1, and so are the parts of the vector.
  NodeId size() const { return NodeId{1} << static_cast<unsigned>(n_); }
  int n() const { return n_; }
  NodeId pairs() const { return pairs_; }
  /// The node with the rank.
  NodeId node(NodeId rank) const { return rank < pairs_ ? 2 * rank + 1 : rank + pairs_; }
  /// The node aside that the node of a rank < pairs stands for, too.
  static NodeId aside(NodeId rank) { return 2 * rank; }

  std::uint64_t folds() const { return pairs_ > 0 ? 1 : 0; }
  /// Folding, halving, doubling, unfolding.
  std::uint64_t rounds() const { return 2 * (folds() + static_cast<std::uint64_t>(n_)); }

 private:
  int n_ = 0;
  NodeId pairs_ = 0;
};

/// The whole vector from the nodes aside, or the sums back to them.
void fill_fold(const Routing& routing, const Ranks& ranks, bool back, Round& out) {
  for (NodeId rank = 0; rank < ranks.pairs(); ++rank) {
    const NodeId aside = Ranks::aside(rank);
    const NodeId node = ranks.node(rank);
    begin_unicast(out, routing, back ? node : aside, back ? aside : node);
    for (NodeId part = 0; part < ranks.size(); ++part) {
      out.add_block(vector_part(part));
    }
  }
}

/// Ranks that differ in one bit, the lowest first, halve what they sum up together; rank i ends
/// with part i. The way back doubles it. In between a rank has the parts that agree with it in the
/// bits done.
void fill_step(const Routing& routing, const Ranks& ranks, const HypercubeStep& step, bool back,
               Round& out) {
  for (NodeId rank = 0; rank < ranks.size(); ++rank) {
    const NodeId partner = rank ^ step.bit;
    begin_unicast(out, routing, ranks.node(rank), ranks.node(partner));
    for_each_subset(step.later, [&](NodeId others) {
      out.add_block(vector_part((back ? rank : partner) ^ others));
    });
  }
}

void fill(const Routing& routing, const Ranks& ranks, std::uint64_t round, Round& out) {
  const bool back = round >= ranks.rounds() / 2;
  const std::uint64_t depth = back ? ranks.rounds() - 1 - round : round;
  out.set_transfer(back ? Transfer::kCopy : Transfer::kMoveAndAdd);
  if (depth < ranks.folds()) {
    fill_fold(routing, ranks, back, out);
  } else {
    const std::uint64_t step = depth - ranks.folds();
    fill_step(routing, ranks, hypercube_step(ranks.n(), step, RoutingOrder::kAscending), back, out);
  }
}

void validate(const RowRequest& request) {
  check_any_network(request);
  check_vector_parts(request, Ranks(request.topology.processors()).size());
}

void lay(const RowRequest& request, Schedule& schedule) {
  const Ranks ranks(request.topology.processors());
  cut_blocks(ranks.size(), schedule);
  schedule.rounds = ranks.rounds();
  schedule.fill = [&routing = request.routing, ranks](std::uint64_t round, Round& out) {
    fill(routing, ranks, round, out);
  };
}

/// The longest way of the messages between ranks that differ in `bit`.
std::int64_t longest_step(const Routing& routing, const Ranks& ranks, NodeId bit) {
  std::int64_t longest = 0;
  for (NodeId rank = 0; rank < ranks.size(); ++rank) {
    longest = std::max(longest, route_length(routing, ranks.node(rank), ranks.node(rank ^ bit)));
  }
  return longest;
}

std::int64_t longest_fold(const Routing& routing, const Ranks& ranks) {
  std::int64_t longest = 0;
  for (NodeId rank = 0; rank < ranks.pairs(); ++rank) {
    longest = std::max(longest, route_length(routing, Ranks::aside(rank), ranks.node(rank)));
  }
  return longest;
}

/// Every round there has its like back, and the way there adds up what it brings.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  const Ranks ranks(request.topology.processors());
  Coefficients cost;
  const auto add_there_and_back = [&](std::int64_t hops, std::uint64_t parts) {
    const Coefficients way = message_coefficients(
        request.switching, static_cast<std::uint64_t>(hops), 1, parts, ranks.size());
    cost += way;
    cost += way;
    cost.mu_t_op += {static_cast<std::int64_t>(parts), std::int64_t{ranks.size()}};
  };
  if (ranks.pairs() > 0) {
    add_there_and_back(longest_fold(request.routing, ranks), ranks.size());
  }
  for (NodeId bit = 1; bit < ranks.size(); bit *= 2) {
    add_there_and_back(longest_step(request.routing, ranks, bit), ranks.size() / (2 * bit));
  }
  return cost;
}

}  // namespace rows::allreduce_rabenseifner

Row allreduce_rabenseifner() {
  Row row{};
  row.id = "allreduce-rabenseifner";
  row.operation = &operations::all_reduce();
  row.topologies = "any";
  row.source = "Rabenseifner, \"Optimization of collective reduction operations\", ICCS 2004";
  row.conditions = "2 to 2^11 nodes; μ a multiple of 2^⌊log2 p⌋";
  row.definition =
      "Reduce-scatter by recursive halving, nodes that differ in the lowest bit first, and "
      "all-gather by recursive doubling back; where p is no power of two, p - 2^n nodes hand their "
      "vector to a neighbour before and get the sum from it behind.";
  row.rounds = "2n, 2n + 2 where p > 2^n; n = ⌊log2 p⌋";
  row.latency =
      "Q_n: 2n·t_s + 2n·t_d + 2(p-1)/p·μ·t_m + (p-1)/p·μ·t_op; else, without contention, with 2^n "
      "for p, D·t_d for the longest ways of all rounds, and 2·t_s + 2·μ·t_m + μ·t_op more where p "
      "> 2^n";
  row.contention =
      "none on hypercubes; on other networks up to 2^i worms on a channel in a step over bit i, up "
      "to 2^(i+1) where p is no power of two, or more where the numbers of nodes say little of "
      "where they are";
  row.combining = true;
  row.model.datelines = true;
  row.validate = rows::allreduce_rabenseifner::validate;
  row.lay = rows::allreduce_rabenseifner::lay;
  row.closed_form = rows::allreduce_rabenseifner::closed_form;
  return row;
}

}  // namespace flitcast
