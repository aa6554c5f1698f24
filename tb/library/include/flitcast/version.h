#pragma once

#include <string>

#include <flitcast/export.h>

namespace flitcast {

/// "0.1.0": of the library that is running, and of the results that it writes.
FLITCAST_EXPORT std::string version();

}  // namespace flitcast
