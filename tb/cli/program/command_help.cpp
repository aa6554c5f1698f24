#include "tb/cli/program/command_help.h"

#include <algorithm>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"
#include "traffic/text/nearest_word.h"

namespace flitcast::cli {
namespace {

constexpr const char* kTitle =
    "flitcast: interconnection networks, flit by flit, and what is sent on them\n\n";

constexpr const char* kEnd =
    R"(  flitcast help [COMMAND | KEY | KEYS.md | RESULTS.md], --help, --version

Exit codes: 0 good; 1 an expectation or the data check failed; 2 bad usage,
configuration or file; 3 deadlock or no progress; 4 internal error.
)";

constexpr std::size_t kLongestSubject = 60;

std::string overview(const Commands& commands) {
  std::string text = kTitle;
  for (const Command& command : commands) {
    for (const Command::Use& use : command.uses) {
      text += fmt::format("  {}\n      {}\n", use.synopsis, use.summary);
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

std::string written(const CommandOption& option) {
  return option.has_value() ? fmt::format("--{}={}", option.name, option.value)
                            : fmt::format("--{}", option.name);
}

/// A line for each option that has help, however long.
std::string option_lines(const CommandOptions& options) {
  std::size_t width = 0;
  for (const CommandOption& option : options) {
    width = std::max(width, option.help.empty() ? 0 : written(option).size());
  }
  std::string text;
  for (const CommandOption& option : options) {
    if (!option.help.empty()) {
      text += fmt::format("  {:<{}}  {}\n", written(option), width, option.help);
    }
  }
  return text;
}

/// What is near, or everything there is help on.
ConfigError no_help(const Commands& commands, std::string_view word) {
  const std::vector<std::string_view> names = names_of(commands);
  if (const std::string near =
          close_word(word.substr(0, kLongestSubject), {names.begin(), names.end()}, 3);
      !near.empty()) {
    return ConfigError(
        fmt::format("there is no help on {}; the nearest is {}", in_quotes(word), near));
  }
  const bool is_key = !keys_known_as(word).empty() || nearest_key(word) != nullptr;
  return ConfigError(fmt::format(
      "there is no help on {}; {}", in_quotes(word),
      is_key ? hint_on_key(word) : fmt::format("give {}, or a key", alternatives(names))));
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
    throw no_help(commands, command);
  }
  return fmt::format("{}\n{}{}{}{}{}", synopsis_of(*known), known->help,
                     option_lines(known->options), known->notes,
                     known->appendix == nullptr ? "" : known->appendix(),
                     known->takes_keys ? config_key_help() : "");
}

}  // namespace flitcast::cli
