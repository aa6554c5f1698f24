#pragma once

#include <cstdint>

#include "tb/config/config.h"
#include "traffic/channel_load/packet_latency.h"

namespace flitcast {

// The packets of the load of a configuration that resolve() has made.

/// Flits of the largest, headers of multicasts included.
std::uint64_t largest_packet(const Config& config);

/// Of one in the empty network; router.buffer_flits must be known, and the topology of `config`
/// must outlive it.
PacketLatency packet_latency(const Config& config);

}  // namespace flitcast
