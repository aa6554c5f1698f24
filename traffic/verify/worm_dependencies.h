#pragma once

#include <string>
#include <vector>

#include "hw/routing/routing.h"
#include "traffic/schedule/schedule.h"
#include "traffic/verify/channels.h"
#include "traffic/verify/dependency_graph.h"
#include "traffic/verify/relation_walk.h"
#include "traffic/verify/verify_report.h"

namespace flitcast {

/// The dependency graph of the messages of a schedule: along the ports of those whose way is fixed,
/// and by the routing relation where headers choose. The references must outlive it.
class WormDependencies {
 public:
  WormDependencies(const Routing& routing, const Channels& channels, const VerifyOptions& options);

  WormDependencies(const WormDependencies&) = delete;
  WormDependencies& operator=(const WormDependencies&) = delete;

  /// `way`: the channels of the message's path. Returns a node where its header may find no way to
  /// go on, or kNoNode.
  NodeId add(const MessageView& m, const std::vector<ChannelId>& way);

  /// Some header chooses its way, so that the messages of a round may meet anywhere.
  bool headers_choose() const { return headers_choose_; }
  /// See DependencyGraph::cycle.
  std::string cycle() const { return graph_.cycle(); }

 private:
  DependencyOptions kept_resources(const VerifyOptions& options) const;
  void add_way(const MessageView& m, const std::vector<ChannelId>& way);
  /// In which class a worm takes `channel` after `last`; kNoChannel: from the node itself.
  int class_after(ChannelUse last, ChannelId channel) const;

  const Routing& routing_;
  const Channels& channels_;
  DependencyOptions kept_;
  DependencyGraph graph_;
  RelationWalk relation_walk_;
  bool headers_choose_ = false;
};

}  // namespace flitcast
