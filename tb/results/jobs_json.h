#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tb/measures/result.h"

namespace flitcast {

/// The member `jobs` of a result: by name.
nlohmann::ordered_json jobs_json(const JobsRun& run);

}  // namespace flitcast
