#pragma once

#include "tb/cli/arguments.h"
#include "tb/explore/points/backend.h"

namespace flitcast {

/// Reads --backend, --jobs, --time-limit, --chunk and --slurm-options. Throws ConfigError.
BackendOptions backend_options(const Arguments& arguments);

}  // namespace flitcast
