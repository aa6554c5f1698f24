#pragma once

#include "hw/topology.h"
#include "tb/config.h"
#include "tb/raw_config.h"
#include "traffic/verifier.h"

namespace flitcast {

/// The second configuration layer: fills in the defaults, those of the row where the row has a say,
/// and checks every value against the others, as far as that can be told without a schedule.
/// router.buffer_flits is left for resolve_buffer. Throws ConfigError.
Config resolve(const RawConfig& raw);

/// Sets the buffer size, for which the largest packet of the schedule must be known.
/// Throws ConfigError when a given size cannot hold a packet that it has to.
void resolve_buffer(const RawConfig& raw, const VerifyReport& report, Config& config);

}  // namespace flitcast
