#include "tb/cli/program/completion.h"

#include <algorithm>
#include <cctype>

#include "tb/cli/option_names.h"
#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/sweep_keys.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/operations/operations.h"
#include "traffic/pattern/traffic_pattern.h"

namespace flitcast::cli {
namespace {

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char each) {
    return std::islower(each) != 0 || std::isdigit(each) != 0 || each == '_' || each == '-';
  });
}

/// "a" and "b" of "a | b | N": what is no word stands for something.
std::vector<std::string> words_of(std::string_view syntax) {
  std::vector<std::string> words;
  while (!syntax.empty()) {
    const std::size_t end = std::min(syntax.find('|'), syntax.size());
    if (const std::string_view each = trim(syntax.substr(0, end)); is_word(each)) {
      words.emplace_back(each);
    }
    syntax.remove_prefix(std::min(end + 1, syntax.size()));
  }
  return words;
}

std::vector<std::string> algorithms() {
  std::vector<std::string> ids;
  for (const Row& row : catalogue()) {
    ids.emplace_back(row.id);
  }
  return ids;
}

std::vector<std::string> operations() {
  std::vector<std::string> words = operation_words();
  for (std::string& word : words) {
    std::replace(word.begin(), word.end(), ' ', '-');
  }
  return words;
}

std::vector<std::string> patterns() {
  std::vector<std::string> words;
  for (const PatternKind& kind : traffic_patterns()) {
    words.emplace_back(kind.word);
  }
  return words;
}

std::vector<std::string> values_of(std::string_view option, const Command& command) {
  const auto own = std::find_if(command.options.begin(), command.options.end(),
                                [&](const CommandOption& each) { return each.name == option; });
  if (own != command.options.end()) {
    return own->values != nullptr ? own->values() : words_of(own->value);
  }
  const std::vector<const ConfigKey*> keys = keys_named(swept_part(option).value_or(option));
  if (keys.size() != 1) {
    return {};
  }
  const std::string_view key = keys[0]->name;
  return key == "traffic.algorithm" ? algorithms()
         : key == "load.pattern"    ? patterns()
                                    : words_of(keys[0]->syntax);
}

bool takes_lists(const Command& command) {
  return command.name == "sweep" || command.name == "load" || command.name == "choose";
}

/// "--jobs=", "--quiet", "--router.delay=", and "--delay=" where only one key ends so.
std::vector<std::string> option_names(const Command& command) {
  std::vector<std::string> names;
  for (const CommandOption& option : command.options) {
    names.push_back("--" + std::string(option.name) + (option.has_value() ? "=" : ""));
  }
  for (const CommandOption& option : kGlobalOptions) {
    names.push_back("--" + std::string(option.name));
  }
  if (command.takes_keys) {
    for (const ConfigKey& key : config_keys()) {
      names.push_back("--" + std::string(key.name) + "=");
      if (takes_lists(command) && tells_runs_apart(key)) {
        names.push_back("--sweep." + std::string(key.name) + "=");
      }
      if (keys_named(key.last_part()).size() == 1 && !command.takes(key.last_part())) {
        names.push_back("--" + std::string(key.last_part()) + "=");
      }
    }
  }
  return names;
}

std::vector<std::string> names_for_help(const Commands& commands) {
  std::vector<std::string> names{"KEYS.md", "RESULTS.md", "manual"};
  for (const std::string_view name : names_of(commands)) {
    names.emplace_back(name);
  }
  for (const ConfigKey& key : config_keys()) {
    names.emplace_back(key.name);
  }
  return names;
}

/// All that the last word could be, whatever it begins with.
std::vector<std::string> candidates(const Commands& commands,
                                    const std::vector<std::string>& words) {
  if (words.size() == 1) {
    std::vector<std::string> names{"help", "--help", "--version"};
    for (const std::string_view name : names_of(commands)) {
      names.emplace_back(name);
    }
    return names;
  }
  if (words[0] == "help") {
    return words.size() == 2 ? names_for_help(commands) : std::vector<std::string>();
  }
  const Command* const command = find_command(commands, words[0]);
  if (command == nullptr) {
    return {};
  }
  const std::string& last = words.back();
  if (last.rfind("--", 0) != 0) {
    const bool names_several =
        command->name == "list" || command->name == "choose" || command->name == "synthesize";
    std::vector<std::string> names = names_several ? operations() : std::vector<std::string>();
    if (command->takes_keys || names_several) {
      const std::vector<std::string> ids = algorithms();
      names.insert(names.end(), ids.begin(), ids.end());
    }
    return names;
  }
  const std::size_t equals = last.find('=');
  if (equals == std::string::npos) {
    return option_names(*command);
  }
  std::vector<std::string> values = values_of(last.substr(2, equals - 2), *command);
  for (std::string& value : values) {
    value.insert(0, last, 0, equals + 1);
  }
  return values;
}

}  // namespace

std::vector<std::string> completions(const Commands& commands,
                                     const std::vector<std::string>& words) {
  std::vector<std::string> found;
  if (!words.empty()) {
    for (std::string& candidate : candidates(commands, words)) {
      if (candidate.rfind(words.back(), 0) == 0) {
        found.push_back(std::move(candidate));
      }
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace flitcast::cli
