#include "traffic/verify/worm_dependencies.h"

#include <algorithm>

#include "traffic/schedule/messages.h"

namespace flitcast {

WormDependencies::WormDependencies(const Routing& routing, const Channels& channels,
                                   const VerifyOptions& options)
    : routing_(routing),
      channels_(channels),
      kept_(kept_resources(options)),
      escapes_(kept_.classes > 1 ? routing.relation().escape_classes() : 0),
      graph_(channels, kept_),
      routes_(channels, escapes_ > 0 ? kept_ : DependencyOptions{}),
      relation_walk_(routing, channels, kept_, graph_) {}

// What worms hold and wait for. In wormhole with half duplex a worm holds the link in both
// directions, whatever the virtual channels; packets that are buffered whole leave it as a whole,
// and wait for buffers. A receive port matters where more worms can ask for it than the node has,
// one from every virtual channel that leads there; a packet that is buffered whole gives it back
// whatever happens to the packet next.
DependencyOptions WormDependencies::kept_resources(const VerifyOptions& options) const {
  const bool wormhole = options.switching == Switching::kWormhole;
  DependencyOptions result;
  result.pairs = wormhole && options.duplex == Duplex::kHalf;
  result.classes = result.pairs ? 1 : routing_.classes_of(options.vcs);
  result.receive_ports =
      wormhole && options.irc && options.ports < routing_.topology().degree() * options.vcs;
  result.multicasts = result.receive_ports && options.others_multicast;
  return result;
}

NodeId WormDependencies::add(const MessageView& m, const std::vector<ChannelId>& way) {
  leaves_escape_ = leaves_escape_ || m.destinations.size() > 1;
  if (draws_route(m, routing_)) {
    return add_routed(m.source, m.destinations);
  }
  // Base routes are what the path says already.
  if (routing_.follows_base_routes() || carries_route(m, routing_)) {
    add_way(m, way);
    return kNoNode;
  }
  return add_routed(m.source, m.destinations);
}

NodeId WormDependencies::add_routed(NodeId source, const Span<NodeId>& destinations) {
  headers_choose_ = true;
  return relation_walk_.add(source, destinations);
}

WormDependencies::DeadEnd WormDependencies::add_all_pairs(const EscapeGraph::Watch& watch) {
  const NodeId nodes = routing_.topology().processors();
  for (NodeId destination = 0; destination < nodes; ++destination) {
    if (watch) {
      watch(static_cast<double>(destination) / nodes);
    }
    if (relation_walk_.base_routes_do()) {
      headers_choose_ = true;
      relation_walk_.add_base_routes(destination);
      continue;
    }
    for (NodeId source = 0; source < nodes; ++source) {
      const bool sends =
          source != destination && routing_.topology().in_one_network(source, destination);
      const NodeId lost = sends ? add_routed(source, {&destination, 1}) : kNoNode;
      if (lost != kNoNode) {
        return {source, destination, lost};
      }
    }
    finish(destination);
  }
  return {};
}

WormDependencies::DeadEnd WormDependencies::add_pairs(
    std::vector<std::pair<NodeId, NodeId>> pairs) {
  std::sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
    return std::pair(a.second, a.first) < std::pair(b.second, b.first);
  });
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [source, destination] = pairs[i];
    const NodeId lost = source == destination ? kNoNode : add_routed(source, {&destination, 1});
    if (lost != kNoNode) {
      return {source, destination, lost};
    }
    if (i + 1 == pairs.size() || pairs[i + 1].second != destination) {
      finish(destination);
    }
  }
  return {};
}

void WormDependencies::add_way(const MessageView& m, const std::vector<ChannelId>& way) {
  if (kept_.classes == 1 && !kept_.receive_ports) {
    for (std::size_t hop = 1; hop < way.size(); ++hop) {
      graph_.add({way[hop - 1], 0}, {way[hop], 0});
    }
    return;
  }
  ChannelUse last{kNoChannel, 0};
  const NodeId* destination = m.destinations.begin();
  for (const ChannelId channel : way) {
    const ChannelUse next{channel, kept_.classes > 1 ? class_after(last, channel) : 0};
    leaves_escape_ = leaves_escape_ || next.vc_class >= escapes_;
    if (last.channel != kNoChannel) {
      graph_.add(last, next);
      if (escapes_ > 0) {
        routes_.add(last, next);
      }
      if (kept_.receive_ports && channels_.source(channel) == *destination) {
        graph_.add_receive(last);
        graph_.add_behind_receive(next);
        ++destination;
      }
    }
    last = next;
  }
  if (kept_.receive_ports) {
    graph_.add_receive(last);
  }
}

int WormDependencies::class_after(ChannelUse last, ChannelId channel) const {
  const auto output = static_cast<PortId>(channels_.port(channel));
  const PortId input = last.channel == kNoChannel ? kNoPort : channels_.entry_port(last.channel);
  return routing_.class_on_route(channels_.source(channel), input, last.vc_class, output);
}

std::string WormDependencies::cycle_among_rings() {
  graph_.join_rings();
  return graph_.cycle();
}

std::string WormDependencies::cycle(const EscapeGraph::Watch& watch) {
  std::string cycle = graph_.cycle();
  const bool escape_counts = escapes_ > 0 && !leaves_escape_ && relation_walk_.always_escapes();
  if (cycle.empty() || !escape_counts) {
    return cycle;
  }
  cycle = EscapeGraph(routing_, channels_, kept_.classes, relation_walk_, routes_).cycle(watch);
  has_escape_ = cycle.empty();
  return cycle;
}

}  // namespace flitcast
