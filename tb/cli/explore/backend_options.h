#pragma once

#include "tb/cli/arguments.h"
#include "tb/explore/points/backend.h"
#include "tb/explore/points/sweep_folder.h"

namespace flitcast {

/// The folder of --out, with --no-host. Throws ConfigError.
SweepFolder result_folder(const Arguments& arguments);

/// Reads --backend, --jobs, --time-limit, --chunk and --slurm-options. Throws ConfigError.
BackendOptions backend_options(const Arguments& arguments);

}  // namespace flitcast
