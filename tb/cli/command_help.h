#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flitcast {

/// Every command of the program but help, in the order of its help.
std::vector<std::string_view> command_names();

/// Text of `flitcast --help` (no command, or "help"), or of `flitcast COMMAND --help`. Throws
/// ConfigError for what is no command.
std::string help_text(std::string_view command);

}  // namespace flitcast
