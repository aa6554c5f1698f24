#include "traffic/load/packet_latency.h"

#include "traffic/theory/message_times.h"

namespace flitcast {
namespace {

PacketLatency::ByHops latency_by_hops(const NetworkConfig& config) {
  const TimingModel model = timing_model(config);
  const bool stored = config.switching == Switching::kStoreAndForward;
  return [model, stored](std::int64_t hops, std::uint32_t flits) {
    const Cycle tail = static_cast<Cycle>(flits - 1) * model.t_m;
    const Cycle start = model.t_s - 1;
    if (hops == 0) {
      return static_cast<double>(start + static_cast<Cycle>(flits - 1));
    }
    return static_cast<double>(stored ? start + hops * (model.t_d + tail)
                                      : start + hops * model.t_d + tail);
  };
}

}  // namespace

PacketLatency::PacketLatency(ByHops by_hops, const Topology& topology, const NetworkConfig& config)
    : by_hops_(std::move(by_hops)), topology_(&topology), model_(timing_model(config)) {
  auto links = std::make_shared<const LinkTimes>(topology, config);
  if (links->differ()) {
    links_ = std::move(links);
  }
}

double PacketLatency::along(const BaseRoute& way, NodeId source, NodeId destination,
                            std::uint32_t flits) const {
  if (source == destination) {
    return by_hops_(0, flits);
  }
  const auto behind = static_cast<Cycle>(flits) - 1;
  FlitDates dates;
  Cycle stored = 0;
  for (NodeId at = source; at != destination;) {
    const PortId port = way.next_port(at, destination);
    const LinkTime& link = links_->of(at, port);
    stored += links_->router_delay() + link.delay + behind * link.cycles_per_flit;
    dates.pass(link, links_->router_delay(), 0);
    at = topology_->neighbour(at, port);
  }
  const bool stores = links_->switching() == Switching::kStoreAndForward;
  return static_cast<double>(model_.t_s - 1 + (stores ? stored : dates.arrival(behind)));
}

PacketLatency contract_latency(const NetworkConfig& config) {
  return PacketLatency(latency_by_hops(config));
}

PacketLatency contract_latency(const NetworkConfig& config, const Topology& topology) {
  return {latency_by_hops(config), topology, config};
}

}  // namespace flitcast
