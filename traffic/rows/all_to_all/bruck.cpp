#include <algorithm>

#include "traffic/row/row_support.h"
#include "traffic/schedule/messages.h"
#include "traffic/theory/distance.h"
#include "traffic/theory/powers_of_two.h"

namespace flitcast {
namespace rows::bruck {

constexpr const char* kNetworks = "any";
constexpr const char* kSource =
    "Bruck, Ho, Kipnis, Upfal and Weathersby, \"Efficient algorithms for all-to-all communications "
    "in multiport message-passing systems\", IEEE Trans. Parallel Distrib. Syst. 8(11), 1997";

// --- the all-to-all scatter ---------------------------------------------------------------------

/// The distances 1 … nodes − 1 that packets have to go up the node numbers, modulo nodes, written
/// in some radix. A packet goes its distance digit by digit, from the lowest on: there is a round
/// for every place and value of a digit, in which the packets go that have it there.
class Digits {
 public:
  struct Step {
    std::uint64_t weight;  ///< radix to the power of the place
    std::uint64_t value;   ///< of the digit there, 1 … radix − 1
    NodeId shift() const { return static_cast<NodeId>(value * weight); }
  };

  Digits(NodeId nodes, std::uint32_t radix) : nodes_(nodes), radix_(radix) {}

  std::uint64_t rounds() const {
    std::uint64_t rounds = 0;
    for (std::uint64_t weight = 1; weight < nodes_; weight *= radix_) {
      rounds += values(weight);
    }
    return rounds;
  }

  Step step(std::uint64_t round) const {
    std::uint64_t weight = 1;
    while (round >= values(weight)) {
      round -= values(weight);
      weight *= radix_;
    }
    return {weight, round + 1};
  }

  /// How many distances have the digit of the step.
  std::uint64_t count(const Step& step) const {
    const std::uint64_t period = step.weight * radix_;
    const std::uint64_t rest = nodes_ % period;
    const std::uint64_t before = step.value * step.weight;
    return nodes_ / period * step.weight +
           (rest > before ? std::min(rest - before, step.weight) : 0);
  }

  /// Calls visit(distance) for all of them.
  template <typename Visit>
  void for_each(const Step& step, Visit&& visit) const {
    for (std::uint64_t first = step.shift(); first < nodes_; first += step.weight * radix_) {
      const std::uint64_t end = std::min<std::uint64_t>(first + step.weight, nodes_);
      for (std::uint64_t distance = first; distance < end; ++distance) {
        visit(static_cast<NodeId>(distance));
      }
    }
  }

 private:
  /// Values other than 0 that the digit of this weight has.
  std::uint64_t values(std::uint64_t weight) const {
    return std::min<std::uint64_t>(radix_ - 1, (nodes_ - 1) / weight);
  }

