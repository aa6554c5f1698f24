#include "tb/system/cache_folder.h"

#include <cstdlib>

#include <fmt/format.h>

namespace flitcast {

std::string cache_folder(const std::string& name) {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') {
    return fmt::format("{}/flitcast/{}", cache, name);
  }
  const char* const home = std::getenv("HOME");
  return fmt::format("{}/.cache/flitcast/{}", home == nullptr ? "/tmp" : home, name);
}

}  // namespace flitcast
