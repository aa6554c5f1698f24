#include "tb/plan/load_packets.h"

#include <algorithm>

#include "traffic/pattern/traffic_pattern.h"

namespace flitcast {
namespace {

/// Of a packet in a network of staged routers: two cycles of injection and one of ejection, the
/// pipeline of every router, the links, the flits behind the header, and a stop for credits
/// whenever a buffer is full.
PacketLatency::ByHops staged_latency(const NetworkConfig& config) {
  const TimingModel model = timing_model(config);
  const Cycle stop = std::max<Cycle>(0, config.round_trip(config.link_delay) - config.buffer_flits);
  return [=](std::int64_t hops, std::uint32_t flits) {
    const auto behind = static_cast<Cycle>(flits) - 1;
    const Cycle stops = behind / config.buffer_flits;
    return static_cast<double>(model.t_s - 1 + hops * model.t_d + behind * model.t_m +
                               stops * stop);
  };
}

}  // namespace

std::uint64_t largest_packet(const Config& config) {
  const auto pattern = make_pattern(*config.topology, config.load.pattern);
  std::uint64_t most = 0;
  if (const auto* const trace = pattern->trace()) {
    for (const TracePacket& packet : *trace) {
      most = std::max<std::uint64_t>(most, packet.flits);
    }
    return most;
  }
  most = config.load.reply_flits;
  for (const Weighted& size : config.load.sizes) {
    most = std::max<std::uint64_t>(most, size.value);
  }
  std::uint64_t addresses = 1;
  for (const Weighted& count : config.load.destinations) {
    addresses = std::max<std::uint64_t>(addresses, count.value);
  }
  return most + addresses - 1;
}

PacketLatency packet_latency(const Config& config) {
  return config.network.pipeline.staged()
             ? PacketLatency(staged_latency(config.network), *config.topology, config.network)
             : contract_latency(config.network, *config.topology);
}

}  // namespace flitcast
