#include <limits>

#include <flitcast/settings.h>

#include "tb/library/settings_keys.h"
#include "tb/system/files/input_file.h"

namespace flitcast {

Settings::Settings() : keys_(std::make_unique<Keys>()) {}
Settings::~Settings() = default;
Settings::Settings(const Settings& other) : keys_(std::make_unique<Keys>(*other.keys_)) {}
Settings& Settings::operator=(const Settings& other) {
  *this = Settings(other);
  return *this;
}
Settings::Settings(Settings&& other) noexcept = default;
Settings& Settings::operator=(Settings&& other) noexcept = default;

Settings Settings::read(const std::string& file) {
  return parse(read_text_file(file, std::numeric_limits<std::size_t>::max()), file);
}

Settings Settings::parse(const std::string& text, const std::string& name) {
  Settings settings;
  settings.keys_->raw = parse_config(text, name);
  return settings;
}

Settings& Settings::set(const std::string& key, const std::string& value) {
  give(keys_->raw, key, value);
  return *this;
}

}  // namespace flitcast
