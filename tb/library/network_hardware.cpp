#include "tb/library/network_hardware.h"

#include <algorithm>

#include "tb/config/resolve/resolve.h"
#include "tb/plan/load_plan.h"
#include "tb/plan/predict.h"
#include "traffic/verify/routing_proof.h"

namespace flitcast {

Config network_hardware(const RawConfig& raw, VerifyWatcher* watcher) {
  Config config = resolve_hardware(raw);
  // Packets may go anywhere, and have any size up to the largest.
  PacketExtent packets{0, 2, 1};
  for (const Weighted& size : config.load.sizes) {
    packets.largest_flits = std::max<std::uint64_t>(packets.largest_flits, size.value);
  }
  packets = in_frames(packets, config);
  resolve_buffer(packets, config);
  resolve_timeout(packets.largest_flits, config);
  if (!config.allow_deadlock) {
    check_deadlock(
        "router.routing",
        prove_routing(*config.routing, config.network, {watcher, false, keeps_rings_going(config)}),
        raw, config);
  }
  return config;
}

}  // namespace flitcast
