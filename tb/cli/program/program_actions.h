#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tb/cli/command.h"

namespace flitcast::cli {

// Commands that take much to build are not in `flitcast` but in programs beside it, which hold all
// that `flitcast` holds and more. `flitcast` knows their names, options and help, and becomes the
// program that acts.

struct Action {
  std::string_view command;
  int (*act)(const Arguments& arguments);
};

/// What this program does beside what every one of them does. Every program defines its own.
std::vector<Action> own_actions();

/// Does the command, here or by becoming the program that can; `words` are those after the
/// program's name. Returns an exit code. Throws ConfigError where that program is not there.
int act_on(const Command& command, const Arguments& arguments,
           const std::vector<std::string>& words);

}  // namespace flitcast::cli
