#include "tb/cli/option_names.h"

#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/job_keys.h"
#include "tb/config/keys/node_keys.h"
#include "traffic/text/nearest_word.h"

namespace flitcast::cli {
namespace {

constexpr std::size_t kLongestOption = 60;

/// What may be written after the dashes of an option, and its name in full.
using Names = std::map<std::string, std::string, std::less<>>;

template <typename Options>
void add_options(const Options& options, Names& names) {
  for (const CommandOption& option : options) {
    names.emplace(option.name, option.name);
  }
}

/// By their full names and by their last parts.
void add_keys(Names& names) {
  for (const ConfigKey& key : config_keys()) {
    names.emplace(key.name, key.name);
    if (keys_named(key.last_part()).size() == 1) {
      names.emplace(key.last_part(), key.name);
    }
  }
}

Names names_for(const Command* command, const Commands& commands) {
  Names names;
  add_options(kGlobalOptions, names);
  for (const Command& each : commands) {
    if (command == nullptr || command == &each) {
      add_options(each.options, names);
    }
  }
  if (command == nullptr || command->takes_keys) {
    add_keys(names);
  }
  return names;
}

/// "--link.delay or --link.duplex": of the section of that name.
std::string keys_of_section(std::string_view section) {
  std::vector<std::string> keys;
  for (const ConfigKey& key : config_keys()) {
    if (key.section() == section) {
      keys.push_back(fmt::format("--{}", key.name));
    }
  }
  return alternatives({keys.begin(), keys.end()});
}

/// "run, regress and sweep".
std::string enumerated(const std::vector<std::string_view>& words) {
  const std::vector<std::string_view> before(words.begin(), words.end() - 1);
  return before.empty() ? std::string(words.back())
                        : fmt::format("{} and {}", fmt::join(before, ", "), words.back());
}

/// "give --ni.startup" where keys are called so, "the nearest is --quiet" where an option is near;
/// empty where nothing is.
std::string hint(std::string_view word, const Command* command, const Commands& commands) {
  const bool takes_keys = command == nullptr || command->takes_keys;
  if (std::string known = takes_keys ? keys_called(word) : ""; !known.empty()) {
    return fmt::format("give {}", known);
  }
  const Names names = names_for(command, commands);
  std::vector<std::string> candidates;
  for (const auto& [name, full] : names) {
    if (word.find('.') == std::string_view::npos) {
      candidates.push_back(name);
    }
  }
  if (const std::string name = close_word(word, candidates); !name.empty()) {
    return fmt::format("the nearest is --{}", names.at(name));
  }
  const ConfigKey* const key = takes_keys ? nearest_key(word) : nullptr;
  return key == nullptr ? "" : fmt::format("the nearest is --{}", key->name);
}

}  // namespace

const ConfigKey* key_of_option(std::string_view name, const Command* command) {
  if (command == nullptr || !command->takes_keys) {
    return find_key(name);
  }
  const std::vector<const ConfigKey*> keys = keys_named(name);
  if (keys.size() < 2) {
    return keys.empty() ? nullptr : keys.front();
  }
  std::vector<std::string> full;
  full.reserve(keys.size());
  for (const ConfigKey* const key : keys) {
    full.push_back(fmt::format("--{}", key->name));
  }
  throw ConfigError("--{}: may be {}; give the one that is meant", name, fmt::join(full, " or "));
}

std::string keys_called(std::string_view name) {
  std::vector<std::string> keys;
  for (const ConfigKey* const key : keys_known_as(name)) {
    keys.push_back(fmt::format("--{}", key->name));
  }
  return alternatives({keys.begin(), keys.end()});
}

bool is_section(std::string_view name, const Command* command) {
  return (command == nullptr || command->takes_keys) && !keys_of_section(name).empty();
}

std::vector<std::string_view> takers_of(std::string_view option, const Commands& commands) {
  std::vector<std::string_view> takers;
  for (const Command& command : commands) {
    if (command.takes(option)) {
      takers.push_back(command.name);
    }
  }
  return takers;
}

ConfigError misplaced_option(std::string_view name, std::string_view command,
                             const std::vector<std::string_view>& takers) {
  if (command.empty()) {
    return ConfigError("--{}: is an option of {}; give the command, too", name, enumerated(takers));
  }
  return ConfigError("{} takes no --{}; {} {}", command, name, enumerated(takers),
                     takers.size() > 1 ? "do" : "does");
}

ConfigError unknown_option(std::string_view name, const Command* command,
                           const Commands& commands) {
  name = name.substr(0, kLongestOption);
  const std::string word = fmt::format("--{}", name);
  if (const auto job = job_key_name(name)) {
    return ConfigError("{}: {}", word, unknown_job_key(*job));
  }
  if (const auto node = node_key_name(name)) {
    return ConfigError("{}: {}", word, unknown_node_key(*node));
  }
  if (is_section(name, command)) {
    return ConfigError("{} is a section of keys; give {}", word, keys_of_section(name));
  }
  const std::string subject =
      command == nullptr ? "there is no option" : fmt::format("{} has no option", command->name);
  if (const std::string meant = hint(name, command, commands); !meant.empty()) {
    return ConfigError("{} {}; {}", subject, in_quotes(word), meant);
  }
  return ConfigError("{} {}; see flitcast help{}", subject, in_quotes(word),
                     command == nullptr ? "" : fmt::format(" {}", command->name));
}

}  // namespace flitcast::cli
