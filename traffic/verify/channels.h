#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/topology/topology.h"

namespace flitcast {

/// A directed link between two routers, see Channels.
using ChannelId = std::uint32_t;
inline constexpr ChannelId kNoChannel = 0xFFFFFFFFU;

/// Dense numbers for the directed links of a topology: node·network_ports + port. It keeps a
/// reference to the topology.
class Channels {
 public:
  explicit Channels(const Topology& topology);

  std::size_t size() const { return std::size_t{topology_.nodes()} * ports_; }
  NodeId nodes() const { return topology_.nodes(); }
  /// Network ports of every router.
  std::uint32_t ports() const { return ports_; }

  /// The channel from `from` (a node of the topology) to `to`, or kNoChannel when they are not
  /// neighbours.
  ChannelId between(NodeId from, NodeId to) const;
  NodeId source(ChannelId channel) const { return channel / ports_; }
  std::uint32_t port(ChannelId channel) const { return channel % ports_; }
  NodeId target(ChannelId channel) const;
  /// The channel that leaves `node` by network port `port`, connected or not.
  ChannelId leaving(NodeId node, std::uint32_t port) const { return node * ports_ + port; }
  /// The channel from the target of `channel` to its source.
  ChannelId opposite(ChannelId channel) const { return between(target(channel), source(channel)); }
  /// Per channel, the one that stands for the link of both directions: the lower of the two.
  std::vector<ChannelId> pairs() const;
  /// "3->7".
  std::string name(ChannelId channel) const;
  /// "3-7", of a channel that stands for its link.
  std::string pair_name(ChannelId channel) const;

 private:
  const Topology& topology_;
  std::uint32_t ports_;
  std::vector<NodeId> targets_;  // per channel; empty where nodes are labels, which tell
};

}  // namespace flitcast
