#pragma once

#include <cstdint>
#include <vector>

#include "hw/routing/routing.h"

namespace flitcast {

/// Recursive halving of a dimension-ordered chain (Tvrdík CS838 §12): the chain is cut in two, the
/// node that has the message sends it to the nearest node of the other half, and both halves go on
/// by themselves. The messages of a round share no link when they follow the order of the chain.
class Chain {
 public:
  /// Which half is the larger one where the chain does not halve evenly.
  enum class Split { kCeil, kFloor };  ///< the lower half has ⌈L/2⌉ nodes, or ⌊L/2⌋

  /// The chain of `source` and `others`, all different. On a grid it is sorted by coordinates,
  /// those of the dimension that routes take first foremost. On a hypercube labels relative to the
  /// source are compared, which makes the source its first node.
  Chain(const Routing& routing, NodeId source, std::vector<NodeId> others, Split split);

  /// ⌈log2 nodes⌉
  std::uint64_t rounds() const;

  /// Calls send(from, to) for every message of round `round` < rounds().
  template <typename Send>
  void for_each_message(std::uint64_t round, Send&& send) const {
    visit({0, nodes_.size(), source_}, round, send);
  }

  /// Links of the longest message of every round.
  std::vector<std::int64_t> longest_distances() const;

 private:
  /// The nodes [first, last) of the chain, of which the one at `holder` has the message.
  struct Segment {
    std::size_t first;
    std::size_t last;
    std::size_t holder;

    std::size_t size() const { return last - first; }
  };
  struct Halves {
    Segment lower;
    Segment upper;
    std::size_t receiver;
  };

  Halves halve(const Segment& segment) const;

  template <typename Send>
  void visit(const Segment& segment, std::uint64_t rounds_before, Send& send) const {
    if (segment.size() < 2) {
      return;
    }
    const Halves halves = halve(segment);
    if (rounds_before == 0) {
      send(nodes_[segment.holder], nodes_[halves.receiver]);
      return;
    }
    visit(halves.lower, rounds_before - 1, send);
    visit(halves.upper, rounds_before - 1, send);
  }
  void lengthen(const Segment& segment, std::size_t round,
                std::vector<std::int64_t>& longest) const;

  const Topology& topology_;
  Split split_;
  std::vector<NodeId> nodes_;
  std::size_t source_;
};

}  // namespace flitcast
