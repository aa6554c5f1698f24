#include "tb/cli/arguments.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <thread>

#include <boost/program_options.hpp>

#include "tb/cli/config_operand.h"
#include "tb/cli/option_names.h"
#include "tb/config/config_value.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/keys/sweep_keys.h"

namespace flitcast::cli {
namespace {

namespace po = boost::program_options;

/// Every option that some command takes, each once.
std::vector<CommandOption> options_of(const Commands& commands) {
  std::vector<CommandOption> all(std::begin(kGlobalOptions), std::end(kGlobalOptions));
  for (const Command& command : commands) {
    for (const CommandOption& option : command.options) {
      if (std::none_of(all.begin(), all.end(), [&option](const CommandOption& other) {
            return other.name == option.name;
          })) {
        all.push_back(option);
      }
    }
  }
  return all;
}

/// All that the parser is to know, whatever the command takes of it. A last part of keys that is an
/// option, too, has a value as that has.
po::options_description known_options(const Commands& commands) {
  po::options_description known;
  std::set<std::string_view> names;  // asking `known` for each takes as long as a small run
  for (const CommandOption& option : options_of(commands)) {
    const std::string name(option.name);
    names.insert(option.name);
    if (option.has_value()) {
      known.add_options()(name.c_str(), po::value<std::string>());
    } else {
      known.add_options()(name.c_str(), "");
    }
  }
  for (const ConfigKey& key : config_keys()) {
    for (const std::string_view name : {key.name, key.last_part()}) {
      if (names.insert(name).second) {
        known.add_options()(std::string(name).c_str(), po::value<std::string>());
      }
    }
  }
  return known;
}

/// True for --sweep.KEY=LIST; the parser knows no such option, so the list stands in the same word.
bool is_swept(const po::option& option) {
  if (!swept_part(option.string_key)) {
    return false;
  }
  if (option.value.empty()) {
    throw ConfigError("--{0}: has no list; give it in the same word, like \"--{0}=1, 2, 4..10\"",
                      option.string_key);
  }
  return true;
}

/// An option without a value that needs one, or the other way round. A key says what would be
/// right.
ConfigError bad_syntax(const po::invalid_command_line_syntax& error) {
  const std::string option = error.get_option_name();
  if (error.kind() == po::invalid_syntax::extra_parameter) {
    return ConfigError("{}: takes no value; give {}", option, option);
  }
  const std::string name = option.substr(std::min(option.find_first_not_of('-'), option.size()));
  if (const auto keys = keys_named(name); keys.size() == 1) {
    try {
      keys.front()->check("");
    } catch (const ValueError& refusal) {
      return ConfigError("--{}: {}", name, refusal.what());
    }
  }
  return ConfigError("{}: has no value; give {}=VALUE, see flitcast --help", option, option);
}

void take_operand(const std::string& word, Arguments& arguments) {
  if (word.size() > 1 && word.front() == '-') {
    throw ConfigError("unknown option {}; options have two dashes, see flitcast --help",
                      in_quotes(word));
  }
  if (arguments.command.empty()) {
    arguments.command = word;
  } else {
    arguments.operands.push_back(word);
  }
}

/// "--=3", which the parser takes for an operand.
void refuse_nameless(const std::vector<std::string>& tokens) {
  for (const std::string& token : tokens) {
    if (token.rfind("--=", 0) == 0) {
      throw ConfigError("{} has no name; give --KEY=VALUE, see flitcast --help", in_quotes(token));
    }
  }
}

/// What is no command but the name of a file is the configuration of a run.
void take_as_run(const Commands& commands, Arguments& arguments) {
  std::string& word = arguments.command;
  std::error_code ignored;
  const bool names_file = word.find_first_of("./") != std::string::npos ||
                          std::filesystem::is_regular_file(word, ignored);
  if (names_file && find_command(commands, word) == nullptr &&
      find_command(commands, "run") != nullptr) {
    arguments.operands.insert(arguments.operands.begin(), word);
    word = "run";
  }
}

/// Enters the options of a command line whose command is known.
class OptionTaker {
 public:
  OptionTaker(const Commands& commands, Arguments& arguments)
      : commands_(commands),
        own_(find_command(commands, arguments.command)),
        arguments_(arguments) {}

  void take(const po::option& option) {
    const std::string& name = option.string_key;
    const std::string value = option.value.empty() ? "" : option.value.front();
    if (is_own(name)) {
      note(name);
      arguments_.options.emplace(name, value);
    } else if (is_swept(option)) {
      note(name);
      arguments_.keys.emplace_back(name, value);
    } else if (const ConfigKey* const key = key_of_option(name, own_)) {
      note(key->name);
      arguments_.keys.emplace_back(key->name, value);
    } else {
      refuse(name);
    }
  }

