#pragma once

#include "tb/config/config.h"
#include "tb/measures/load_run.h"
#include "traffic/channel_load/packet_latency.h"

namespace flitcast {

/// What theory says of the load of a configuration that resolve() has made. `latency`: of a packet
/// in the empty network.
LoadForecast forecast_load(const Config& config, const PacketLatency& latency);

}  // namespace flitcast
