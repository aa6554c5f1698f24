#pragma once

#include <string>
#include <string_view>

#include "tb/config/ini/raw_config.h"

namespace flitcast::cli {

/// The configuration that an operand of a command names: a file, or, where there is none of that
/// name, the example of an algorithm. Throws ConfigError with what may be meant, "flitcast COMMAND"
/// being what the operand was given to.
RawConfig config_of_operand(const std::string& operand, std::string_view command);

/// What a word that is no command may mean: an algorithm or an operation, and what takes it; empty
/// for others.
std::string use_of_name(const std::string& word);

}  // namespace flitcast::cli
