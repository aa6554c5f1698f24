#pragma once

#include <string>
#include <vector>

#include "tb/cosim/library/rtl_sources.h"
#include "tb/system/process_pool.h"

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
std::string failure_of(const std::vector<std::string>& command, const ProcessEnd& end);

/// Runs one of them; what it wrote. Throws RtlBuildError with that when it fails.
std::string run_tool(const std::vector<std::string>& command);

/// Runs verilator, whose path and options `command` is, on `sources`, which lie in a folder. Throws
/// RtlBuildError when it fails, of a user's router with the first thing that
/// verilator has against it, in a line that names file and line. Pins of the wrapper that have
/// other widths than those of the contract, or are none of it, are among that.
void run_verilator(std::vector<std::string> command, const std::vector<RtlSource>& sources);

/// That line, of what verilator said; empty where it names no place.
std::string first_complaint(const std::string& said, const std::vector<RtlSource>& sources);

}  // namespace flitcast::cosim
