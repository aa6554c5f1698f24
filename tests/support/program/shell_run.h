#pragma once

#include <string>

#include "tb/system/process_pool.h"
#include "tests/support/temp_folder.h"

namespace flitcast {

/// Runs a line of shell in a folder; "$0" in it is the flitcast program.
inline ProcessEnd run_shell(const TempFolder& folder, const std::string& line) {
  return run_program(
      {"/bin/sh", "-c", "cd '" + folder.root() + "' || exit 127; " + line, FLITCAST_PROGRAM},
      ProcessPool::Seconds(60));
}

}  // namespace flitcast
