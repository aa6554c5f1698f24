#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/topology/topology.h"
#include "traffic/schedule/path.h"

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

  NodeId source(ChannelId channel) const { return channel / ports_; }
  std::uint32_t port(ChannelId channel) const { return channel % ports_; }
  NodeId target(ChannelId channel) const {
    return topology_.neighbour(source(channel), port_id(channel));
  }
  /// The port by which the channel enters its target.
  PortId entry_port(ChannelId channel) const {
    return topology_.entry_port(source(channel), port_id(channel));
  }
  /// The channel that leaves `node` by network port `port`, connected or not.
  ChannelId leaving(NodeId node, std::uint32_t port) const { return node * ports_ + port; }
  /// Calls visit(channel) for the channels of a path, as far as its ports lead anywhere.
  template <typename Visit>
  void for_each_of(NodeId source, const Span<PortId>& ports, Visit&& visit) const {
    NodeId here = topology_.router_of(source);
    for (const PortId port : ports) {
      const NodeId next = topology_.neighbour(here, port);
      if (next == kNoNode) {
        return;
      }
      visit(leaving(here, port));
      here = next;
    }
  }
  /// The channel of the same link from the target of `channel` to its source.
  ChannelId opposite(ChannelId channel) const {
    return leaving(target(channel), entry_port(channel));
  }
  /// Per channel, the one that stands for the link of both directions: the lower of the two.
  std::vector<ChannelId> pairs() const;
  /// Of a grid of rings: per channel, the one that stands for its ring, the lowest of those that
  /// follow each other in one direction.
  std::vector<ChannelId> rings() const;
  /// The channel that goes on where `channel` leads, in the same direction.
  ChannelId straight_on(ChannelId channel) const { return leaving(target(channel), port(channel)); }
  /// "3->7"; where several links lead there, "3->7 (port 2)".
  std::string name(ChannelId channel) const { return name(channel, "->"); }
  /// "3-7", of a channel that stands for its link; likewise.
  std::string pair_name(ChannelId channel) const { return name(channel, "-"); }

 private:
  PortId port_id(ChannelId channel) const { return static_cast<PortId>(port(channel)); }
  std::string name(ChannelId channel, const char* arrow) const;

  const Topology& topology_;
  std::uint32_t ports_;
};

}  // namespace flitcast
