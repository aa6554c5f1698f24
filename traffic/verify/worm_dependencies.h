#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hw/routing/routing.h"
#include "traffic/schedule/schedule.h"
#include "traffic/verify/channels.h"
#include "traffic/verify/dependency_graph.h"
#include "traffic/verify/escape_graph.h"
#include "traffic/verify/relation_walk.h"
#include "traffic/verify/verify_report.h"

namespace flitcast {

/// The dependency graph of the messages of a schedule: along the ports of those whose way is fixed,
/// and by the routing relation where headers choose or routes are drawn. The references must
/// outlive it.
class WormDependencies {
 public:
  WormDependencies(const Routing& routing, const Channels& channels, const VerifyOptions& options);

  WormDependencies(const WormDependencies&) = delete;
  WormDependencies& operator=(const WormDependencies&) = delete;

  /// `way`: the channels of the message's path. Returns a node where its header may find no way to
  /// go on, or kNoNode.
  NodeId add(const MessageView& m, const std::vector<ChannelId>& way);

  /// A worm from `source` to the destinations in turn, by the routing relation; likewise.
  NodeId add_routed(NodeId source, const Span<NodeId>& destinations);

  /// Worms with one destination between all pairs of processors, or multicasts on their ways
  /// (VerifyOptions::others_multicast); likewise. `watch` is told what
  /// share of them has been added.
  struct DeadEnd {
    NodeId source = kNoNode;
    NodeId destination = kNoNode;
    NodeId lost = kNoNode;  ///< where a header may find no way to go on, or kNoNode
  };
  DeadEnd add_all_pairs(const EscapeGraph::Watch& watch = {});
  /// Worms with one destination between these pairs; likewise.
  DeadEnd add_pairs(std::vector<std::pair<NodeId, NodeId>> pairs);

  /// No more worms will be added that go to `destination` alone, which saves memory.
  void finish(NodeId destination) { relation_walk_.finish(destination); }

  /// Some header chooses its way, or its route is drawn, so that the messages of a round may meet
  /// anywhere.
  bool headers_choose() const { return headers_choose_; }
  /// Some cycle in which worms may wait, empty when there is none: of the dependency graph, and
  /// where that has one, of what counts with an escape from it (EscapeGraph).
  std::string cycle(const EscapeGraph::Watch& watch = {});
  /// The same where bubbles keep every ring going; nothing may be added any more.
  std::string cycle_among_rings();
  /// There is no cycle because headers can escape from those of the dependency graph.
  bool has_escape() const { return has_escape_; }

 private:
  DependencyOptions kept_resources(const VerifyOptions& options) const;
  void add_way(const MessageView& m, const std::vector<ChannelId>& way);
  /// In which class a worm takes `channel` after `last`; kNoChannel: from the node itself.
  int class_after(ChannelUse last, ChannelId channel) const;

  const Routing& routing_;
  const Channels& channels_;
  DependencyOptions kept_;
  int escapes_;
  DependencyGraph graph_;
  DependencyGraph routes_;  // of worms whose way is fixed, where there are escape classes
  RelationWalk relation_walk_;
  bool headers_choose_ = false;
  // Some worm is bound to a way out of the escape, or has several destinations.
  bool leaves_escape_ = false;
  bool has_escape_ = false;
};

}  // namespace flitcast
