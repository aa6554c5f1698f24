#pragma once

#include <unordered_map>
#include <vector>

#include "hw/routing/routing.h"
#include "traffic/schedule/schedule.h"
#include "traffic/verify/dependency_graph.h"

namespace flitcast {

/// Enters into a dependency graph what worms may hold and ask for whose headers find their way by a
/// routing relation: everything that it leaves open to them. All references must outlive it.
class RelationWalk {
 public:
  /// Per channel and class, see place(): headers have come by it.
  using Seen = std::vector<bool>;

  RelationWalk(const Routing& routing, const Channels& channels, const DependencyOptions& kept,
               DependencyGraph& graph);

  /// A worm from `source` to the destinations in turn. Returns a node where its header may find no
  /// way to go on, or kNoNode. Throws std::logic_error where the relation leads off the network,
  /// out of its classes, or out of an escape that it says is kept.
  NodeId add(NodeId source, const Span<NodeId>& destinations);

  /// Worms from all processors to `destination`. Precondition: base_routes_do().
  void add_base_routes(NodeId destination);
  /// Headers have one way, and what they hold and ask for goes by where they are, not by where they
  /// come from: add_base_routes() enters what add() does for each of them, in a fraction of the
  /// time.
  bool base_routes_do() const {
    return routing_.follows_base_routes() && kept_.classes == 1 && !kept_.receive_ports;
  }

  /// No more worms will go to `destination` alone.
  void finish(NodeId destination) {
    if (escapes_ == 0) {
      seen_.erase(destination);
    }
  }

  /// Every header could have escaped, wherever it came (RoutingRelation::escape_classes).
  bool always_escapes() const { return always_escapes_; }
  /// Per destination, where headers of worms with this one alone have come by.
  const std::unordered_map<NodeId, Seen>& seen() const { return seen_; }
  /// How many channels and classes headers have come by, added up over the destinations.
  std::uint64_t places() const { return places_; }
  static std::size_t place(const Channels& channels, ChannelUse use) {
    return static_cast<std::size_t>(use.vc_class) * channels.size() + use.channel;
  }

 private:
  struct Way {
    ChannelId channel = kNoChannel;
    NodeId to = kNoNode;
  };

  std::size_t uses() const { return channels_.size() * static_cast<std::size_t>(kept_.classes); }
  /// From a node to `destination`, which is another one, by all ways. False at a dead end.
  bool go(NodeId source, NodeId destination, Seen& seen);
  /// A worm that came by `last` conforms to base routing if it leaves a copy where it is.
  bool may_leave_copy(ChannelUse last) const {
    return kept_.multicasts &&
           routing_.next_port(channels_.source(last.channel), channels_.target(last.channel)) ==
               channels_.port(last.channel);
  }
  /// The next step of a worm that came by `last`, where it leaves a copy or not.
  void step(NodeId here, ChannelUse last, bool copies, NodeId destination, Seen& seen);
  ChannelUse checked(NodeId here, const RouteCandidate& candidate) const;

  const Routing& routing_;
  const Channels& channels_;
  DependencyOptions kept_;
  int escapes_;
  bool passes_destinations_;
  bool always_escapes_ = true;
  DependencyGraph& graph_;
  RouteCandidates candidates_;
  std::vector<ChannelUse> under_way_;
  std::vector<ChannelUse> before_;   // the walk to the next destination goes on from these
  std::vector<ChannelUse> arrived_;  // at the destination where the worm was last, by these
  std::vector<Way> ways_;            // per router: that of the base route
  NodeId dead_end_ = kNoNode;
  std::uint64_t places_ = 0;
  // By worms with one destination, per destination. What comes after a channel depends on nothing
  // else, so that all of them go over it once.
  std::unordered_map<NodeId, Seen> seen_;
};

}  // namespace flitcast
