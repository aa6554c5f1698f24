#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "hw/routing/routing.h"
#include "traffic/row/row.h"
#include "traffic/schedule/schedule.h"

namespace flitcast {

/// Recursive halving of a dimension-ordered chain (Tvrdík CS838 §12): the chain is cut in two, the
/// node that has the message sends it to the nearest node of the other half, and both halves go on
/// by themselves. The messages of a round share no link when they follow the order of the chain.
class Chain {
 public:
  /// Which half is the larger one where the chain does not halve evenly.
  enum class Split {
    kCeil,    ///< the lower half has ⌈L/2⌉ nodes
    kFloor,   ///< it has ⌊L/2⌋
    kHolder,  ///< that of the node that has the message
  };

  /// The chain of `source` and `others`, all different. On a grid it is sorted by coordinates,
  /// those of the dimension that routes take first foremost. On a hypercube labels relative to the
  /// source are compared, which makes the source its first node. A torus is cut open to a mesh that
  /// begins with the source, a ring to a line with the source in the middle; routes stay in there.
  Chain(const Routing& routing, NodeId source, std::vector<NodeId> others, Split split);

  /// The chain of all nodes of a grid. By lines it is not halved node by node but by the
  /// coordinates of one dimension after the other, and messages go along lines: rounds are more
  /// where sides are no powers of two, ways are shorter. A torus is cut open with the source in the
  /// middle then.
  static Chain of_all(const Routing& routing, NodeId source, bool by_lines);

  /// ⌈log2 nodes⌉; by lines the sum of that over the sides.
  std::uint64_t rounds() const { return rounds_; }

  /// Calls send(from, to, half) for every message of round `round` < rounds(), with the nodes of
  /// the half that it goes to.
  template <typename Send>
  void for_each_message(std::uint64_t round, Send&& send) const {
    visit({0, nodes_.size(), source_}, 0,
          [&](std::uint64_t at, NodeId from, NodeId to, Span<NodeId> half) {
            if (at == round) {
              send(from, to, half);
            }
            return at < round;
          });
  }

  /// Begins one of the messages, its path and destination included.
  void begin(Round& out, NodeId from, NodeId to) const;

  /// What the rounds cost whose slowest messages carry `blocks(nodes of a half)` blocks of `parts`
  /// to the μ of the request.
  template <typename Blocks>
  Coefficients cost(const RowRequest& request, std::uint32_t parts, Blocks&& blocks) const {
    using Time = std::pair<Cycle, std::uint64_t>;
    std::vector<Time> slowest(rounds());
    std::vector<Coefficients> costs(rounds());
    visit({0, nodes_.size(), source_}, 0,
          [&](std::uint64_t round, NodeId from, NodeId to, Span<NodeId> half) {
            const std::uint64_t hops = links(from, to);
            const std::uint64_t carried = blocks(half.size());
            const Time time{message_cycles(request.timing, request.switching, hops, 1,
                                           carried * request.message_flits / parts),
                            hops};
            if (time > slowest[round]) {
              slowest[round] = time;
              costs[round] = message_coefficients(request.switching, hops, 1, carried, parts);
            }
            return true;
          });
    Coefficients sum;
    for (const Coefficients& cost : costs) {
      sum += cost;
    }
    return sum;
  }
  /// The same of messages of one block, which is whole.
  Coefficients cost(const RowRequest& request) const;

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

  /// Calls see(round, from, to, half) for the message that halves the segment, and if that is true
  /// for those of the halves.
  template <typename See>
  void visit(const Segment& segment, std::uint64_t round, See&& see) const {
    if (segment.size() < 2) {
      return;
    }
    const Halves halves = halve(segment);
    const Segment& half = halves.receiver < halves.upper.first ? halves.lower : halves.upper;
    if (see(round, nodes_[segment.holder], nodes_[halves.receiver],
            Span<NodeId>(nodes_.data() + half.first, half.size()))) {
      visit(halves.lower, round + 1, see);
      visit(halves.upper, round + 1, see);
    }
  }

  Chain(const Routing& routing, NodeId source, std::vector<NodeId> others, Split split,
        bool by_lines);

  std::uint32_t place(NodeId node, int d) const;
  std::uint64_t links(NodeId from, NodeId to) const;

  const Routing& routing_;
  Split split_;
  NodeId origin_;
  bool in_the_middle_;              // of the torus is the source
  std::vector<std::size_t> units_;  // nodes that are not parted while there are several of them
  std::vector<NodeId> nodes_;
  std::size_t source_;  // in nodes_
  std::uint64_t rounds_ = 0;
};

/// That of all nodes from `source`, by lines unless the variant of the request is "chain".
inline Chain chain_of_grid(const RowRequest& request, NodeId source) {
  return Chain::of_all(request.routing, source, request.variant != "chain");
}

/// A broadcast of `block` along the chain.
void lay_chain_broadcast(Chain chain, Block block, Schedule& schedule);

}  // namespace flitcast
