#include "traffic/steady_state/load_meter.h"

#include <cmath>

namespace flitcast {

void LoadMeter::report(LoadResult& result) const {
  std::uint64_t latency = 0;
  std::uint64_t queueing = 0;
  std::uint64_t replies = 0;
  result.packets = 0;
  for (const LoadClass& packets : classes_) {
    result.packets += packets.packets;
    latency += packets.latency;
    queueing += packets.queueing;
    replies += packets.kind == LoadClass::Kind::kReply ? packets.packets : 0;
  }
  const auto mean = [](std::uint64_t sum, std::uint64_t count) {
    return count == 0 ? std::nan("") : static_cast<double>(sum) / static_cast<double>(count);
  };
  result.latency.mean = mean(latency, result.packets);
  result.queueing = mean(queueing, result.packets);
  result.network = mean(latency - queueing, result.packets);
  result.hops = mean(hops_, result.packets);
  result.round_trip = mean(round_trips_, replies);
  result.classes = classes_;
  result.nodes = nodes_;
}

}  // namespace flitcast
