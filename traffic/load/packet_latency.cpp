#include "traffic/load/packet_latency.h"

namespace flitcast {

PacketLatency contract_latency(const NetworkConfig& config) {
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

}  // namespace flitcast
