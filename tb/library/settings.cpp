#include <flitcast/settings.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/config/ini/row_example.h"
#include "tb/config/keys/config_keys.h"
#include "tb/library/public_errors.h"
#include "tb/library/settings_keys.h"
#include "tb/results/result_file.h"
#include "tb/system/file_error.h"
#include "traffic/catalogue/catalogue.h"

namespace flitcast {
namespace {

/// The full name of what is known by that name or that last part. Throws ConfigError.
std::string full_name(const std::string& name) {
  const std::vector<const ConfigKey*> keys = keys_named(name);
  if (keys.size() == 1) {
    return std::string(keys.front()->name);
  }
  const SourceLocation place{"", 0, name};
  if (keys.empty()) {
    throw ConfigError(place, unknown_key(name));
  }
  std::vector<std::string_view> names;
  names.reserve(keys.size());
  for (const ConfigKey* const key : keys) {
    names.push_back(key->name);
  }
  throw ConfigError(place,
                    fmt::format("may be {}; give the one that is meant", fmt::join(names, " or ")));
}

}  // namespace

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
  Settings settings;
  try {
    settings.keys_->raw = with_public_errors([&file] { return read_config(file); });
  } catch (const InputError& error) {
    throw InputError(error.what(), file, error.line(), error.key());
  }
  return settings;
}

Settings Settings::parse(const std::string& text, const std::string& name) {
  Settings settings;
  settings.keys_->raw = with_public_errors([&] { return parse_config(text, name); });
  return settings;
}

Settings Settings::example(const std::string& algorithm) {
  Settings settings;
  settings.keys_->raw = with_public_errors([&algorithm] {
    try {
      return config_of_example(find_row(algorithm));
    } catch (const ParameterError& error) {
      throw ConfigError(SourceLocation{"", 0, "traffic.algorithm"}, error.what());
    }
  });
  return settings;
}

Settings& Settings::set(const std::string& key, const std::string& value) {
  with_public_errors([&] { give(keys_->raw, full_name(key), value); });
  return *this;
}

std::string Settings::decimal_text(double value) {
  return fmt::format("{}", value);
}

std::optional<std::string> Settings::given(const std::string& key) const {
  const auto found = keys_->raw.texts.find(key);
  return found == keys_->raw.texts.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace flitcast
