#pragma once

#include "tb/config/config.h"
#include "tb/show/schedule_writers.h"
#include "traffic/propose/synthesis.h"

namespace flitcast::show {

/// A synthesis, which must outlive it, as a schedule for the network and hardware of the
/// configuration. That it does what the operation promises is verified, whoever found it.
Schedule schedule_of(const Synthesis& synthesis, const Config& config);

/// The schedule as a file (tb/schedules/README.md) whose blocks have a flit for each part.
void write_synthesis_json(const Synthesis& synthesis, const Config& config, const TextSink& sink);

}  // namespace flitcast::show
