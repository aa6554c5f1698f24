#include "traffic/row/lower_bound.h"

#include <algorithm>

#include "traffic/theory/bounds.h"
#include "traffic/theory/distance.h"

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
/// send; a port sends one every t_m at most, because a message keeps it until its tail has left
/// over a channel.
///
/// Of an all-reduce every word needs 2(nodes − 1) messages to one node each: until the first
/// node has its sum there are nodes − 1 or more, since something of every other node has got there;
/// and nobody else has it by then, so that nodes − 1 more follow, one to each of the others. One of
/// the nodes sends as much as they do on average, or more. (Patarasuk and Yuan, J. Parallel
/// Distrib. Comput. 69(2), 2009.) A worm that informs many nodes stands for many of these messages;
/// but every node's own operand has to leave it.
std::uint64_t words_of_a_port(OperationKind kind, const RowRequest& request, std::uint64_t ports,
                              std::uint64_t words) {
  const std::uint64_t nodes = request.topology.processors();
  const bool shared = kind == OperationKind::kAllReduce && !request.irc;
  const std::uint64_t senders = shared ? nodes : 1;
  const std::uint64_t sent = shared ? 2 * (nodes - 1) * words : words;
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

/// Cycles in which `node` can have `words` of others: as many as its links bring, one every t_m, of
/// which its ports take a flit a cycle out of whatever buffers they wait in. The first cannot be
/// there before t_s + t_d + t_m.
Cycle gathering_bound(const RowRequest& request, NodeId node, std::uint64_t words,
                      const TimingModel& model) {
  const std::uint64_t links = links_of(request.topology, node);
  const auto ports = static_cast<std::uint64_t>(request.ports);
  return model.t_s + model.t_d +
         std::max(static_cast<Cycle>((words + links - 1) / links) * model.t_m,
                  static_cast<Cycle>((words + ports - 1) / ports));
}

/// The processor with the fewest links.
NodeId outermost(const Topology& topology) {
  NodeId node = 0;
  for (NodeId other = 1; other < topology.processors(); ++other) {
    node = links_of(topology, other) < links_of(topology, node) ? other : node;
  }
  return node;
}

/// What the words of the operation make of ports and links. An all-to-all broadcast has every node
/// receive what all others have: as messages to one node each, that is as much to be sent by the
/// ports of a node on average. Worms that inform many nodes are sent once, and what is left is
/// that the nodes receive.
Cycle words_bound(OperationKind kind, const RowRequest& request, std::uint64_t words,
                  const TimingModel& model) {
  if (kind == OperationKind::kGather) {
    return gathering_bound(request, request.root, words, model);
  }
  if (kind == OperationKind::kAllToAllBroadcast && request.irc) {
    return gathering_bound(request, outermost(request.topology), words, model);
  }
  return stream_bound(model, words_of_a_port(kind, request, ports_of_sender(kind, request), words));
}

/// Links between the root and the farthest node that the operation reaches or hears of.
std::int64_t longest_way(OperationKind kind, const RowRequest& request) {
  return kind == OperationKind::kMulticast
             ? farthest(request.topology, request.root, request.parameters.destinations)
             : eccentricity(request.topology, request.root);
}

/// What the distances in the network make of it: all of a message has to go between the root and
/// the farthest node, and, where coordinates tell the middle, half of everybody's packets across
/// it.
Cycle distance_bound(OperationKind kind, const RowRequest& request, const TimingModel& model) {
  const std::uint64_t mu = request.message_flits;
  if (has_root(kind)) {
    const std::uint64_t ports = ports_of_sender(kind, request);
    return stream_bound(model, (mu + ports - 1) / ports, longest_way(kind, request));
  }
  if (kind == OperationKind::kAllToAllScatter && request.topology.has_coordinates()) {
    return bisection_bound(model, request.topology, mu, request.duplex);
  }
  return 0;
}

}  // namespace

Cycle lower_bound(OperationKind kind, const RowRequest& request, const TimingModel& model) {
  const std::uint64_t nodes = request.topology.processors();
  const std::uint64_t words = words_of_a_node(kind, nodes) * request.message_flits;
  Cycle bound =
      std::max(words_bound(kind, request, words, model), distance_bound(kind, request, model));
  if (!request.irc) {
    bound = std::max(bound, spreading_bound(model, spread_of(kind, request),
                                            static_cast<std::uint64_t>(request.ports),
                                            words == request.message_flits ? words : 1));
  }
  return bound;
}

}  // namespace flitcast
