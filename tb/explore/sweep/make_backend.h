#pragma once

#include <memory>

#include "tb/cli/arguments.h"
#include "tb/explore/points/backend.h"

namespace flitcast {

/// Reads --backend, --jobs, --time-limit, --chunk and --slurm-options. Throws ConfigError.
BackendOptions backend_options(const Arguments& arguments);

/// The backend of that kind. The folder must outlive it. Throws ConfigError where it is not to be
/// had.
std::unique_ptr<Backend> make_backend(const BackendOptions& options, const SweepFolder& folder);

}  // namespace flitcast
