#pragma once

#include <string>
#include <vector>

#include "tb/cosim/library/rtl_sources.h"

namespace flitcast::cosim {

/// Runs verilator, whose path and options `command` is, on `sources`, which lie in a folder. Throws
/// RtlBuildError when it fails, of a user's router with the first thing that
/// verilator has against it, in a line that names file and line. Pins of the wrapper that have
/// other widths than those of the contract, or are none of it, are among that.
void run_verilator(std::vector<std::string> command, const std::vector<RtlSource>& sources);

/// That line, of what verilator said; empty where it names no place.
std::string first_complaint(const std::string& said, const std::vector<RtlSource>& sources);

}  // namespace flitcast::cosim
