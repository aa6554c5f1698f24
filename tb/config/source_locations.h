#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "tb/system/file_error.h"

namespace flitcast {

/// Where something was given. A key of the command line has no file.
struct SourceLocation {
  std::string file;
  int line = 0;  ///< from 1 on; 0: not known
  std::string key;

  /// "configs/x.ini:12: router.delay", "--router.delay" or "configs/x.ini:12".
  std::string text() const;
};

/// Bad usage or bad configuration: exit code 2. what() is one complete message that names the
/// place ("configs/x.ini:12: router.delay: …" or "--router.delay: …") and what would be right.
class ConfigError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  /// "place: message".
  ConfigError(SourceLocation place, const std::string& message)
      : std::runtime_error(place.text() + ": " + message), place_(std::move(place)) {}
  /// The message is made by fmt::format.
  template <typename First, typename... Rest>
  ConfigError(fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest)
      : std::runtime_error(
            fmt::format(format, std::forward<First>(first), std::forward<Rest>(rest)...)) {}

  /// Nothing in it where no place is to blame, or what() alone names it.
  const SourceLocation& place() const { return place_; }
  /// The same error in these words, which are complete.
  ConfigError saying(const std::string& words) const {
    ConfigError error(words);
    error.place_ = place_;
    return error;
  }
  /// The same error, of a key that the message names by itself.
  ConfigError about(std::string key) && {
    place_.key = std::move(key);
    return std::move(*this);
  }
  /// The same error, of a file that the message names by itself, where no other is to blame.
  ConfigError in(const std::string& file) && {
    place_.file = place_.file.empty() ? file : place_.file;
    return std::move(*this);
  }

 private:
  SourceLocation place_;
};

/// Where the keys of a configuration were given: what is left of the user's words when they are
/// resolved, so that errors can name the line or the option.
class SourceLocations {
 public:
  SourceLocations() = default;
  /// Of what stands in a configuration file; an empty name when all comes from the command line.
  explicit SourceLocations(std::string file);

  const std::string& file() const { return file_; }

  /// Notes that a key is given there.
  void note(std::string_view key, SourceLocation place);

  /// What is not given of [traffic] and [load] is missing in this section, "traffic.NAME".
  void stand_for(SourceLocation job) { job_ = std::move(job); }

  bool given(std::string_view key) const;
  /// The place to blame for a key, given or not.
  SourceLocation of(std::string_view key) const;
  /// "place: message".
  ConfigError error(std::string_view key, const std::string& message) const;
  template <typename First, typename... Rest>
  ConfigError error(std::string_view key, fmt::format_string<First, Rest...> format, First&& first,
                    Rest&&... rest) const {
    return error(key, fmt::format(format, std::forward<First>(first), std::forward<Rest>(rest)...));
  }
  /// What act() returns; a FileError out of it becomes an error of the key that names the file.
  template <typename Act>
  decltype(auto) with_file(std::string_view key, Act&& act) const {
    try {
      return act();
    } catch (const FileError& failure) {
      throw error(key, failure.what()).in(failure.file());
    }
  }
  /// The same, of a file that is written: a FileError remains one, and has the key.
  template <typename Act>
  static decltype(auto) with_output(std::string key, Act&& act) {
    try {
      return act();
    } catch (FileError& failure) {
      throw std::move(failure).asked_by(std::move(key));
    }
  }

 private:
  std::string file_;
  SourceLocation job_;  // its key is empty: there is none
  std::map<std::string, SourceLocation, std::less<>> places_;
};

}  // namespace flitcast
