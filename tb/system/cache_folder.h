#pragma once

#include <string>

namespace flitcast {

/// Where results that can be made again are kept, by what they are: $XDG_CACHE_HOME/flitcast/NAME,
/// or ~/.cache/flitcast/NAME. It need not exist.
std::string cache_folder(const std::string& name);

}  // namespace flitcast
