#pragma once

#include <string>

#include "tb/system/process_pool.h"
#include "tests/support/temp_folder.h"

namespace flitcast {

/// Runs a line of shell in a folder; "$0" in it is the flitcast program.
inline ProcessEnd run_shell(const TempFolder& folder, const std::string& line) {
  ProcessPool pool(1, ProcessPool::Seconds(60));
  pool.start(
      0, {"/bin/sh", "-c", "cd '" + folder.root() + "' || exit 127; " + line, FLITCAST_PROGRAM});
  return pool.wait()->end;
}

}  // namespace flitcast
