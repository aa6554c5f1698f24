#pragma once

#include <cstdint>
#include <functional>

#include "hw/network_config.h"

namespace flitcast {

/// Latency of one packet in an empty network, in cycles, from its creation until its tail is in the
/// network interface of its destination, `hops` links away; `flits` counts the header.
using PacketLatency = std::function<double(std::int64_t hops, std::uint32_t flits)>;

/// On our routers without pipeline: 3 + startup + D·t_d + (P − 1)·t_m; store-and-forward
/// 3 + startup + D·(t_d + (P − 1)·t_m). See hw/README.md; the cycle into memory is no part of it.
PacketLatency contract_latency(const NetworkConfig& config);

}  // namespace flitcast
