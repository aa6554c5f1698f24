#include "tb/cli/command_help.h"

#include <fmt/format.h>

#include "tb/config/config_keys.h"
#include "tb/config/config_value.h"
#include "tb/system/text_columns.h"

namespace flitcast {
namespace {

constexpr const char* kTitle =
    "flitcast: collective communication on a flit-level model of an interconnection network\n\n";

constexpr const char* kEnd = R"(  flitcast help [COMMAND | KEY], --help, --version

Exit codes: 0 good; 1 an expectation or the data check failed; 2 bad usage, configuration or file;
3 deadlock or no progress; 4 internal error.
)";

/// The synopsis and, beside it or where it is too long below it, the summary.
std::string line_of(const Command::Use& use) {
  constexpr std::size_t kColumn = 56;
  const std::string synopsis = fmt::format("  {}", use.synopsis);
  return synopsis.size() + 2 <= kColumn
             ? pad_right(synopsis, kColumn) + fmt::format("{}\n", use.summary)
             : fmt::format("{}\n{}{}\n", synopsis, std::string(kColumn, ' '), use.summary);
}

std::string overview(const Commands& commands) {
  std::string text = kTitle;
  for (const Command& command : commands) {
    for (const Command::Use& use : command.uses) {
      text += line_of(use);
    }
  }
  return text + kEnd;
}

std::string synopsis_of(const Command& command) {
  if (!command.synopsis.empty()) {
    return fmt::format("{}\n", command.synopsis);
  }
  std::string text;
  for (const Command::Use& use : command.uses) {
    text += fmt::format("{}\n", use.synopsis);
  }
  return text;
}

}  // namespace

std::string help_text(const Commands& commands, std::string_view command) {
  if (command.empty() || command == "help") {
    return overview(commands);
  }
  const Command* const known = find_command(commands, command);
  if (known == nullptr) {
    if (std::string keys = help_on_keys(command); !keys.empty()) {
      return keys;
    }
    throw ConfigError(fmt::format("there is no help on {}; give {}, or a key", in_quotes(command),
                                  alternatives(names_of(commands))));
  }
  return fmt::format("{}\n{}{}{}", synopsis_of(*known), known->help,
                     known->appendix == nullptr ? "" : known->appendix(),
                     known->takes_keys ? config_key_help() : "");
}

}  // namespace flitcast
