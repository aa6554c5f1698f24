#include "hw/retransmission/frame.h"
#include "hw/topology/link_times.h"
#include "tb/plan/predict.h"
#include "traffic/theory/distance.h"

namespace flitcast {
namespace {

/// Cycles that a packet takes without others over `hops` links like the slowest.
Cycle alone(Cycle flits, Cycle hops, const LinkTimes& links, const NetworkConfig& network) {
  const bool stores = network.switching == Switching::kStoreAndForward;
  const LinkTime& link = links.largest();
  const Cycle passing = flits * link.cycles_per_flit;
  return timing_model(network).t_s + hops * (network.header_delay() + link.delay) +
         (stores ? hops : 1) * passing;
}

}  // namespace

std::uint64_t frame_flits(const Config& config) {
  return retransmits(config.network) ? kFrameFlits : 0;
}

// No two nodes are farther from each other than twice what one is from all others.
void resolve_timeout(std::uint64_t largest_flits, Config& config) {
  Cycle& timeout = config.network.retransmission.timeout;
  if (!retransmits(config.network) || timeout != RetransmissionSettings::kAutoTimeout) {
    return;
  }
  const LinkTimes links(*config.topology, config.network);
  const Cycle hops = 2 * eccentricity(*config.topology, 0);
  const auto largest = static_cast<Cycle>(largest_flits);
  timeout = alone(largest, hops, links, config.network) +
            alone(1 + kFrameFlits, hops, links, config.network);
}

}  // namespace flitcast
