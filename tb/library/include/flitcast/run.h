#pragma once

#include <flitcast/export.h>
#include <flitcast/result.h>
#include <flitcast/settings.h>
#include <flitcast/watch.h>

namespace flitcast {

/// What a run is to give besides, and to leave out.
struct FLITCAST_EXPORT RunOptions {
  bool messages = false;  ///< Result::messages()
  bool links = false;     ///< Result::links()
  bool host = true;  ///< of Result::json() and report(): what depends on the machine and its clock
  /// Files that keys of [output] and [trace] name, as flitcast writes them: together at the end, or
  /// none. Standard output (`output.json = -`) is not written to.
  bool files = true;
  Watch watch = {};
};

/// Proves, predicts and simulates what the settings say, as `flitcast run` does; see Result.
/// Several runs may go on at once, each in a thread of its own. Throws InputError for what cannot
/// be run, RunError, and Interrupted.
FLITCAST_EXPORT Result run(const Settings& settings, const RunOptions& options = {});

}  // namespace flitcast
