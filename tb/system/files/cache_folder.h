#pragma once

#include <optional>
#include <string>

namespace flitcast {

/// Where results that can be made again are kept, by what they are: $XDG_CACHE_HOME/flitcast/NAME,
/// or ~/.cache/flitcast/NAME. It need not exist. Nothing where neither variable has a path from the
/// root: a folder that all users of the machine write to is no place for it.
std::optional<std::string> cache_folder(const std::string& name);

}  // namespace flitcast
