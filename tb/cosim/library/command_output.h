#pragma once

#include <string>
#include <vector>

namespace flitcast::cosim {

/// How a program ended, and what it wrote to its standard output, then to its standard error.
struct CommandOutput {
  int status;  ///< its exit code, or 128 + the signal that ended it
  std::string text;
};

/// Runs a program to its end, command[0] being its path; it reads nothing. Throws FileError when it
/// cannot be started.
CommandOutput output_of(const std::vector<std::string>& command);

}  // namespace flitcast::cosim
