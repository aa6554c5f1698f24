#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/topology.h"
#include "hw/types.h"
#include "hw/wake_queue.h"
#include "tb/config.h"
#include "tb/raw_config.h"
#include "traffic/schedule.h"

namespace flitcast {

/// Which modules are traced.
struct TraceScope {
  std::vector<bool> routers;     ///< per node
  std::vector<bool> interfaces;  ///< per node; none of a switch
};

/// What a trace is to hold.
struct TraceRequest {
  TraceScope scope;
  Cycle from = 0;                        ///< first cycle
  Cycle to = WakeQueue::kNever;          ///< the first cycle behind it
  std::optional<std::uint64_t> round;    ///< instead of from and to: the cycles of this round
  std::optional<std::uint64_t> message;  ///< and of it only those of this message
};

/// What the trace keys of a configuration mean for a network and a schedule. Throws ConfigError.
TraceRequest resolve_trace(const RawConfig& raw, const Config& config, const Topology& topology,
                           const Schedule& schedule);

/// Names of modules, as they appear in waveforms.
namespace trace_name {

std::string router(NodeId node);     ///< "router_3", in tb.fabric
std::string interface(NodeId node);  ///< "ni_3", in tb.fabric

}  // namespace trace_name

}  // namespace flitcast
