#include "traffic/verify/relation_walk.h"

#include <stdexcept>
#include <string>

namespace flitcast {
namespace {

constexpr ChannelUse kFromNode{kNoChannel, 0};

}  // namespace

RelationWalk::RelationWalk(const Routing& routing, const Channels& channels,
                           const DependencyOptions& kept, DependencyGraph& graph)
    : routing_(routing),
      channels_(channels),
      kept_(kept),
      escapes_(kept.classes == 1 ? 0 : routing.relation().escape_classes()),
      passes_destinations_(routing.relation().passes_destinations()),
      graph_(graph) {}

NodeId RelationWalk::add(NodeId source, const Span<NodeId>& destinations) {
  arrived_.assign(1, kFromNode);
  if (destinations.size() == 1) {
    Seen& seen = seen_[destinations[0]];
    seen.resize(uses(), false);
    if (!go(source, destinations[0], seen)) {
      return dead_end_;
    }
  } else {
    for (const NodeId destination : destinations) {
      Seen seen(uses(), false);
      if (!go(source, destination, seen)) {
        return dead_end_;
      }
    }
  }
  if (kept_.receive_ports) {
    for (const ChannelUse last : arrived_) {
      graph_.add_receive(last);
    }
  }
  return kNoNode;
}

// A worm that comes where another has been goes on as that did.
void RelationWalk::add_base_routes(NodeId destination) {
  const Topology& topology = routing_.topology();
  const NodeId end = topology.router_of(destination);
  ways_.assign(topology.nodes(), Way());
  for (NodeId source = 0; source < topology.processors(); ++source) {
    if (!topology.in_one_network(source, destination)) {
      continue;
    }
    NodeId here = topology.router_of(source);
    ChannelId last = kNoChannel;
    for (bool goes_on = true; goes_on && here != end;) {
      Way& way = ways_[here];
      goes_on = way.channel == kNoChannel;
      if (goes_on) {
        const PortId port = routing_.next_port(here, destination);
        way = {checked(here, {port, 0}).channel, topology.neighbour(here, port)};
      }
      if (last != kNoChannel) {
        graph_.add({last, 0}, {way.channel, 0});
      }
      last = way.channel;
      here = way.to;
    }
  }
}

bool RelationWalk::go(NodeId source, NodeId destination, Seen& seen) {
  dead_end_ = kNoNode;
  under_way_.clear();
  const Topology& topology = routing_.topology();
  const NodeId start = topology.router_of(source);
  if (topology.shares_routers() && start == topology.router_of(destination)) {
    return true;  // no links are between them
  }
  before_.swap(arrived_);
  arrived_.clear();
  for (const ChannelUse last : before_) {
    const bool from_node = last.channel == kNoChannel;
    step(from_node ? start : channels_.target(last.channel), last,
         kept_.receive_ports && !from_node, destination, seen);
  }
  while (!under_way_.empty()) {
    const ChannelUse last = under_way_.back();
    under_way_.pop_back();
    step(channels_.target(last.channel), last, may_leave_copy(last), destination, seen);
  }
  return dead_end_ == kNoNode;
}

void RelationWalk::step(NodeId here, ChannelUse last, bool copies, NodeId destination, Seen& seen) {
  const bool from_node = last.channel == kNoChannel;
  const PortId from_port = from_node ? kNoPort : channels_.entry_port(last.channel);
  const NodeId end = routing_.topology().router_of(destination);
  routing_.candidates(here, from_port, last.vc_class, destination, candidates_);
  if (candidates_.empty() && here != end) {
    dead_end_ = here;
  }
  if (copies) {
    graph_.add_receive(last);
  }
  bool escapes = false;
  for (const RouteCandidate& candidate : candidates_) {
    const ChannelUse next = checked(here, candidate);
    escapes = escapes || next.vc_class < escapes_;
    if (!from_node && last.vc_class < escapes_ && next.vc_class >= escapes_ &&
        routing_.keeps_escape()) {
      throw std::logic_error("routing at node " + std::to_string(here) +
                             " leads out of an escape that is not to be left");
    }
    if (!from_node) {
      graph_.add(last, next);
    }
    if (copies) {
      graph_.add_behind_receive(next);
    }
    if (const std::size_t at = place(channels_, next); !seen[at]) {
      seen[at] = true;
      ++places_;
      const bool arrives = channels_.target(next.channel) == end;
      if (arrives) {
        arrived_.push_back(next);
      }
      if (!arrives || passes_destinations_) {
        under_way_.push_back(next);
      }
    }
  }
  always_escapes_ = always_escapes_ && escapes;
}

ChannelUse RelationWalk::checked(NodeId here, const RouteCandidate& candidate) const {
  const auto fault = [here](const std::string& what) {
    return std::logic_error("routing at node " + std::to_string(here) + " leads " + what);
  };
  if (routing_.topology().neighbour(here, candidate.port) == kNoNode) {
    throw fault("to port " + std::to_string(candidate.port) + ", behind which there is no link");
  }
  if (candidate.vc_class > 0 && candidate.vc_class >= routing_.relation().classes()) {
    throw fault("to class " + std::to_string(candidate.vc_class) + " of " +
                std::to_string(routing_.relation().classes()));
  }
  return {channels_.leaving(here, candidate.port), kept_.classes == 1 ? 0 : candidate.vc_class};
}

}  // namespace flitcast
