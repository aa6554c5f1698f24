#pragma once

#include "tb/cli/commands/run_outputs.h"
#include "tb/config/ini/raw_config.h"

namespace flitcast {

/// `flitcast run` of a configuration with load: simulates one point. Returns the exit code; throws
/// ConfigError and FileError.
int run_load(const RawConfig& raw, const OutputOptions& left_out);

}  // namespace flitcast
