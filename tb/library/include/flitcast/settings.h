#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include <flitcast/export.h>

namespace flitcast {

/// Keys and their values, as configuration files have them and options of flitcast give them;
/// `flitcast help run` lists them.
class FLITCAST_EXPORT Settings {
 public:
  /// None is given.
  Settings();
  ~Settings();
  Settings(const Settings& other);
  Settings& operator=(const Settings& other);
  Settings(Settings&& other) noexcept;
  Settings& operator=(Settings&& other) noexcept;

  /// Of a configuration file.
  static Settings read(const std::string& file);
  /// Of the text of one, which errors call `name`.
  static Settings parse(const std::string& text, const std::string& name);

  /// Gives a key, over what was given before.
  Settings& set(const std::string& key, const std::string& value);

  struct Keys;
  const Keys& keys() const { return *keys_; }

 private:
  std::unique_ptr<Keys> keys_;
};

}  // namespace flitcast
