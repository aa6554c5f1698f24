#pragma once

#include "tb/config/config.h"
#include "tb/config/ini/raw_config.h"

namespace flitcast {

/// No two of the files of a run may be the same: an output would destroy another or an input.
/// Throws ConfigError.
void check_files(const Config& config);

/// For what reads its data more than once, like the runs of a sweep: no pipes. Throws ConfigError.
void refuse_pipes(const RawConfig& raw);

}  // namespace flitcast
