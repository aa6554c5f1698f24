#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tb/raw_config.h"

namespace flitcast {

/// The command line, taken apart.
struct Arguments {
  std::string command;                                    ///< "run"; empty when there is none
  std::vector<std::string> operands;                      ///< what is no option
  std::vector<std::pair<std::string, std::string>> keys;  ///< --router.delay=3
  bool help = false;
  bool version = false;
  bool resolved = false;              ///< of check
  std::optional<std::string> format;  ///< of list and show
  std::optional<std::string> round;   ///< of show
  std::optional<std::string> node;    ///< of show
  std::optional<std::string> figure;  ///< of show
};

/// Takes the arguments behind the program's name. Throws ConfigError for unknown options (naming
/// the nearest), options without their value and options given twice.
Arguments parse_arguments(const std::vector<std::string>& words);

/// Refuses every given option that is no key and not among `allowed`, and says who takes it.
void allow_options(const Arguments& arguments, std::initializer_list<std::string_view> allowed);

/// The configuration that a command with one operand, a configuration file, and keys is given.
/// The file may be left out when there are keys. Throws ConfigError.
RawConfig gather_config(const Arguments& arguments);

}  // namespace flitcast
