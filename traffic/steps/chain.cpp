#include "traffic/steps/chain.h"

#include <algorithm>

#include "traffic/theory/distance.h"
#include "traffic/theory/powers_of_two.h"

namespace flitcast {
namespace {

/// Whether a route takes coordinates to those of `a` before those of `b`.
class ChainOrder {
 public:
  ChainOrder(const Routing& routing, NodeId source) : routing_(routing), source_(source) {}

  bool operator()(NodeId a, NodeId b) const {
    const Topology& topology = routing_.topology();
    const NodeId origin = topology.has_labels() ? source_ : 0;
    const int dimensions = topology.dimensions();
    for (int i = 0; i < dimensions; ++i) {
      const int d = routing_.order() == RoutingOrder::kAscending ? i : dimensions - 1 - i;
      const std::uint32_t at_a = topology.coordinate(a ^ origin, d);
      const std::uint32_t at_b = topology.coordinate(b ^ origin, d);
      if (at_a != at_b) {
        return at_a < at_b;
      }
    }
    return false;
  }

 private:
  const Routing& routing_;
  NodeId source_;
};

}  // namespace

Chain::Chain(const Routing& routing, NodeId source, std::vector<NodeId> others, Split split)
    : topology_(routing.topology()), split_(split), nodes_(std::move(others)) {
  nodes_.push_back(source);
  std::sort(nodes_.begin(), nodes_.end(), ChainOrder(routing, source));
  source_ =
      static_cast<std::size_t>(std::find(nodes_.begin(), nodes_.end(), source) - nodes_.begin());
}

std::uint64_t Chain::rounds() const {
  return doublings(nodes_.size());
}

Chain::Halves Chain::halve(const Segment& segment) const {
  const std::size_t odd = segment.size() % 2;
  const std::size_t lower = segment.size() / 2 + (split_ == Split::kCeil ? odd : 0);
  const std::size_t cut = segment.first + lower;
  const bool held_below = segment.holder < cut;
  const std::size_t receiver = held_below ? cut : cut - 1;
  return {{segment.first, cut, held_below ? segment.holder : receiver},
          {cut, segment.last, held_below ? receiver : segment.holder},
          receiver};
}

std::vector<std::int64_t> Chain::longest_distances() const {
  std::vector<std::int64_t> longest(rounds(), 0);
  lengthen({0, nodes_.size(), source_}, 0, longest);
  return longest;
}

void Chain::lengthen(const Segment& segment, std::size_t round,
                     std::vector<std::int64_t>& longest) const {
  if (segment.size() < 2) {
    return;
  }
  const Halves halves = halve(segment);
  longest[round] = std::max(longest[round],
                            distance(topology_, nodes_[segment.holder], nodes_[halves.receiver]));
  lengthen(halves.lower, round + 1, longest);
  lengthen(halves.upper, round + 1, longest);
}

}  // namespace flitcast
