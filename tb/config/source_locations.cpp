#include "tb/config/source_locations.h"

#include <utility>

#include <fmt/format.h>

namespace flitcast {

std::string SourceLocation::text() const {
  if (file.empty()) {
    return "--" + key;
  }
  return file + (line > 0 ? fmt::format(":{}", line) : "") + (key.empty() ? "" : ": " + key);
}

SourceLocations::SourceLocations(std::string file) : file_(std::move(file)) {}

void SourceLocations::note(std::string_view key, SourceLocation place) {
  places_[std::string(key)] = std::move(place);
}

bool SourceLocations::given(std::string_view key) const {
  return places_.find(key) != places_.end();
}

SourceLocation SourceLocations::of(std::string_view key) const {
  const auto found = places_.find(key);
  if (found != places_.end()) {
    return found->second;
  }
  const std::string_view section = key.substr(0, key.find('.'));
  if (!job_.key.empty() && (section == "traffic" || section == "load")) {
    return {job_.file, job_.line, fmt::format("{}{}", job_.key, key.substr(section.size()))};
  }
  return {file_, 0, std::string(key)};
}

ConfigError SourceLocations::error(std::string_view key, const std::string& message) const {
  return ConfigError(of(key), message);
}

}  // namespace flitcast
