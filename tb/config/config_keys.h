#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/config/config.h"
#include "tb/config/raw_config.h"

namespace flitcast {

/// Everything there is to know about one configuration key.
struct ConfigKey {
  std::string_view name;      ///< "router.delay"
  std::string_view syntax;    ///< "N", "on | off", …
  std::string_view unit;      ///< "cycles", empty for a pure number or a word
  std::string_view range;     ///< "0 … 1000000"
  std::string_view fallback;  ///< the default, in words
  std::string_view help;
  bool numeric;  ///< shown as a number in JSON
  /// Checks a value by itself and notes it. Throws ValueError (config_value.h).
  std::function<void(RawConfig& config, std::string_view text)> parse;
  /// The effective value as parse reads it; nothing when the key is without effect.
  std::function<std::optional<std::string>(const Config& config)> show;

  /// The value is the name of a file that is read.
  bool names_input() const {
    return std::any_of(std::begin(kInputFileKeys), std::end(kInputFileKeys),
                       [this](const InputFileKey& input) { return name == input.key; });
  }
  /// "router" of "router.delay".
  std::string_view section() const { return name.substr(0, name.find('.')); }
};

/// All keys, grouped by section, in the order of the documentation.
const std::vector<ConfigKey>& config_keys();

/// The key of that name, or null.
const ConfigKey* find_key(std::string_view name);

/// `unknown key "router.dealy"; the nearest is router.delay`.
std::string unknown_key(std::string_view name);

/// The effective configuration as an INI file that reads back to the same configuration. Throws
/// ConfigError for a path in it that an INI file cannot hold.
std::string resolved_ini(const Config& config);

/// The table of all keys for --help.
std::string config_key_help();

}  // namespace flitcast
