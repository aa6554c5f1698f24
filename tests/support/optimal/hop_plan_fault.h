#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "traffic/optimal/demand.h"
#include "traffic/propose/hop_clock.h"

namespace flitcast {

/// Plays the hops: what is wrong first, or nothing.
inline std::string fault_in(const ChunkNetwork& network, const Demand& demand,
                            const HopPlan& plan) {
  std::map<std::pair<NodeId, std::uint32_t>, ChunkTime> since;
  for (std::uint32_t chunk = 0; chunk < demand.ids(); ++chunk) {
    since[{demand.chunk(chunk).origin, chunk}] = 0;
  }
  std::vector<ChunkTime> free_at(network.size(), 0);
  std::vector<ChunkTime> channel_until(network.size(), 0);  // by its first link
  using Channels = std::set<LinkId>;                        // in use at a time, each through a port
  std::map<std::pair<NodeId, ChunkTime>, Channels> sends;
  std::map<std::pair<NodeId, ChunkTime>, Channels> receives;
  const auto ports = static_cast<std::size_t>(network.ports());
  for (const Hop& hop : plan.hops) {
    const ChunkLink& link = network.link(hop.link);
    const std::string name = "chunk " + std::to_string(hop.chunk) + " at " +
                             std::to_string(hop.start) + " to " + std::to_string(link.to);
    const auto held = since.find({link.from, hop.chunk});
    const ChunkTime end = hop.start + link.time;
    if (held == since.end() || held->second > hop.start) {
      return name + " is not there";
    }
    const bool half = network.duplex() == Duplex::kHalf;
    const LinkId back = network.link(link.first).back;
    if (free_at[hop.link] > hop.start || (half && channel_until[back] > hop.start)) {
      return name + " finds its link busy";
    }
    free_at[hop.link] = end;
    channel_until[link.first] = end;
    if (!since.emplace(std::pair(link.to, hop.chunk), end).second) {
      return name + " has come before";
    }
    if (demand.is_personal()) {
      since.erase(held);
    }
    for (ChunkTime time = hop.start; time < end; ++time) {
      Channels& from = sends[{link.from, time}];
      Channels& to = receives[{link.to, time}];
      from.insert(link.first);
      to.insert(link.first);
      if (from.size() > ports || to.size() > ports) {
        return name + " has no port";
      }
    }
    if (end > plan.time) {
      return name + " comes after the end";
    }
  }
  for (std::uint32_t chunk = 0; chunk < demand.ids(); ++chunk) {
    const DemandedChunk each = demand.chunk(chunk);
    for (NodeId node = 0; node < network.nodes(); ++node) {
      if ((each.target == node || each.target == kNoNode) && since.count({node, chunk}) == 0) {
        return "chunk " + std::to_string(chunk) + " never comes to " + std::to_string(node);
      }
    }
  }
  return "";
}

}  // namespace flitcast
