#pragma once

#include <string>
#include <string_view>

#include "tb/cli/command.h"

namespace flitcast::cli {

/// Text of `flitcast --help` (no command, or "help"), or of `flitcast COMMAND --help`. Throws
/// ConfigError for what is no command.
std::string help_text(const Commands& commands, std::string_view command);

/// What `flitcast help KEYS.md` and `flitcast help RESULTS.md` print: all configuration keys, and
/// the members of all JSON files, as Markdown tables. Empty for any other name.
std::string reference_document(std::string_view name);

}  // namespace flitcast::cli
