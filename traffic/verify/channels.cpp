#include "traffic/verify/channels.h"

#include <algorithm>

namespace flitcast {

Channels::Channels(const Topology& topology)
    : topology_(topology), ports_(static_cast<std::uint32_t>(topology.network_ports())) {
  if (topology.has_labels()) {
    return;
  }
  targets_.reserve(size());
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (std::uint32_t port = 0; port < ports_; ++port) {
      targets_.push_back(topology.neighbour(node, static_cast<PortId>(port)));
    }
  }
}

ChannelId Channels::between(NodeId from, NodeId to) const {
  if (targets_.empty()) {
    const PortId port = topology_.port_towards(from, to);
    return port == kNoPort ? kNoChannel : leaving(from, port);
  }
  for (ChannelId channel = leaving(from, 0); channel < leaving(from, ports_); ++channel) {
    if (targets_[channel] == to && to != kNoNode) {
      return channel;
    }
  }
  return kNoChannel;
}

NodeId Channels::target(ChannelId channel) const {
  return targets_.empty() ? source(channel) ^ (NodeId{1} << port(channel)) : targets_[channel];
}

std::vector<ChannelId> Channels::pairs() const {
  std::vector<ChannelId> pairs(size());
  for (ChannelId channel = 0; channel < size(); ++channel) {
    const bool connected = target(channel) != kNoNode;
    pairs[channel] = connected ? std::min(channel, opposite(channel)) : channel;
  }
  return pairs;
}

std::string Channels::name(ChannelId channel) const {
  return std::to_string(source(channel)) + "->" + std::to_string(target(channel));
}

std::string Channels::pair_name(ChannelId channel) const {
  return std::to_string(source(channel)) + "-" + std::to_string(target(channel));
}

}  // namespace flitcast
