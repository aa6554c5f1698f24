#include "tb/cli/arguments.h"

#include <algorithm>
#include <set>
#include <thread>

#include <boost/program_options.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/config/config_keys.h"
#include "tb/config/config_value.h"
#include "tb/config/sweep_keys.h"
#include "tb/results/config_file.h"
#include "traffic/row/nearest_word.h"

namespace flitcast {
namespace {

namespace po = boost::program_options;

/// Those of all commands, which an option says itself.
constexpr CommandOption kGlobalOptions[] = {{"help"}, {"version"}};

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

po::options_description known_options(const Commands& commands) {
  po::options_description known;
  for (const CommandOption& option : options_of(commands)) {
    const std::string name(option.name);
    if (option.has_value) {
      known.add_options()(name.c_str(), po::value<std::string>());
    } else {
      known.add_options()(name.c_str(), "");
    }
  }
  for (const ConfigKey& key : config_keys()) {
    known.add_options()(std::string(key.name).c_str(), po::value<std::string>());
  }
  return known;
}

ConfigError unknown_option(const po::option& option, const po::options_description& known) {
  const std::string& token = option.original_tokens.front();
  const std::string name = token.substr(0, std::min<std::size_t>(token.find('='), 60));
  std::vector<std::string> names;
  for (const auto& candidate : known.options()) {
    names.push_back("--" + candidate->long_name());
  }
  return ConfigError(
      fmt::format("unknown option {}; the nearest is {}", in_quotes(name), nearest(name, names)));
}

/// True for --sweep.KEY=LIST; the parser knows no such option, so the list stands in the same word.
bool is_swept(const po::option& option) {
  if (!swept_part(option.string_key)) {
    return false;
  }
  if (option.value.empty()) {
    throw ConfigError(
        fmt::format("--{0}: has no list; give it in the same word, like \"--{0}=1, 2, 4..10\"",
                    option.string_key));
  }
  return true;
}

/// An option without a value that needs one, or the other way round. A key says what would be
/// right.
ConfigError bad_syntax(const po::invalid_command_line_syntax& error) {
  const std::string option = error.get_option_name();
  if (error.kind() == po::invalid_syntax::extra_parameter) {
    return ConfigError(fmt::format("{}: takes no value; give {}", option, option));
  }
  const std::string name = option.substr(std::min(option.find_first_not_of('-'), option.size()));
  if (const ConfigKey* const key = find_key(name)) {
    try {
      key->check("");
    } catch (const ValueError& refusal) {
      return ConfigError(fmt::format("--{}: {}", name, refusal.what()));
    }
  }
  return ConfigError(
      fmt::format("{}: has no value; give {}=VALUE, see flitcast --help", option, option));
}

void take_option(const po::option& option, Arguments& arguments) {
  const std::string value = option.value.empty() ? "" : option.value.front();
  if (find_key(option.string_key) != nullptr || swept_part(option.string_key)) {
    arguments.keys.emplace_back(option.string_key, value);
  } else {
    arguments.options.emplace(option.string_key, value);
  }
}

void take_operand(const std::string& word, Arguments& arguments) {
  if (word.size() > 1 && word.front() == '-') {
    throw ConfigError(fmt::format("unknown option {}; options have two dashes, see flitcast --help",
                                  in_quotes(word)));
  }
  if (arguments.command.empty()) {
    arguments.command = word;
  } else {
    arguments.operands.push_back(word);
  }
}

/// Refuses every given option that the command does not take, and says who takes it.
void check_options(const Commands& commands, const Arguments& arguments) {
  const Command* const own = find_command(commands, arguments.command);
  for (const auto& [option, value] : arguments.options) {
    std::vector<std::string_view> takers;
    for (const Command& command : commands) {
      if (command.takes(option)) {
        takers.push_back(command.name);
      }
    }
    if (!takers.empty() && !arguments.command.empty() && (own == nullptr || !own->takes(option))) {
      throw ConfigError(fmt::format("{} takes no --{}; {} {}", arguments.command, option,
                                    fmt::join(takers, " and "), takers.size() > 1 ? "do" : "does"));
    }
  }
}

}  // namespace

Arguments parse_arguments(const std::vector<std::string>& words, const Commands& commands) {
  namespace style = po::command_line_style;
  std::vector<std::string> tokens = words;
  std::replace(tokens.begin(), tokens.end(), std::string("-h"), std::string("--help"));
  const po::options_description known = known_options(commands);
  Arguments arguments;
  std::set<std::string> seen;
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
      } else if (option.unregistered && !is_swept(option)) {
        throw unknown_option(option, known);
      } else if (!seen.insert(option.string_key).second) {
        throw ConfigError(fmt::format("--{}: is given twice", option.string_key));
      } else {
        take_option(option, arguments);
      }
    }
  } catch (const po::invalid_command_line_syntax& error) {
    throw bad_syntax(error);
  } catch (const po::error& error) {
    throw ConfigError(error.what());
  }
  check_options(commands, arguments);
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
    throw ConfigError(fmt::format("--{}: {}", name, error.what()));
  }
}

bool Arguments::wants_json() const {
  const std::string format = option("format").value_or("text");
  if (format != "text" && format != "json") {
    throw ConfigError(
        fmt::format("--format: {} is not known; give text or json", in_quotes(format)));
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
    throw ConfigError(fmt::format("{} takes no configuration keys; leave out --{}",
                                  arguments.command, arguments.keys.front().first));
  }
}

RawConfig gather_sweep(const Arguments& arguments) {
  if (arguments.operands.size() > 1) {
    throw ConfigError(fmt::format("{} takes one configuration file; {} is one too many",
                                  arguments.command, in_quotes(arguments.operands[1])));
  }
  if (arguments.operands.empty() && arguments.keys.empty()) {
    throw ConfigError(
        fmt::format("{} needs a configuration file, like flitcast {} "
                    "configs/catalogue/aas-hc-dex.ini",
                    arguments.command, arguments.command));
  }
  RawConfig config = arguments.operands.empty() ? RawConfig{} : read_config(arguments.operands[0]);
  for (const auto& [key, value] : arguments.keys) {
    give(config, key, value);
  }
  return config;
}

RawConfig gather_config(const Arguments& arguments) {
  RawConfig config = gather_sweep(arguments);
  if (!config.sweep.empty()) {
    throw ConfigError(
        fmt::format("{}: {} takes one configuration, not a sweep; give it to "
                    "flitcast sweep",
                    config.sweep.front().place, arguments.command));
  }
  return config;
}

}  // namespace flitcast
