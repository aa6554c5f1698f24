#include <algorithm>
#include <functional>
#include <numeric>

#include "traffic/placement/placement_load.h"

namespace flitcast {
namespace {

/// Flits of the flows of a rank one way, the largest first.
using Flits = std::vector<std::uint64_t>;

std::uint64_t total(const Flits& flits, std::size_t from) {
  return from >= flits.size() ? 0
                              : std::accumulate(flits.begin() + static_cast<std::ptrdiff_t>(from),
                                                flits.end(), std::uint64_t{0});
}

std::uint64_t shared_by(std::uint64_t flits, std::size_t channels) {
  return channels == 0 ? 0 : (flits + channels - 1) / channels;
}

/// The most channels that a router of a processor has.
std::size_t most_channels(const Topology& topology) {
  std::size_t most = 0;
  for (NodeId node = 0; node < topology.processors(); ++node) {
    std::size_t channels = 0;
    for (int port = 0; port < topology.network_ports(); ++port) {
      const NodeId router = topology.router_of(node);
      channels += topology.neighbour(router, static_cast<PortId>(port)) != kNoNode ? 1 : 0;
    }
    most = std::max(most, channels);
  }
  return most;
}

/// By links from 0 on: how many other processors some processor has no farther away, at most. Large
/// networks are not searched; their processors have them all as neighbours, at most.
std::vector<std::size_t> most_within(const Topology& topology) {
  constexpr NodeId kSearched = 2048;
  std::vector<std::size_t> most{topology.seats() - 1};
  if (topology.nodes() > kSearched) {
    most.push_back(topology.processors() - 1);
    return most;
  }
  std::vector<NodeId> reached;
  std::vector<bool> known;
  for (NodeId first = 0; first < topology.nodes(); ++first) {
    if (topology.seats_of(first).count == 0 || !topology.has_router(first)) {
      continue;
    }
    known.assign(topology.nodes(), false);
    known[first] = true;
    reached.assign(1, first);
    std::size_t processors = topology.seats_of(first).count - 1;
    std::size_t next = 0;
    for (std::size_t links = 1; next < reached.size(); ++links) {
      const std::size_t end = reached.size();
      for (; next < end; ++next) {
        for (int port = 0; port < topology.network_ports(); ++port) {
          const NodeId node = topology.neighbour(reached[next], static_cast<PortId>(port));
          if (node != kNoNode && !known[node]) {
            known[node] = true;
            reached.push_back(node);
            processors += topology.seats_of(node).count;
          }
        }
      }
      if (links >= most.size()) {
        most.push_back(most.back());
      }
      most[links] = std::max(most[links], processors);
    }
  }
  for (std::size_t links = 1; links < most.size(); ++links) {
    most[links] = std::max(most[links], most[links - 1]);
  }
  return most;
}

void sort(std::vector<Flits>& of_ranks) {
  for (Flits& flits : of_ranks) {
    std::sort(flits.begin(), flits.end(), std::greater<>());
  }
}

/// Flit-hops of the flows of a rank, with the largest to the nearest.
std::uint64_t least_hops(const Flits& flits, const std::vector<std::size_t>& within) {
  std::uint64_t hops = 0;
  std::size_t links = 0;
  for (std::size_t peer = 0; peer < flits.size(); ++peer) {
    while (links + 1 < within.size() && within[links] <= peer) {
      ++links;
    }
    hops += links * flits[peer];
  }
  return hops;
}

std::uint64_t flit_hops(std::vector<Flits>& of_ranks, const std::vector<std::size_t>& within) {
  sort(of_ranks);
  std::uint64_t hops = 0;
  for (const Flits& flits : of_ranks) {
    hops += least_hops(flits, within);
  }
  return hops;
}

std::string flits_text(std::uint64_t flits) {
  return std::to_string(flits) + (flits == 1 ? " flit" : " flits");
}

void raise(PlacementBound& bound, std::uint64_t flits, const std::string& reason) {
  if (flits > bound.flits) {
    bound.flits = flits;
    bound.reason = reason;
  }
}

/// What ranks send, or receive.
void raise_one_way(std::vector<Flits>& of_ranks, const std::string& verb, const Topology& topology,
                   PlacementBound& bound) {
  sort(of_ranks);
  const std::size_t channels = most_channels(topology);
  const std::size_t free = topology.seats() - 1;
  const std::string over = " over " + std::to_string(channels) +
                           (channels == 1 ? " channel at most" : " channels at most");
  for (std::size_t rank = 0; rank < of_ranks.size(); ++rank) {
    const Flits& flits = of_ranks[rank];
    const std::uint64_t over_links = total(flits, free);
    const auto told = [&](const std::string& what) {
      return "rank " + std::to_string(rank).append(" ").append(verb).append("s ").append(what);
    };
    if (flits.size() > free) {
      raise(bound, flits[free], told(flits_text(flits[free]) + " one way"));
    }
    raise(bound, shared_by(over_links, channels), told(flits_text(over_links) + over));
    if (channels > 0 && flits.size() > free + channels) {
      raise(bound, flits[free + channels - 1] + flits[free + channels],
            told("to or from " + std::to_string(flits.size()) + " ranks" + over));
    }
  }
}

/// Of all flows.
void raise_hops(std::uint64_t hops, const Topology& topology, PlacementBound& bound) {
  bound.flit_hops = std::max(bound.flit_hops, hops);
  std::size_t all = 0;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < topology.network_ports(); ++port) {
      all += topology.neighbour(node, static_cast<PortId>(port)) != kNoNode ? 1 : 0;
    }
  }
  raise(bound, shared_by(hops, all),
        std::to_string(hops) + " flit-hops at least over " + std::to_string(all) + " channels");
}

}  // namespace

PlacementBound placement_bound(const std::vector<RankFlow>& flows, const Topology& topology) {
  std::uint32_t ranks = 0;
  for (const RankFlow& flow : flows) {
    ranks = std::max({ranks, flow.source + 1, flow.destination + 1});
    for (const std::uint32_t other : flow.others) {
      ranks = std::max(ranks, other + 1);
    }
  }
  std::vector<Flits> sent(ranks);
  std::vector<Flits> received(ranks);
  for (const RankFlow& flow : flows) {
    if (flow.others.empty()) {
      sent[flow.source].push_back(flow.flits);
      received[flow.destination].push_back(flow.flits);
    }
  }
  const std::vector<std::size_t> within = most_within(topology);
  const std::uint64_t sent_hops = flit_hops(sent, within);
  const std::uint64_t received_hops = flit_hops(received, within);
  std::uint64_t tree_hops = 0;
  for (const RankFlow& flow : flows) {
    if (!flow.others.empty() && topology.seats() == 1) {
      sent[flow.source].push_back(flow.flits);
      received[flow.destination].push_back(flow.flits);
      for (const std::uint32_t other : flow.others) {
        received[other].push_back(flow.flits);
      }
      tree_hops += flow.flits * (flow.others.size() + 1);
    }
  }
  PlacementBound bound;
  raise_one_way(sent, "send", topology, bound);
  raise_hops(sent_hops + tree_hops, topology, bound);
  if (!topology.is_one_way()) {
    raise_one_way(received, "receive", topology, bound);
    raise_hops(received_hops + tree_hops, topology, bound);
  }
  return bound;
}

}  // namespace flitcast
