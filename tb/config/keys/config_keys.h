#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tb/config/config.h"
#include "tb/config/quantity.h"

namespace flitcast {

/// Everything there is to know about one configuration key. config_key_kinds.h makes them.
struct ConfigKey {
  /// What the file is to the program that the value names, if it names one.
  enum class File { kNone, kRead, kWritten };

  std::string_view name;                   ///< "router.delay"
  std::string syntax;                      ///< "N", "on | off", …
  std::string_view unit;                   ///< "cycles", empty for a pure number or a word
  Dimension dimension = Dimension::kNone;  ///< how it may be given in units of the outside world
  std::string range;                       ///< "0 … 1000000"
  std::string fallback;                    ///< the default, in words
  std::string help;
  bool numeric = false;  ///< shown as a number in JSON
  File file = File::kNone;
  std::vector<std::string_view> words = {};  ///< values that name no file, of a key that reads one

  /// Throws ValueError (config_value.h) for a value that is wrong by itself.
  std::function<void(std::string_view text)> check;
  /// Puts a value that check takes into the configuration. Defaults and checks that depend on other
  /// keys are resolve()'s.
  std::function<void(Config& config, std::string_view text)> apply;
  /// The effective value as apply reads it; nothing when the key is without effect.
  std::function<std::optional<std::string>(const Config& config)> show;
  /// The file that the configuration names, empty for none; no function unless `file` says so.
  std::function<const std::string&(const Config& config)> file_name;

  /// The value names a file that is read.
  bool reads_file(std::string_view text) const {
    return file == File::kRead && std::find(words.begin(), words.end(), text) == words.end();
  }

  /// Checks a value as it was given; a quantity of the outside world is checked when it is known
  /// what it comes to. Throws ValueError.
  void check_given(std::string_view text) const {
    if (!has_quantity(dimension, text)) {
      check(text);
    }
  }

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

// Keys as text: as a configuration, and as help.

/// INI text of keys, "router.delay", and their values; those of a section stand together.
std::string ini_text(const std::vector<std::pair<std::string_view, std::string>>& values);

/// The effective configuration as an INI file that reads back to the same configuration. Throws
/// ConfigError for a path in it that an INI file cannot hold.
std::string resolved_ini(const Config& config);

/// The table of all keys for --help.
std::string config_key_help();

/// What there is to know about the keys of that full name, last part or section; empty where there
/// are none.
std::string help_on_keys(std::string_view name);

// What is meant by names of no key, and how keys are named in hints.

/// The keys that people call so, none or more: what it is called elsewhere ("mu", "nodes",
/// "message-size"), a hyphen for an underscore, a key of another section ("router.startup" is
/// ni.startup).
std::vector<const ConfigKey*> keys_known_as(std::string_view name);

/// The key whose name differs in few letters, or goes on after these; null where none is near. A
/// name without a section is compared with last parts.
const ConfigKey* nearest_key(std::string_view name);

/// What to say of a name of no key: "give ni.startup", "the nearest is router.delay", or where the
/// keys are told of.
std::string hint_on_key(std::string_view name);

/// How a key is named where no section is about: by its last part where that names it alone.
std::string_view short_name(const ConfigKey& key);

}  // namespace flitcast
