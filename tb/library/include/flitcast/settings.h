#pragma once

#include <memory>
#include <optional>
#include <string>
#include <type_traits>

#include <flitcast/error.h>
#include <flitcast/export.h>

namespace flitcast {

/// What a run is told: keys and their values, as configuration files have them and options of
/// flitcast give them. tb/KEYS.md and `flitcast help KEY` explain every key.
///
///     Settings settings = Settings::read("mesh.ini");
///     settings.set("router.vcs", 2).set("startup", 100);
///
/// Everything here throws InputError, with file, line and key, for what cannot be used.
class FLITCAST_EXPORT Settings {
 public:
  /// None is given.
  Settings();
  ~Settings();
  Settings(const Settings& other);
  Settings& operator=(const Settings& other);
  /// One that was moved from may only be destroyed or assigned to.
  Settings(Settings&& other) noexcept;
  Settings& operator=(Settings&& other) noexcept;

  /// Of a configuration file, or of a result in JSON, whose run they repeat. Files that it names
  /// count from its folder.
  static Settings read(const std::string& file);
  /// Of the text of a configuration file, which errors call `name`. Files that it names count from
  /// the working folder.
  static Settings parse(const std::string& text, const std::string& name = "settings");
  /// A small run of the algorithm of the catalogue that has that id, "aas-hc-dex".
  static Settings example(const std::string& algorithm);

  /// Gives a key, over what was given before, as `--key=value` does: its last part is enough where
  /// only one key has it.
  Settings& set(const std::string& key, const std::string& value);
  /// The same of a number, a switch, or the one character of a char.
  template <typename Number, std::enable_if_t<std::is_arithmetic_v<Number>, int> = 0>
  Settings& set(const std::string& key, Number value) {
    if constexpr (std::is_same_v<Number, bool>) {
      return set(key, std::string(value ? "on" : "off"));
    } else if constexpr (std::is_same_v<Number, char>) {
      return set(key, std::string(1, value));
    } else if constexpr (std::is_integral_v<Number>) {
      return set(key, std::to_string(value));
    } else {
      return set(key, decimal_text(static_cast<double>(value)));
    }
  }

  /// What was given for a key of that full name; nothing where it was not.
  std::optional<std::string> given(const std::string& key) const;

  struct Keys;
  /// For the library itself.
  const Keys& keys() const { return *keys_; }

 private:
  /// In the fewest digits that read back to it exactly.
  static std::string decimal_text(double value);

  std::unique_ptr<Keys> keys_;
};

}  // namespace flitcast
