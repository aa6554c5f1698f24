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

std::string failure_of(const std::vector<std::string>& command, const ProcessEnd& end) {
  const std::string said = end.said();
  const std::size_t from = said.size() > kShownOutput ? said.size() - kShownOutput : 0;
  return fmt::format("{} ended with {}:\n{}", shell_line(command), end.describe(),
                     said.substr(from));
}

std::string run_tool(const std::vector<std::string>& command) {
  const ProcessEnd end = run_program(command);
  if (!end.exited_with(0)) {
    throw RtlBuildError(failure_of(command, end));
  }
  return end.said();
}

}  // namespace flitcast::cosim
