#pragma once

#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace flitcast {

/// What a program gets as its standard input, output and error; stays open here.
struct StandardFiles {
  int in;
  int out;
  int err;
};

/// Starts a program, command[0] being its path. When this process ends, in whatever way, it is
/// killed. Throws FileError when no process can be made.
pid_t start_program(const std::vector<std::string>& command, const StandardFiles& files);

/// Path of the program that is running, of a sister of flitcast that of flitcast, whatever file has
/// that name by now; start_program() that is told to start it starts the one that is running.
std::string own_program();

/// Path of a program that does some of flitcast's commands: beside it, or where it is installed.
std::string sister_program(std::string_view name);

/// "0.1.0".
std::string program_version();

/// Where the PATH has a program; empty when it has none of that name.
std::string find_program(const std::string& name);

/// The command as a line that a shell reads back as it is.
std::string shell_line(const std::vector<std::string>& command);

}  // namespace flitcast