  NodeId nodes_;
  std::uint64_t radix_;
};

Digits digits_of(const RowRequest& request) {
  return {request.topology.processors(), request.parameters.radix};
}

void validate_scatter(const RowRequest& request) {
  check_any_network(request);
  if (request.parameters.radix < 2) {
    throw ParameterError("traffic.radix", std::to_string(request.parameters.radix) +
                                              " is too small; the smallest is 2");
  }
}

/// Before the round a packet has gone the lower digits of its distance.
void fill_scatter(const Routing& routing, const Digits& digits, std::uint64_t round, Round& out) {
  const NodeId nodes = routing.topology().processors();
  const Digits::Step step = digits.step(round);
  for (NodeId node = 0; node < nodes; ++node) {
    begin_unicast(out, routing, node, (node + step.shift()) % nodes);
    digits.for_each(step, [&](NodeId distance) {
      const auto gone = static_cast<NodeId>(distance % step.weight);
      const NodeId origin = (node + nodes - gone) % nodes;
      out.add_block(make_block(origin, (origin + distance) % nodes));
    });
  }
}

void lay_scatter(const RowRequest& request, Schedule& schedule) {
  const Digits digits = digits_of(request);
  schedule.rounds = digits.rounds();
  schedule.fill = [&routing = request.routing, digits](std::uint64_t round, Round& out) {
    fill_scatter(routing, digits, round, out);
  };
}

std::optional<Coefficients> cost_of_scatter(const RowRequest& request) {
  const Digits digits = digits_of(request);
  Coefficients cost;
  for (std::uint64_t round = 0; round < digits.rounds(); ++round) {
    const Digits::Step step = digits.step(round);
    cost += message_coefficients(
        request.switching, static_cast<std::uint64_t>(longest_shift(request.routing, step.shift())),
        1, digits.count(step), 1);
  }
  return cost;
}

// --- the all-to-all broadcast -------------------------------------------------------------------

/// What a node has before a round: the blocks of so many nodes from itself up. It gets as many more
/// from the node behind them, or those still missing.
struct Doubling {
  NodeId held;
  NodeId sent;
};

Doubling doubling(NodeId nodes, std::uint64_t round) {
  const NodeId held = NodeId{1} << round;
  return {held, std::min(held, nodes - held)};
}

void fill_broadcast(const Routing& routing, std::uint64_t round, Round& out) {
  const NodeId nodes = routing.topology().processors();
  const Doubling step = doubling(nodes, round);
  for (NodeId node = 0; node < nodes; ++node) {
    begin_unicast(out, routing, node, (node + nodes - step.held) % nodes);
    for (NodeId i = 0; i < step.sent; ++i) {
      out.add_block(make_block((node + i) % nodes, Block::kEveryone));
    }
  }
}

void lay_broadcast(const RowRequest& request, Schedule& schedule) {
  schedule.rounds = doublings(request.topology.processors());
  schedule.fill = [&routing = request.routing](std::uint64_t round, Round& out) {
    fill_broadcast(routing, round, out);
  };
}

std::optional<Coefficients> cost_of_broadcast(const RowRequest& request) {
  const NodeId nodes = request.topology.processors();
  Coefficients cost;
  for (std::uint64_t round = 0; round < doublings(nodes); ++round) {
    const Doubling step = doubling(nodes, round);
    cost += message_coefficients(
        request.switching,
        static_cast<std::uint64_t>(longest_shift(request.routing, nodes - step.held)), 1, step.sent,
        1);
  }
  return cost;
}

}  // namespace rows::bruck

Row aas_bruck() {
  Row row{};
  row.id = "aas-bruck";
  row.operation = &operations::all_to_all_scatter();
  row.topologies = rows::bruck::kNetworks;
  row.source = rows::bruck::kSource;
  row.conditions = "2 to 2^14 nodes; r ≥ 2";
  row.definition =
      "The distance of a packet's nodes, final - origin mod p, is written in radix r; in the round "
      "of value j of digit k every node sends j·r^k nodes on what has that digit there.";
  row.rounds = "Σ_k min(r-1, ⌈p/r^k⌉-1), at most (r-1)·⌈log_r p⌉; r = 2: ⌈log2 p⌉";
  row.latency =
      "Q_n, r = 2: n·t_s + n(n+1)/2·t_d + n·2^(n-1)·μ·t_m; else, without contention, R·t_s + D·t_d "
      "+ c·μ·t_m in R rounds, D the sum of their longest ways, c of the numbers of distances with "
      "their digit";
  row.contention =
      "none on hypercubes and fat trees; on other networks up to as many worms on a channel as the "
      "shift is long, or more where the numbers of nodes say little of where they are";
  row.combining = true;
  row.parameters = {"traffic.radix"};
  row.model.datelines = true;
  row.validate = rows::bruck::validate_scatter;
  row.lay = rows::bruck::lay_scatter;
  row.closed_form = rows::bruck::cost_of_scatter;
  return row;
}

Row aab_bruck() {
  Row row{};
  row.id = "aab-bruck";
  row.operation = &operations::all_to_all_broadcast();
  row.topologies = rows::bruck::kNetworks;
  row.source = rows::bruck::kSource;
  row.conditions = "2 to 2^14 nodes";
  row.definition =
      "In round k every node sends the blocks it has, of itself and the next 2^k - 1 nodes, to the "
      "node 2^k before it; in the last round only those that are missing there.";
  row.rounds = "⌈log2 p⌉";
  row.latency =
      "Q_n: n·t_s + n(n+1)/2·t_d + (2^n-1)·μ·t_m; else, without contention, ⌈log2 p⌉·t_s + D·t_d + "
      "(p-1)·μ·t_m with D the sum of the longest ways";
  row.contention =
      "none on hypercubes and fat trees; on other networks up to as many worms on a channel as the "
      "shift is long, or more where the numbers of nodes say little of where they are";
  row.combining = true;
  row.model.datelines = true;
  row.validate = check_any_network;
  row.lay = rows::bruck::lay_broadcast;
  row.closed_form = rows::bruck::cost_of_broadcast;
  return row;
}

}  // namespace flitcast
