#include "tb/system/files/cache_folder.h"

#include <cstdlib>

#include <fmt/format.h>

namespace flitcast {
namespace {

const char* path_in(const char* variable) {
  const char* const path = std::getenv(variable);
  return path != nullptr && *path == '/' ? path : nullptr;
}

}  // namespace

std::optional<std::string> cache_folder(const std::string& name) {
  if (const char* const cache = path_in("XDG_CACHE_HOME")) {
    return fmt::format("{}/flitcast/{}", cache, name);
  }
  if (const char* const home = path_in("HOME")) {
    return fmt::format("{}/.cache/flitcast/{}", home, name);
  }
  return std::nullopt;
}

}  // namespace flitcast
