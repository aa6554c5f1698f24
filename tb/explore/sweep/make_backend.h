#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "tb/explore/points/backend.h"

namespace flitcast::explore {

/// What BackendOptions::kind may be.
const std::vector<std::string_view>& backend_kinds();

/// The backend of that kind. The folder must outlive it. Throws ConfigError where it is not to be
/// had.
std::unique_ptr<Backend> make_backend(const BackendOptions& options, const SweepFolder& folder);

}  // namespace flitcast::explore
