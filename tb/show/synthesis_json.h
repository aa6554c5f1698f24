#pragma once

#include <string>

#include "tb/config/config.h"
#include "tb/show/schedule_writers.h"
#include "traffic/propose/synthesis.h"

namespace flitcast::show {

/// A synthesis, which must outlive it, as a schedule for the network and hardware of the
/// configuration. That it does what the operation promises is verified, whoever found it.
/// Its name says how good it is: "synthesized, proved optimal".
Schedule schedule_of(const Synthesis& synthesis, const Config& config, const std::string& claim);

/// The schedule as a file (tb/schedules/README.md) whose blocks have a flit for each part.
void write_synthesis_json(const Synthesis& synthesis, const Config& config,
                          const std::string& claim, const TextSink& sink);

/// "proved optimal", or "bound 7, found 9".
std::string claim_of(const Synthesis& synthesis);

}  // namespace flitcast::show
