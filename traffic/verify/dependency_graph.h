#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/bit_rows.h"
#include "traffic/verify/channels.h"

namespace flitcast {

/// What worms hold and wait for, besides the directed channels.
struct DependencyOptions {
  int classes = 1;             ///< that virtual channels are divided into (RoutingRelation)
  bool pairs = false;          ///< a worm holds both directions of a link; only with one class
  bool receive_ports = false;  ///< a worm may have to wait for a receive port of a node
  /// Worms that RelationWalk follows to one destination stand for those that leave copies on their
  /// base routes to it, too; only with receive ports.
  bool multicasts = false;
};

/// A channel as a worm takes it, in one of its virtual-channel classes.
struct ChannelUse {
  ChannelId channel;
  int vc_class;
};

/// The dependency graph of a set of worms over the resources that they hold and wait for: an arc
/// from channel c to channel d where some worm holds c while it asks for d, the next channel of its
/// path. Without a cycle the worms can never wait for each other in a ring (Dally and Seitz, IEEE
/// Trans. Computers C-36, 1987).
///
/// A worm that leaves a copy at node v asks for a receive port of v while it holds the channel to
/// v, and holds the port while it asks for its next channel. What it holds from farther back needs
/// no arcs of its own: its channels and ports are a chain already.
class DependencyGraph {
 public:
  DependencyGraph(const Channels& channels, const DependencyOptions& options);

  /// A worm takes `second` right after `first`, which leads to where `second` begins.
  void add(ChannelUse first, ChannelUse second) { wanted_.set(resource(first), place(second)); }
  /// A worm asks for a receive port of the node that `last` leads to.
  void add_receive(ChannelUse last) { receives_[resource(last)] = true; }
  /// A worm takes `next` while it holds a receive port of the node where `next` begins.
  void add_behind_receive(ChannelUse next) {
    wanted_behind_receive_.set(channels_.source(next.channel), place(next));
  }

  /// Calls visit(next) for the channels that worms take right after `use`.
  template <typename Visit>
  void for_each_behind(ChannelUse use, Visit&& visit) const {
    const NodeId node = channels_.target(use.channel);
    wanted_.for_each(resource(use), [&](std::size_t place) {
      visit(
          ChannelUse{channels_.leaving(node, static_cast<std::uint32_t>(place % channels_.ports())),
                     static_cast<int>(place / channels_.ports())});
    });
  }

  /// On a grid of rings with one class: from now on worms wait for rings as wholes, for those go on
  /// in which bubbles stay (RoomRule). What worms ask for that are in a ring counts for all of it.
  void join_rings();

  /// Some cycle as node ids, "0->1->2->0", with the classes of the channels where there are two,
  /// "0->1 (class 1)->…", and receive ports where they come in: "0->1->[receive at 1]->…"; of pairs
  /// as "0-1->1-2->0-1", of rings as "[ring of 0->1]->[ring of 1->5]->[ring of 0->1]". Empty when
  /// the graph is acyclic.
  std::string cycle() const;

 private:
  // Channels come first, those of a class together; receive ports follow, one per node.
  using Resource = std::uint32_t;
  std::size_t places() const {
    return static_cast<std::size_t>(options_.classes) * channels_.ports();
  }
  Resource resource(ChannelUse use) const {
    return static_cast<Resource>(use.vc_class) * static_cast<Resource>(channels_.size()) +
           use.channel;
  }
  /// Place of a channel among those that leave its source.
  std::size_t place(ChannelUse use) const {
    return static_cast<std::size_t>(use.vc_class) * channels_.ports() + channels_.port(use.channel);
  }
  bool is_channel(Resource resource) const { return resource < wanted_.rows(); }
  ChannelId channel_of(Resource resource) const {
    return resource % static_cast<Resource>(channels_.size());
  }
  NodeId node_of(Resource port) const { return port - static_cast<Resource>(wanted_.rows()); }
  /// Appends what worms that hold `resource` ask for.
  void append_wanted(Resource resource, std::vector<Resource>& out) const;
  void append_behind(ChannelId channel, Resource resource, std::vector<Resource>& out) const;
  /// Appends the channels that leave `node` at the places of a set.
  void append_leaving(NodeId node, const BitRows& sets, std::size_t row,
                      std::vector<Resource>& out) const;
  std::string describe(std::vector<Resource> cycle) const;
  std::string describe_groups(const std::vector<Resource>& cycle) const;
  bool grouped() const { return !group_.empty(); }

  const Channels& channels_;
  DependencyOptions options_;
  BitRows wanted_;                 // per channel and class: what is asked for next
  std::vector<bool> receives_;     // likewise: a receive port is
  BitRows wanted_behind_receive_;  // per node
  // Of pairs, or rings: per channel, the one that stands for all of its group.
  std::vector<ChannelId> group_;
};

}  // namespace flitcast
