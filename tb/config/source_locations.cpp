#include "tb/config/source_locations.h"

#include <utility>

#include <fmt/format.h>

namespace flitcast {

SourceLocations::SourceLocations(std::string file) : file_(std::move(file)) {}

void SourceLocations::note(std::string_view key, std::string place) {
  places_[std::string(key)] = std::move(place);
}

bool SourceLocations::given(std::string_view key) const {
  return places_.find(key) != places_.end();
}

std::string SourceLocations::of(std::string_view key) const {
  const auto found = places_.find(key);
  if (found != places_.end()) {
    return found->second;
  }
  return file_.empty() ? fmt::format("--{}", key) : fmt::format("{}: {}", file_, key);
}

ConfigError SourceLocations::error(std::string_view key, const std::string& message) const {
  return ConfigError("{}: {}", of(key), message);
}

}  // namespace flitcast
