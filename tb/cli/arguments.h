#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tb/cli/command.h"
#include "tb/config/ini/raw_config.h"

namespace flitcast::cli {

/// The command line, taken apart.
struct Arguments {
  std::string command;                                    ///< "run"; empty when there is none
  std::vector<std::string> operands;                      ///< what is no option
  std::vector<std::pair<std::string, std::string>> keys;  ///< --router.delay=3
  /// What is no key, like --format=json; the value is empty where there is none.
  std::map<std::string, std::string, std::less<>> options;

  bool has(std::string_view option) const { return options.find(option) != options.end(); }
  std::optional<std::string> option(std::string_view name) const;
  /// The value of an option that is a whole number from `min` to `max`. Throws ConfigError.
  std::optional<std::int64_t> number(std::string_view option, std::int64_t min,
                                     std::int64_t max) const;
  /// --format=json rather than text, which is what it is when not given. Throws ConfigError.
  bool wants_json() const;
  /// --jobs, 1 … 1024; as many as there are cores when it is not given. Throws ConfigError.
  std::size_t jobs() const;
};

/// Takes the arguments after the program's name. Throws ConfigError for unknown options (naming
/// the nearest), options that the command does not take (naming those that do), options without
/// their value and options given twice.
Arguments parse_arguments(const std::vector<std::string>& words, const Commands& commands);

/// Throws ConfigError when a command that takes no configuration keys is given one.
void refuse_keys(const Arguments& arguments);

/// The configuration that a command with one operand, a configuration file, and keys is given.
/// The file may be left out when there are keys. Throws ConfigError, for a sweep as well.
RawConfig gather_config(const Arguments& arguments);
/// The same for a command that takes a sweep.
RawConfig gather_sweep(const Arguments& arguments);

}  // namespace flitcast::cli
