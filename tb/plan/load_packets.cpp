#include "tb/plan/load_packets.h"

#include <algorithm>

#include "traffic/pattern/traffic_pattern.h"

namespace flitcast {
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
  return {config.network, *config.topology};
}

}  // namespace flitcast
