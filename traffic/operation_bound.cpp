#include "traffic/operation_bound.h"

#include <algorithm>

#include "traffic/bounds.h"

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

/// What the busiest of the nodes' ports has to carry in words, if a node has `words` of its own to
/// send or to receive. Of an all-reduce every word needs 2(nodes − 1) messages that somebody
/// receives: until the first node knows the sum all others send something of it, and from then on
/// they all receive something.
std::uint64_t words_of_a_port(OperationKind kind, std::uint64_t nodes, std::uint64_t ports,
                              std::uint64_t words) {
  const std::uint64_t senders = kind == OperationKind::kAllReduce ? nodes : 1;
  const std::uint64_t sent = kind == OperationKind::kAllReduce ? 2 * (nodes - 1) * words : words;
  return (sent + senders * ports - 1) / (senders * ports);
}

/// Nodes that something of one node has to reach, itself included; or that one node has to hear of.
std::uint64_t spread_of(OperationKind kind, const RowRequest& request) {
  const std::uint64_t nodes = request.topology.processors();
  switch (kind) {
    case OperationKind::kShift:
    case OperationKind::kUnicasts:
      return 2;
    case OperationKind::kMulticast:
      return request.parameters.destinations.size() + 1;
    case OperationKind::kMatrixVector:
      return std::max(request.topology.side(0), request.topology.side(1));
    default:
      return nodes;
  }
}

}  // namespace

Cycle operation_bound(const Row& row, const RowRequest& request, const TimingModel& model) {
  const std::uint64_t nodes = request.topology.processors();
  const std::uint64_t words = words_of_a_node(row.operation, nodes) * request.message_flits;
  const auto ports = static_cast<std::uint64_t>(
      row.model.ports == RowModel::kAllPorts ? request.topology.degree() : row.model.ports);
  const Cycle busiest = stream_bound(model, words_of_a_port(row.operation, nodes, ports, words));
  if (row.model.irc) {
    return busiest;
  }
  return std::max(busiest, spreading_bound(model, spread_of(row.operation, request), ports,
                                           words == request.message_flits ? words : 1));
}

}  // namespace flitcast
