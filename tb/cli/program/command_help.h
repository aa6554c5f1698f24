#pragma once

#include <string>
#include <string_view>

#include "tb/cli/command.h"

namespace flitcast::cli {

/// Text of `flitcast --help` (no command, or "help"), or of `flitcast COMMAND --help`. Throws
/// ConfigError for what is no command.
std::string help_text(const Commands& commands, std::string_view command);

}  // namespace flitcast::cli
