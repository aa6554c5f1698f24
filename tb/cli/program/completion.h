#pragma once

#include <string>
#include <vector>

#include "tb/cli/command.h"

namespace flitcast::cli {

/// What the last of the words after `flitcast` on a command line may be, of which the beginning is
/// there: commands, options and configuration keys ("--router.delay="), their values where these
/// are words, algorithms. Nothing where only the reader knows, or a shell, which knows files.
std::vector<std::string> completions(const Commands& commands,
                                     const std::vector<std::string>& words);

}  // namespace flitcast::cli
