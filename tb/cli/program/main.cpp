#include <algorithm>
#include <exception>
#include <fcntl.h>
#include <string>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hw/rtl_router/protocol_violation.h"
#include "tb/cli/arguments.h"
#include "tb/cli/commands/commands.h"
#include "tb/cli/config_operand.h"
#include "tb/cli/program/build_text.h"
#include "tb/cli/program/command_help.h"
#include "tb/cli/program/completion.h"
#include "tb/cli/program/manual.h"
#include "tb/cli/program/program_actions.h"
#include "tb/config/config_value.h"
#include "tb/cosim/library/rtl_errors.h"
#include "tb/plan/row_schedule.h"
#include "tb/system/console.h"
#include "tb/system/file_error.h"
#include "tb/system/process_memory.h"
#include "tb/text/text_columns.h"
#include "traffic/text/nearest_word.h"

namespace flitcast::cli {
namespace {

ConfigError unknown_command(const std::string& name) {
  std::vector<std::string_view> names = names_of(commands());
  if (name.empty()) {
    return ConfigError("a command is missing; give {}, see flitcast --help", alternatives(names));
  }
  if (const std::string use = use_of_name(name); !use.empty()) {
    return ConfigError("{} is not a command; {}", in_quotes(name), use);
  }
  names.emplace_back("help");
  const std::string near = close_word(name.substr(0, 60), {names.begin(), names.end()});
  return ConfigError(
      "{} is not a command; {}", in_quotes(name),
      near.empty() ? fmt::format("give {}", alternatives(names)) : "the nearest is " + near);
}

/// Where standard output is no terminal, too, as manual pages are.
std::size_t help_width() {
  constexpr std::size_t kElsewhere = 80;
  return output_width() == 0 ? kElsewhere : output_width();
}

int help(const Arguments& arguments) {
  if (arguments.command == "help" && arguments.operands.size() > 1) {
    throw ConfigError("help takes one command or key; {} is one too many",
                      in_quotes(arguments.operands[1]));
  }
  const bool asked = arguments.command == "help" && !arguments.operands.empty();
  const std::string& subject = asked ? arguments.operands[0] : arguments.command;
  if (const std::string document = reference_document(subject); !document.empty()) {
    print(document);
    return exit_code::kGood;
  }
  if (subject == "manual") {
    print(fmt::format("{}\n", fmt::join(manual_pages(commands()), "\n")));
    return exit_code::kGood;
  }
  if (const std::string page = manual_page(commands(), subject); !page.empty()) {
    print(page);
    return exit_code::kGood;
  }
  if (const std::string use = use_of_name(subject);
      asked && !use.empty() && find_command(commands(), subject) == nullptr) {
    throw ConfigError("{} is no command and no key; {}", in_quotes(subject), use);
  }
  print(wrapped(help_text(commands(), subject), help_width()));
  return exit_code::kGood;
}

/// The words with a command's present name in place of a former one, which is told.
std::vector<std::string> with_present_name(std::vector<std::string> words) {
  const auto is_word = [](const std::string& word) { return word[0] != '-' && word != "help"; };
  const auto name = std::find_if(words.begin(), words.end(), is_word);
  for (const Command& command : commands()) {
    if (name != words.end() && !command.former.empty() && *name == command.former) {
      tell(fmt::format("note: {} is called {} now", command.former, command.name));
      *name = command.name;
    }
  }
  return words;
}

/// What scripts for shells ask: `flitcast complete -- WORD...`.
int complete(const std::vector<std::string>& words) {
  for (const std::string& each : completions(commands(), {words.begin() + 2, words.end()})) {
    print(each + "\n");
  }
  return exit_code::kGood;
}

int dispatch(const std::vector<std::string>& given) {
  if (given.size() >= 2 && given[0] == "complete" && given[1] == "--") {
    return complete(given);
  }
  const std::vector<std::string> words = with_present_name(given);
  const Arguments arguments = parse_arguments(words, commands());
  if (arguments.has("version") || arguments.command == "version") {
    print(build_text());
    return exit_code::kGood;
  }
  if (arguments.has("help") || arguments.command == "help") {
    return help(arguments);
  }
  const Command* const command = find_command(commands(), arguments.command);
  if (command == nullptr) {
    throw unknown_command(arguments.command);
  }
  if (!command->takes_keys) {
    refuse_keys(arguments);
  }
  return act_on(*command, arguments, words);
}

int fail(int code, const std::string& message) {
  tell(message);
  return code;
}

int guarded(const std::vector<std::string>& words) {
  try {
    return dispatch(words);
  } catch (const ConfigError& error) {
    return fail(exit_code::kBadInput, error.what());
  } catch (const FileError& error) {
    return fail(exit_code::kBadInput, error.what());
  } catch (const cosim::RtlBuildError& error) {
    return fail(exit_code::kBadInput, error.what());
  } catch (const ProtocolViolation& error) {
    return fail(exit_code::kUnmet, error.what());
  } catch (const cosim::MismatchError& error) {
    return fail(exit_code::kUnmet, error.what());
  } catch (const RowError& error) {
    return fail(exit_code::kInternal, error.what());
  } catch (const std::bad_alloc&) {
    out_of_memory();
  } catch (const std::exception& error) {
    return fail(exit_code::kInternal, fmt::format("internal error: {}", error.what()));
  }
}

/// Where standard input, output or error is closed, no file of ours takes its place: what is
/// written there goes on failing.
void occupy_standard_files() {
  while (true) {
    const int file = ::open("/dev/null", O_RDONLY);
    if (file < 0 || file > STDERR_FILENO) {
      ::close(file);
      return;
    }
  }
}

/// Before the initialisers of shared libraries, which need memory already.
[[gnu::section(".preinit_array"),
  gnu::used]] void (*const kAtTheStart)() = end_when_memory_runs_out;

}  // namespace
}  // namespace flitcast::cli

int main(int argc, char* argv[]) {
  flitcast::survive_failed_writes();
  flitcast::cli::occupy_standard_files();
  return flitcast::cli::guarded(std::vector<std::string>(argv + 1, argv + argc));
}
