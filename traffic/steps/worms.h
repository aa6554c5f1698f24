#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "traffic/row/row.h"

namespace flitcast {

// Worms that leave copies on their way, for multicasts and broadcasts with the intermediate
// reception capability (IRC; Tvrdík CS838 §12), or fork.

/// Begins a worm along the base route from `from` towards `last` which leaves a copy at every node
/// behind `from` that `wanted(node)`, and ends at the last of them. No worm where there is none.
template <typename Wanted>
void add_worm(Round& round, const Routing& routing, NodeId from, NodeId last, Block block,
              Wanted&& wanted) {
  const Topology& topology = routing.topology();
  NodeId end = from;
  for (NodeId at = from; at != last;) {
    at = topology.neighbour(at, routing.next_port(at, last));
    end = wanted(at) ? at : end;
  }
  if (end == from) {
    return;
  }
  round.begin(from);
  round.add_base_route(routing, end);
  for (NodeId at = from; at != end;) {
    at = topology.neighbour(at, routing.next_port(at, end));
    if (wanted(at)) {
      round.add_destination(at);
    }
  }
  round.add_block(block);
}

/// The message of a broadcast from `root`.
inline Block news_of(NodeId root) {
  return make_block(root, Block::kEveryone);
}

/// A worm for every node from behind `from` to `last`, except the root, which has the message.
void inform_way(Round& round, const Routing& routing, NodeId root, NodeId from, NodeId last);

/// Lays the broadcast of the root's message by one worm that forks along base routes, in dimension
/// order, with a message to each of `destinations`.
void lay_tree(const RowRequest& request, std::vector<NodeId> destinations, Schedule& schedule);
/// What it costs: the worm comes to every node as a message of its own would.
std::optional<Coefficients> cost_of_tree(const RowRequest& request,
                                         const std::vector<NodeId>& destinations);
/// What rows of such worms have in common.
Row tree_row(const OperationKind& kind);

/// Calls visit(node) for all nodes that differ from `node` in dimension d only, and for itself.
template <typename Visit>
void for_each_in_line(const Topology& grid, NodeId node, int d, Visit&& visit) {
  for (std::uint32_t at = 0; at < grid.side(d); ++at) {
    visit(grid.with_coordinate(node, d, at));
  }
}

/// Calls visit(node) for all nodes that differ from `node` in the given dimensions only.
template <typename Visit>
void for_each_in_subgrid(const Topology& grid, NodeId node, Span<int> dimensions, Visit&& visit) {
  if (dimensions.empty()) {
    visit(node);
    return;
  }
  const Span<int> others(dimensions.begin() + 1, dimensions.size() - 1);
  for_each_in_line(grid, node, dimensions[0],
                   [&](NodeId at) { for_each_in_subgrid(grid, at, others, visit); });
}

/// The end of the line of `node` along dimension d that is farther away, for a node at an end.
NodeId far_end(const Topology& mesh, NodeId node, int d);
NodeId nearest_corner(const Topology& mesh, NodeId node);

/// Adds a round whose slowest message is a worm of `hops` links with `addresses` destinations; no
/// round where the worm goes nowhere.
void add_worm_round(Coefficients& cost, std::int64_t hops, std::int64_t addresses);

/// The request's routing takes rows before columns.
void check_rows_first(const RowRequest& request);

}  // namespace flitcast
