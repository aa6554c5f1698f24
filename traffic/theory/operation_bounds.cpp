#include "traffic/theory/operation_bounds.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "traffic/theory/distance.h"

namespace flitcast {
namespace {

constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 62U;

std::uint64_t divided_up(std::uint64_t words, std::uint64_t ways) {
  return (words + ways - 1) / ways;
}

/// Links that a word for another node takes at least.
std::int64_t nearest_hops(const Topology& topology) {
  return topology.seats() > 1 ? 0 : 1;
}

/// Channels that enter or leave a router.
struct Links {
  std::uint64_t in = 0;
  std::uint64_t out = 0;
};

Links links_of_router(const Topology& topology, NodeId router) {
  Links links;
  for (int port = 0; port < topology.network_ports(); ++port) {
    links.in += topology.upstream(router, static_cast<PortId>(port)) != kNoNode ? 1U : 0U;
    links.out += topology.neighbour(router, static_cast<PortId>(port)) != kNoNode ? 1U : 0U;
  }
  return links;
}

/// Of those all words of a processor for others share.
Links links_of(const Topology& topology, NodeId node) {
  return topology.shares_routers() ? Links{kNoLimit, kNoLimit} : links_of_router(topology, node);
}

std::uint64_t ports_of(const BoundRequest& request) {
  return static_cast<std::uint64_t>(request.ports);
}

BoundTimes times_of(const BoundRequest& request) {
  TimingModel model = request.model;
  if (request.topology.shares_routers()) {
    model.t_m = 1;
  }
  return {model, request.pipeline};
}

/// `words` go through the ports and over the `links` of a node, to or from one `hops` away.
Cycle way_bound(const BoundRequest& request, std::uint64_t words, std::uint64_t links,
                std::int64_t hops) {
  return std::max(port_bound(times_of(request), divided_up(words, ports_of(request)), hops),
                  stream_bound(times_of(request), divided_up(words, links), hops));
}

/// The router with a processor that has the fewest links.
NodeId outermost_router(const Topology& topology) {
  const auto links = [&](NodeId router) {
    const Links of_it = links_of_router(topology, router);
    return std::min(of_it.in, of_it.out);
  };
  NodeId outermost = topology.router_of(0);
  for (NodeId node = 1; node < topology.processors(); ++node) {
    const NodeId router = topology.router_of(node);
    outermost = links(router) < links(outermost) ? router : outermost;
  }
  return outermost;
}

/// A part of a network that grows hop by hop, and the links at its edge.
class GrowingPart {
 public:
  GrowingPart(const Topology& topology, NodeId router) : topology_(topology) {
    edge_.push_back(router);
    inside_.resize(topology.nodes());
    take(router);
  }

  NetworkPart part() const { return {processors_, topology_.processors() - processors_}; }
  const Links& links() const { return links_; }

  /// False where nothing more can be reached.
  bool grow() {
    std::vector<NodeId> next;
    for (const NodeId router : edge_) {
      for (int port = 0; port < topology_.network_ports(); ++port) {
        const NodeId other = topology_.neighbour(router, static_cast<PortId>(port));
        if (other != kNoNode && !inside_[other]) {
          take(other);
          next.push_back(other);
        }
      }
    }
    edge_ = std::move(next);
    return !edge_.empty();
  }

 private:
  /// Its links to and from what is inside are no longer at the edge.
  void take(NodeId router) {
    inside_[router] = true;
    processors_ += topology_.seats_of(router).count;
    for (int port = 0; port < topology_.network_ports(); ++port) {
      const NodeId to = topology_.neighbour(router, static_cast<PortId>(port));
      const NodeId from = topology_.upstream(router, static_cast<PortId>(port));
      if (to != kNoNode) {
        inside_[to] ? --links_.in : ++links_.out;
      }
      if (from != kNoNode) {
        inside_[from] ? --links_.out : ++links_.in;
      }
    }
  }

