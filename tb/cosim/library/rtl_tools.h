#pragma once

#include <string>
#include <vector>

#include "tb/cosim/library/command_output.h"

namespace flitcast::cosim {

/// The programs that make libraries of routers.
struct RtlTools {
  std::string verilator;  ///< paths
  std::string compiler;
  /// Which ones they are: other versions have another one. Made of the files' sizes and dates,
  /// because to ask them takes longer than many a run.
  std::string identity;
};

/// Throws RtlBuildError with what to install where one is missing.
RtlTools rtl_tools();

/// That a program failed, and the end of what it wrote.
std::string failure_of(const std::vector<std::string>& command, const CommandOutput& output);

/// Runs one of them; what it wrote. Throws RtlBuildError with that when it fails.
std::string run_tool(const std::vector<std::string>& command);

}  // namespace flitcast::cosim
