#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "hw/routing/routing.h"
#include "traffic/verify/channels.h"
#include "traffic/verify/dependency_graph.h"
#include "traffic/verify/relation_walk.h"

namespace flitcast {

/// The extended dependency graph of the escape classes of a routing relation: an arc from channel c
/// to channel d, both of escape classes, where some worm holds c while it asks for d, and has taken
/// nothing but channels of other classes in between, or no channel at all. Where every header has a
/// way into the escape at any time and this graph has no cycle, worms cannot wait for each other in
/// a ring, whatever they do in the other classes (Duato, IEEE Trans. Parallel Distrib. Systems 4,
/// 1993), if a buffer of these holds flits of one worm at a time. Where headers never leave the
/// escape (RoutingRelation::keeps_escape) every arc is one between neighbouring channels.
///
/// What a header may do next depends on where it came by and where it goes. So headers in other
/// classes are nodes of their own, one per destination and channel, and a path of them from c to d
/// is an arc.
class EscapeGraph {
 public:
  /// The worms that `walk` has followed, and the routes of those that keep to the escape classes.
  /// All references must outlive it.
  EscapeGraph(const Routing& routing, const Channels& channels, int classes,
              const RelationWalk& walk, const DependencyGraph& routes);

  /// Told now and then which share of the search is done.
  using Watch = std::function<void(double share)>;

  /// Some cycle with the channels in between, as DependencyGraph says one; also one of headers that
  /// may go round for ever outside of the escape. Empty when there is none.
  std::string cycle(const Watch& watch = {});

 private:
  /// Places between two calls of a Watch.
  static constexpr std::uint64_t kStride = 1U << 16U;

  /// A channel of an escape class, or one of another class with a header for a destination.
  struct Place {
    ChannelUse use;
    std::uint32_t destination;  ///< as an index; kNone: of an escape class
  };
  enum class Mark : std::uint8_t { kNew, kOpen, kDone };
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

  Mark& mark(const Place& place);
  void append_next(const Place& place, std::vector<Place>& out);
  void append_ways(ChannelUse last, std::uint32_t destination, std::vector<Place>& out);
  std::string describe(const std::vector<Place>& cycle) const;

  const Routing& routing_;
  const Channels& channels_;
  int classes_;
  int escapes_;
  std::uint64_t places_;  // at most
  const DependencyGraph& routes_;
  std::vector<NodeId> destinations_;
  std::vector<const RelationWalk::Seen*> seen_;  // by destination
  std::vector<Mark> escape_marks_;
  std::vector<std::vector<Mark>> marks_;  // by destination, of the other classes
  RouteCandidates candidates_;
};

}  // namespace flitcast
