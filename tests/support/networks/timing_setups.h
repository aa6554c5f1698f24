#pragma once

#include "hw/network_config.h"

namespace flitcast {

/// Wormhole routers with one virtual channel, one port, no programmable start-up, and the smallest
/// buffers of full rate.
inline NetworkConfig wormhole_config(Cycle router_delay, Cycle link_delay, Cycle t_m) {
  NetworkConfig config;
  config.router_delay = router_delay;
  config.link_delay = link_delay;
  config.cycles_per_flit = t_m;
  config.buffer_flits = full_rate_buffer(config);
  return config;
}

/// From issue until the header stands in the router of its source, without programmable start-up:
/// the command's cycle and the injection channel.
inline constexpr Cycle kIntoRouter = 2;
/// From the cycle in which a router ejects a flit until it is in memory: the ejection channel and
/// the memory.
inline constexpr Cycle kIntoMemory = 2;

}  // namespace flitcast
