#include "traffic/lower_bound.h"

#include <algorithm>

#include "traffic/bounds.h"
#include "traffic/distance.h"

namespace flitcast {
namespace {

/// What the busiest node has to send or to receive, in units of μ.
std::uint64_t words_of_a_node(OperationKind kind, std::uint64_t nodes) {
  switch (kind) {
    case OperationKind::kAllToAllScatter:
    case OperationKind::kOneToAllScatter:
    case OperationKind::kGather:
    case OperationKind::kAllToAllBroadcast:
    case OperationKind::kAllToAllReduction:
      return nodes - 1;
    case OperationKind::kShift:
    case OperationKind::kBroadcast:
    case OperationKind::kMulticast:
    case OperationKind::kReduction:
    case OperationKind::kAllReduce:
    case OperationKind::kPrefixSum:
    case OperationKind::kBarrier:
    case OperationKind::kMatrixVector:
    case OperationKind::kUnicasts:
      return 1;
  }
  return 1;
}

/// What the busiest of the nodes' ports has to send in words, if a node has `words` of its own to
/// send. Of an all-reduce every word needs 2(nodes − 1) messages: until the first
/// node has its sum there are nodes − 1 or more, since something of every other node has got there;
/// and nobody else has it by then, so that nodes − 1 more follow, one to each of the others. One of
/// the nodes sends as much as they do on average, or more. (Patarasuk and Yuan, J. Parallel
/// Distrib. Comput. 69(2), 2009.)
std::uint64_t words_of_a_port(OperationKind kind, std::uint64_t nodes, std::uint64_t ports,
                              std::uint64_t words) {
  const std::uint64_t senders = kind == OperationKind::kAllReduce ? nodes : 1;
  const std::uint64_t sent = kind == OperationKind::kAllReduce ? 2 * (nodes - 1) * words : words;
  return (sent + senders * ports - 1) / (senders * ports);
}

/// Nodes that something of one node has to reach, itself included. To hear of many takes no time of
/// this kind: start-ups are serial at a sender, not at a receiver.
std::uint64_t spread_of(OperationKind kind, const RowRequest& request) {
  const std::uint64_t nodes = request.topology.processors();
  switch (kind) {
    case OperationKind::kShift:
    case OperationKind::kUnicasts:
    case OperationKind::kGather:
    case OperationKind::kReduction:
      return 2;
    case OperationKind::kMulticast:
      return request.parameters.destinations.size() + 1;
    case OperationKind::kMatrixVector:
      return request.topology.side(1);  // the pieces of the vector, along columns
    default:
      return nodes;
  }
}

std::uint64_t links_of(const Topology& topology, NodeId node) {
  std::uint64_t links = 0;
  for (int port = 0; port < topology.network_ports(); ++port) {
    links += topology.neighbour(node, static_cast<PortId>(port)) != kNoNode ? 1 : 0;
  }
  return links;
}

bool ends_at_root(OperationKind kind) {
  return kind == OperationKind::kGather || kind == OperationKind::kReduction;
}

/// Ports of the node that has most to send. No more of the root's than it has links.
std::uint64_t ports_of_sender(OperationKind kind, const RowRequest& request) {
  const auto ports = static_cast<std::uint64_t>(request.ports);
  return has_root(kind) && !ends_at_root(kind)
             ? std::min(ports, links_of(request.topology, request.root))
             : ports;
}

/// Cycles in which the root of a gather can have `words`: as many as its links bring, of which its
/// ports take a flit a cycle out of whatever buffers they wait in.
Cycle gathering(const RowRequest& request, std::uint64_t words, const TimingModel& model) {
  const std::uint64_t links = links_of(request.topology, request.root);
  const auto ports = static_cast<std::uint64_t>(request.ports);
  return std::max(static_cast<Cycle>((words + links - 1) / links) * model.t_m,
                  static_cast<Cycle>((words + ports - 1) / ports));
}

/// Links between the root and the farthest node that the operation reaches or hears of.
std::int64_t longest_way(OperationKind kind, const RowRequest& request) {
  return kind == OperationKind::kMulticast
             ? farthest(request.topology, request.root, request.parameters.destinations)
             : eccentricity(request.topology, request.root);
}

/// What the distances in a network without switches make of it: all of a message has to go between
/// the root and the farthest node, and half of everybody's packets across the middle.
Cycle distance_bound(const Row& row, const RowRequest& request, std::uint64_t ports,
                     const TimingModel& model) {
  const std::uint64_t mu = request.message_flits;
  if (has_root(row.operation)) {
    return stream_bound(model, (mu + ports - 1) / ports, longest_way(row.operation, request));
  }
  if (row.operation == OperationKind::kAllToAllScatter) {
    return bisection_bound(model, request.topology, mu, row.model.duplex);
  }
  return 0;
}

}  // namespace

Cycle lower_bound(const Row& row, const RowRequest& request, const TimingModel& model) {
  const std::uint64_t nodes = request.topology.processors();
  const std::uint64_t words = words_of_a_node(row.operation, nodes) * request.message_flits;
  const std::uint64_t ports = ports_of_sender(row.operation, request);
  Cycle bound = row.operation == OperationKind::kGather
                    ? model.t_s + model.t_d + gathering(request, words, model)
                    : stream_bound(model, words_of_a_port(row.operation, nodes, ports, words));
  if (!request.topology.has_switches()) {
    bound = std::max(bound, distance_bound(row, request, ports, model));
  }
  if (!row.model.irc) {
    bound = std::max(bound, spreading_bound(model, spread_of(row.operation, request),
                                            static_cast<std::uint64_t>(request.ports),
                                            words == request.message_flits ? words : 1));
  }
  return bound;
}

}  // namespace flitcast
