#include "tb/cli/program/program_actions.h"

#include <cerrno>
#include <unistd.h>

#include "tb/cli/arguments.h"
#include "tb/config/config.h"
#include "tb/system/file_error.h"
#include "tb/system/program.h"

namespace flitcast::cli {
namespace {

/// The program that can does what these words ask for, in this process.
[[noreturn]] void become(const Command& command, const std::vector<std::string>& words) {
  const std::string own = own_program();
  const std::string sister = sister_program(command.program);
  std::vector<std::string> given{own};
  given.insert(given.end(), words.begin(), words.end());
  std::vector<char*> argv;
  argv.reserve(given.size() + 1);
  for (std::string& word : given) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  ::execv(sister.c_str(), argv.data());
  if (errno != ENOENT) {
    throw cannot("start", sister, errno);
  }
  throw ConfigError(
      "{} is done by {}, which has not been built; tb/run {} builds it, or cmake --build {} "
      "--target {}",
      command.name, sister, command.name, own.substr(0, own.rfind('/')), command.program);
}

}  // namespace

int act_on(const Command& command, const Arguments& arguments,
           const std::vector<std::string>& words) {
  if (command.act != nullptr) {
    return command.act(arguments);
  }
  for (const Action& action : own_actions()) {
    if (action.command == command.name) {
      return action.act(arguments);
    }
  }
  become(command, words);
}

}  // namespace flitcast::cli
