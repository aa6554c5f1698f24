#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/time/wake_queue.h"
#include "hw/topology/topology.h"
#include "hw/types.h"
#include "tb/config/config.h"
#include "traffic/schedule/schedule.h"

namespace flitcast::trace {

/// Which modules are traced.
struct TraceScope {
  std::vector<bool> routers;     ///< per node
  std::vector<bool> interfaces;  ///< per node; none of a switch
};

/// Messages with consecutive numbers, all or one of a round.
struct TracedMessages {
  std::uint64_t round = 0;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  bool whole_round = false;
};

/// What a trace is to hold.
struct TraceRequest {
  TraceScope scope;
  Cycle from = 0;                        ///< first cycle
  Cycle to = WakeQueue::kNever;          ///< the first cycle after it
  std::optional<TracedMessages> around;  ///< instead of from and to: the cycles of these messages
  bool rounds_overlap = false;           ///< dataflow
};

/// What the trace keys of a configuration mean for its network and a schedule; without one (null)
/// all keys but trace.around. Throws ConfigError.
TraceRequest resolve_trace(const Config& config, const Schedule* schedule);

/// Names of modules, as they appear in waveforms.
namespace trace_name {

std::string router(NodeId node);     ///< "router_3", in tb.fabric
std::string interface(NodeId node);  ///< "ni_3", in tb.fabric

}  // namespace trace_name

}  // namespace flitcast::trace