 private:
  bool is_own(std::string_view name) const {
    const auto same = [name](const CommandOption& option) { return option.name == name; };
    return (own_ != nullptr && own_->takes(name)) ||
           std::any_of(std::begin(kGlobalOptions), std::end(kGlobalOptions), same);
  }

  void note(std::string_view name) {
    if (!seen_.emplace(name).second) {
      throw ConfigError("--{}: is given twice", name);
    }
  }

  [[noreturn]] void refuse(const std::string& name) const {
    if (own_ != nullptr) {
      const auto hint = own_->hints.find(name);
      if (hint != own_->hints.end()) {
        throw ConfigError("{} takes no --{}; {}", own_->name, name, hint->second);
      }
    }
    const std::vector<std::string_view> takers = takers_of(name, commands_);
    const bool means_key = own_ != nullptr && own_->takes_keys && !keys_called(name).empty();
    if (means_key || takers.empty() || is_section(name, own_)) {
      throw unknown_option(name, own_, commands_);
    }
    throw misplaced_option(name, arguments_.command, takers);
  }

  const Commands& commands_;
  const Command* own_;  // null where there is no such command
  Arguments& arguments_;
  std::set<std::string, std::less<>> seen_;
};

}  // namespace

Arguments parse_arguments(const std::vector<std::string>& words, const Commands& commands) {
  namespace style = po::command_line_style;
  std::vector<std::string> tokens = words;
  std::replace(tokens.begin(), tokens.end(), std::string("-h"), std::string("--help"));
  std::replace(tokens.begin(), tokens.end(), std::string("-V"), std::string("--version"));
  refuse_nameless(tokens);
  const po::options_description known = known_options(commands);
  Arguments arguments;
  try {
    const auto parsed =
        po::command_line_parser(tokens)
            .options(known)
            .style(style::allow_long | style::long_allow_adjacent | style::long_allow_next)
            .allow_unregistered()
            .run();
    for (const po::option& option : parsed.options) {
      if (option.position_key >= 0) {
        take_operand(option.value.front(), arguments);
      }
    }
    take_as_run(commands, arguments);
    OptionTaker taker(commands, arguments);
    for (const po::option& option : parsed.options) {
      if (option.position_key < 0) {
        taker.take(option);
      }
    }
  } catch (const po::invalid_command_line_syntax& error) {
    throw bad_syntax(error);
  } catch (const po::error& error) {
    throw ConfigError(error.what());
  }
  return arguments;
}

std::optional<std::string> Arguments::option(std::string_view name) const {
  const auto found = options.find(name);
  return found == options.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::int64_t> Arguments::number(std::string_view name, std::int64_t min,
                                              std::int64_t max) const {
  const auto text = option(name);
  if (!text) {
    return std::nullopt;
  }
  try {
    return parse_integer(*text, kNoUnit, min, max);
  } catch (const ValueError& error) {
    throw ConfigError("--{}: {}", name, error.what());
  }
}

bool Arguments::wants_json() const {
  const std::string format = option("format").value_or("text");
  if (format != "text" && format != "json") {
    throw ConfigError("--format: {} is not known; give text or json", in_quotes(format));
  }
  return format == "json";
}

std::size_t Arguments::jobs() const {
  constexpr std::int64_t kMost = 1024;
  const std::int64_t cores = std::max(1U, std::thread::hardware_concurrency());
  return static_cast<std::size_t>(number("jobs", 1, kMost).value_or(cores));
}

void refuse_keys(const Arguments& arguments) {
  if (!arguments.keys.empty()) {
    throw ConfigError("{} takes no configuration keys; leave out --{}", arguments.command,
                      arguments.keys.front().first);
  }
}

RawConfig gather_sweep(const Arguments& arguments) {
  if (arguments.operands.size() > 1) {
    throw ConfigError("{} takes one configuration file; {} is one too many", arguments.command,
                      in_quotes(arguments.operands[1]));
  }
  if (arguments.operands.empty() && arguments.keys.empty()) {
    throw ConfigError(
        "{} needs a configuration file, like flitcast {} configs/catalogue/aas-hc-dex.ini, or an "
        "algorithm of flitcast list",
        arguments.command, arguments.command);
  }
  RawConfig config = arguments.operands.empty()
                         ? RawConfig{}
                         : config_of_operand(arguments.operands[0], arguments.command);
  for (const auto& [key, value] : arguments.keys) {
    give(config, key, value);
  }
  return config;
}

RawConfig gather_config(const Arguments& arguments) {
  RawConfig config = gather_sweep(arguments);
  refuse_sweep(config, arguments.command);
  return config;
}

}  // namespace flitcast::cli