  const Topology& topology_;
  std::vector<bool> inside_;
  std::vector<NodeId> edge_;
  std::uint64_t processors_ = 0;
  Links links_;
};

}  // namespace

Cycle sending_bound(const BoundRequest& request, std::uint64_t blocks, std::uint64_t senders) {
  return port_bound(times_of(request),
                    divided_up(blocks * request.message_flits, senders * ports_of(request)),
                    nearest_hops(request.topology));
}

Cycle sending_bound_of_all(const BoundRequest& request, std::uint64_t blocks) {
  const Topology& topology = request.topology;
  std::uint64_t links = topology.shares_routers() ? kNoLimit : 0;
  for (NodeId node = 0; node < topology.processors() && links < kNoLimit; ++node) {
    links += links_of(topology, node).out;
  }
  const std::uint64_t words = blocks * request.message_flits;
  return std::max(
      sending_bound(request, blocks, topology.processors()),
      stream_bound(times_of(request), divided_up(words, links), nearest_hops(topology)));
}

Cycle node_sending_bound(const BoundRequest& request, NodeId node, std::uint64_t blocks) {
  return way_bound(request, blocks * request.message_flits, links_of(request.topology, node).out,
                   nearest_hops(request.topology));
}

Cycle receiving_bound(const BoundRequest& request, NodeId node, std::uint64_t blocks) {
  const std::uint64_t words = blocks * request.message_flits;
  const std::int64_t hops = nearest_hops(request.topology);
  const auto in_a_port = static_cast<Cycle>(divided_up(words, ports_of(request)));
  return std::max(
      stream_bound(times_of(request), divided_up(words, links_of(request.topology, node).in), hops),
      request.model.t_s + hops * request.model.t_d + in_a_port);
}

Cycle way_from_root_bound(const BoundRequest& request, const std::vector<NodeId>& destinations) {
  const Topology& topology = request.topology;
  const NodeId root = request.operation.root;
  const std::vector<std::int64_t> hops = distances_from(topology, root);
  Cycle bound = 0;
  for (const NodeId node : destinations) {
    const std::uint64_t links = std::min(links_of(topology, root).out, links_of(topology, node).in);
    bound = std::max(bound, way_bound(request, request.message_flits, links, hops[node]));
  }
  return bound;
}

Cycle way_from_root_bound(const BoundRequest& request) {
  std::vector<NodeId> all(request.topology.processors());
  std::iota(all.begin(), all.end(), NodeId{0});
  return way_from_root_bound(request, all);
}

Cycle way_to_root_bound(const BoundRequest& request) {
  const Topology& topology = request.topology;
  const NodeId root = request.operation.root;
  const std::vector<std::int64_t> hops = distances_to(topology, root);
  Cycle bound = 0;
  for (NodeId node = 0; node < topology.processors(); ++node) {
    const std::uint64_t links = std::min(links_of(topology, node).out, links_of(topology, root).in);
    bound = std::max(bound, way_bound(request, request.message_flits, links, hops[node]));
  }
  return bound;
}

Cycle reaching_bound(const BoundRequest& request, std::uint64_t nodes, std::uint64_t blocks) {
  return request.irc ? 0
                     : spreading_bound(times_of(request), nodes, ports_of(request),
                                       blocks == 1 ? request.message_flits : 1,
                                       nearest_hops(request.topology));
}

Cycle crossing_bound(const BoundRequest& request) {
  return request.topology.has_coordinates() ? bisection_bound(times_of(request), request.topology,
                                                              request.message_flits, request.duplex)
                                            : 0;
}

Cycle cut_bound(const BoundRequest& request,
                const std::function<Crossing(const NetworkPart& part)>& crossing) {
  const BoundTimes times(request.model, request.pipeline);
  GrowingPart growing(request.topology, outermost_router(request.topology));
  Cycle bound = 0;
  while (growing.part().outside > 0) {
    const auto [in, out] = crossing(growing.part());
    const Links& links = growing.links();
    const auto count = [&](std::uint64_t blocks, std::uint64_t over) {
      bound = std::max(bound,
                       blocks == 0 || over == 0
                           ? 0
                           : stream_bound(times, divided_up(blocks * request.message_flits, over)));
    };
    count(in, links.in);
    count(out, links.out);
    if (request.duplex == Duplex::kHalf) {
      count(in + out, std::max(links.in, links.out));
    }
    if (!growing.grow()) {
      break;
    }
  }
  return bound;
}

}  // namespace flitcast
