#pragma once

#include <vector>

#include "tb/report/assets/assets.h"

namespace flitcast::report {

/// The files in the program. Defined in a source that the build writes (assets.cmake).
const std::vector<Asset>& asset_table();

}  // namespace flitcast::report
