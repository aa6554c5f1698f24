#include "traffic/steps/chain.h"

#include <algorithm>
#include <utility>

#include "traffic/schedule/messages.h"
#include "traffic/theory/distance.h"
#include "traffic/theory/powers_of_two.h"

namespace flitcast {
namespace {

/// The dimension that routes correct after `i` others.
int dimension_at(const Routing& routing, int i) {
  return routing.order() == RoutingOrder::kAscending ? i : routing.topology().dimensions() - 1 - i;
}

}  // namespace

Chain::Chain(const Routing& routing, NodeId source, std::vector<NodeId> others, Split split)
    : Chain(routing, source, std::move(others), split, false) {}

Chain::Chain(const Routing& routing, NodeId source, std::vector<NodeId> others, Split split,
             bool by_lines)
    : routing_(routing),
      split_(split),
      origin_(source),
      in_the_middle_(by_lines || routing.topology().dimensions() == 1),
      units_{1},
      nodes_(std::move(others)) {
  nodes_.push_back(source);
  // A route takes coordinates to those of `a` before those of `b`.
  std::sort(nodes_.begin(), nodes_.end(), [this](NodeId a, NodeId b) {
    for (int i = 0; i < routing_.topology().dimensions(); ++i) {
      const int d = dimension_at(routing_, i);
      if (place(a, d) != place(b, d)) {
        return place(a, d) < place(b, d);
      }
    }
    return false;
  });
  source_ =
      static_cast<std::size_t>(std::find(nodes_.begin(), nodes_.end(), source) - nodes_.begin());
  if (!by_lines) {
    rounds_ = doublings(nodes_.size());
    return;
  }
  for (int i = routing_.topology().dimensions(); i-- > 0;) {
    const std::uint32_t side = routing_.topology().side(dimension_at(routing_, i));
    rounds_ += doublings(side);
    units_.push_back(units_.back() * side);
  }
}

Chain Chain::of_all(const Routing& routing, NodeId source, bool by_lines) {
  std::vector<NodeId> others;
  for (NodeId node = 0; node < routing.topology().nodes(); ++node) {
    if (node != source) {
      others.push_back(node);
    }
  }
  return {routing, source, std::move(others), Split::kHolder, by_lines};
}

std::uint32_t Chain::place(NodeId node, int d) const {
  const Topology& topology = routing_.topology();
  if (topology.has_labels()) {
    return topology.coordinate(node ^ origin_, d);
  }
  if (!topology.wraps()) {
    return topology.coordinate(node, d);
  }
  const std::uint32_t side = topology.side(d);
  const std::uint32_t ahead = topology.coordinate(node, d) + side - topology.coordinate(origin_, d);
  return (ahead + (in_the_middle_ ? (side - 1) / 2 : 0)) % side;
}

std::uint64_t Chain::links(NodeId from, NodeId to) const {
  const Topology& topology = routing_.topology();
  if (!topology.wraps()) {
    return static_cast<std::uint64_t>(distance(topology, from, to));
  }
  std::uint64_t links = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const std::uint32_t at = place(from, d);
    const std::uint32_t end = place(to, d);
    links += at < end ? end - at : at - end;
  }
  return links;
}

void Chain::begin(Round& out, NodeId from, NodeId to) const {
  const Topology& topology = routing_.topology();
  if (!topology.wraps()) {
    begin_unicast(out, routing_, from, to);
    return;
  }
  out.begin(from);
  out.add_destination(to);
  NodeId at = from;
  for (int i = 0; i < topology.dimensions(); ++i) {
    const int d = dimension_at(routing_, i);
    const std::uint32_t side = topology.side(d);
    const std::uint32_t step = place(at, d) < place(to, d) ? 1 : side - 1;
    while (topology.coordinate(at, d) != topology.coordinate(to, d)) {
      at = topology.with_coordinate(at, d, (topology.coordinate(at, d) + step) % side);
      out.add_hop(at);
    }
  }
}

Coefficients Chain::cost(const RowRequest& request) const {
  return cost(request, 1, [](std::size_t) { return std::uint64_t{1}; });
}

Chain::Halves Chain::halve(const Segment& segment) const {
  const std::size_t unit = *(std::lower_bound(units_.begin(), units_.end(), segment.size()) - 1);
  const std::size_t units = segment.size() / unit;
  const std::size_t smaller = units / 2;
  const std::size_t larger = units - smaller;
  const std::size_t held = segment.holder - segment.first;
  const bool below = split_ == Split::kHolder ? held / unit < larger : split_ == Split::kCeil;
  const std::size_t cut = segment.first + (below ? larger : smaller) * unit;
  const bool held_below = segment.holder < cut;
  const std::size_t receiver = (held_below ? cut : cut - unit) + held % unit;
  return {{segment.first, cut, held_below ? segment.holder : receiver},
          {cut, segment.last, held_below ? receiver : segment.holder},
          receiver};
}

void lay_chain_broadcast(Chain chain, Block block, Schedule& schedule) {
  schedule.rounds = chain.rounds();
  schedule.fill = [block, chain = std::move(chain)](std::uint64_t round, Round& out) {
    chain.for_each_message(round, [&](NodeId from, NodeId to, Span<NodeId>) {
      chain.begin(out, from, to);
      out.add_block(block);
    });
  };
}

}  // namespace flitcast
