#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "tb/cli/command.h"

namespace flitcast::cli {

// What help and manual pages say alike.

inline constexpr std::string_view kSubject =
    "interconnection networks, flit by flit, and what is sent on them";
inline constexpr std::string_view kHelpForm =
    "flitcast help [COMMAND | KEY | KEYS.md | RESULTS.md]";
inline constexpr std::pair<int, std::string_view> kExitCodes[] = {
    {0, "good"},
    {1, "an expectation or the data check failed"},
    {2, "bad usage, configuration or file"},
    {3, "deadlock or no progress"},
    {4, "internal error"}};

/// The forms of a command, a line each.
std::string synopsis_of(const Command& command);
/// "--jobs=N".
std::string written(const CommandOption& option);

/// Text of `flitcast --help` (no command, or "help"), or of `flitcast COMMAND --help`. Throws
/// ConfigError for what is no command.
std::string help_text(const Commands& commands, std::string_view command);

/// What `flitcast help KEYS.md` and `flitcast help RESULTS.md` print: all configuration keys, and
/// the members of all JSON files, as Markdown tables. Empty for any other name.
std::string reference_document(std::string_view name);

}  // namespace flitcast::cli
