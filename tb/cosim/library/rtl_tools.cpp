#include "tb/cosim/library/rtl_tools.h"

#include <cerrno>
#include <sys/stat.h>

#include <fmt/format.h>

#include "tb/cosim/library/rtl_errors.h"
#include "tb/system/file_error.h"
#include "tb/system/program.h"

namespace flitcast::cosim {
namespace {

constexpr std::size_t kShownOutput = 2000;  // characters of what a program said

std::string found(const std::string& name, const std::string& package) {
  std::string path = find_program(name);
  if (path.empty()) {
    throw RtlBuildError("routers in SystemVerilog need " + name + ": install the Debian package " +
                        package);
  }
  return path;
}

std::string identity_of(const std::string& path) {
  struct stat file {};
  if (::stat(path.c_str(), &file) != 0) {
    throw cannot("read", path, errno);
  }
  return fmt::format("{} {} {}.{:09}\n", path, file.st_size, file.st_mtim.tv_sec,
                     file.st_mtim.tv_nsec);
}

}  // namespace

RtlTools rtl_tools() {
  RtlTools tools{found("verilator", "verilator"), found("c++", "g++"), ""};
  tools.identity = identity_of(tools.verilator) + identity_of(tools.compiler);
  return tools;
}

std::string failure_of(const std::vector<std::string>& command, const CommandOutput& output) {
  const std::size_t from =
      output.text.size() > kShownOutput ? output.text.size() - kShownOutput : 0;
  return shell_line(command) + " ended with exit code " + std::to_string(output.status) + ":\n" +
         output.text.substr(from);
}

std::string run_tool(const std::vector<std::string>& command) {
  CommandOutput output = output_of(command);
  if (output.status != 0) {
    throw RtlBuildError(failure_of(command, output));
  }
  return output.text;
}

}  // namespace flitcast::cosim
