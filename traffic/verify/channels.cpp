#include "traffic/verify/channels.h"

#include <algorithm>

namespace flitcast {

Channels::Channels(const Topology& topology)
    : topology_(topology), ports_(static_cast<std::uint32_t>(topology.network_ports())) {}

std::vector<ChannelId> Channels::pairs() const {
  std::vector<ChannelId> pairs(size());
  for (ChannelId channel = 0; channel < size(); ++channel) {
    const bool connected = target(channel) != kNoNode;
    pairs[channel] = connected ? std::min(channel, opposite(channel)) : channel;
  }
  return pairs;
}

std::vector<ChannelId> Channels::rings() const {
  std::vector<ChannelId> rings(size(), kNoChannel);
  for (ChannelId channel = 0; channel < size(); ++channel) {
    for (ChannelId at = channel; target(at) != kNoNode && rings[at] == kNoChannel;
         at = straight_on(at)) {
      rings[at] = channel;
    }
  }
  return rings;
}

std::string Channels::name(ChannelId channel, const char* arrow) const {
  const NodeId from = source(channel);
  const NodeId to = target(channel);
  int links = 0;
  for (std::uint32_t port = 0; port < ports_; ++port) {
    links += target(leaving(from, port)) == to ? 1 : 0;
  }
  const std::string ends = std::to_string(from) + arrow + std::to_string(to);
  return links > 1 ? ends + " (port " + std::to_string(port(channel)) + ")" : ends;
}

}  // namespace flitcast
