#include "traffic/channel_load/packet_latency.h"

#include "traffic/theory/packet_flight.h"

namespace flitcast {
namespace {

/// Of a packet between being created and being in the network interface that it is for.
class Way {
 public:
  explicit Way(const NetworkConfig& config)
      : flight_(config), ports_(config.startup + kFixedStartup - 1) {}

  void pass(const LinkTime& link) { flight_.pass(link); }
  double cycles(std::uint32_t flits) const {
    return static_cast<double>(ports_ + flight_.cycles(Cycle{flits}));
  }

 private:
  PacketFlight flight_;
  Cycle ports_;
};

}  // namespace

PacketLatency::PacketLatency(const NetworkConfig& config, const Topology& topology)
    : config_(config), topology_(&topology) {
  auto links = std::make_shared<const LinkTimes>(topology, config);
  if (links->differ()) {
    links_ = std::move(links);
  }
}

double PacketLatency::operator()(std::int64_t hops, std::uint32_t flits) const {
  Way way(config_);
  for (std::int64_t hop = 0; hop < hops; ++hop) {
    way.pass({config_.link_delay, config_.cycles_per_flit});
  }
  return way.cycles(flits);
}

double PacketLatency::along(const BaseRoute& route, NodeId source, NodeId destination,
                            std::uint32_t flits) const {
  Way way(config_);
  const NodeId end = topology_->router_of(destination);
  for (NodeId at = topology_->router_of(source); at != end;) {
    const PortId port = route.next_port(at, destination);
    way.pass(links_->of(at, port));
    at = topology_->neighbour(at, port);
  }
  return way.cycles(flits);
}

}  // namespace flitcast
