#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/config/config.h"

namespace flitcast {

/// Everything there is to know about one configuration key. config_key_kinds.h makes them.
struct ConfigKey {
  /// What the file is to the program that the value names, if it names one.
  enum class File { kNone, kRead, kWritten };

  std::string_view name;  ///< "router.delay"
  std::string syntax;     ///< "N", "on | off", …
  std::string_view unit;  ///< "cycles", empty for a pure number or a word
  std::string range;      ///< "0 … 1000000"
  std::string fallback;   ///< the default, in words
  std::string help;
  bool numeric = false;  ///< shown as a number in JSON
  File file = File::kNone;

  /// Throws ValueError (config_value.h) for a value that is wrong by itself.
  std::function<void(std::string_view text)> check;
  /// Puts a value that check takes into the configuration. Defaults and checks that depend on other
  /// keys are resolve()'s.
  std::function<void(Config& config, std::string_view text)> apply;
  /// The effective value as apply reads it; nothing when the key is without effect.
  std::function<std::optional<std::string>(const Config& config)> show;
  /// The file that the configuration names, empty for none; no function unless `file` says so.
  std::function<const std::string&(const Config& config)> file_name;

  /// "router" of "router.delay".
  std::string_view section() const { return name.substr(0, name.find('.')); }
  /// "delay" of "router.delay".
  std::string_view last_part() const { return name.substr(name.find('.') + 1); }
};

/// All keys, grouped by section, in the order of the documentation.
const std::vector<ConfigKey>& config_keys();

/// The key of that name, or null.
const ConfigKey* find_key(std::string_view name);

/// The keys that a name may mean where no section is about: the one of that full name, or those of
/// which it is the last part. Expectations and what is about routers in SystemVerilog have
/// their full names only.
std::vector<const ConfigKey*> keys_named(std::string_view name);

/// `unknown key "router.dealy"; the nearest is router.delay`.
std::string unknown_key(std::string_view name);

}  // namespace flitcast
