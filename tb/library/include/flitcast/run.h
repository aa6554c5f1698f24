#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <flitcast/export.h>
#include <flitcast/result.h>
#include <flitcast/settings.h>

namespace flitcast {

/// How far something is.
struct FLITCAST_EXPORT Progress {
  std::string text;        ///< "verifying round 3/63", "round 12/63  cycle 4711"
  std::uint64_t done = 0;  ///< of things that take about the same time each
  std::uint64_t of = 0;    ///< 0: nobody knows
};

/// What a call that takes long tells and asks meanwhile, in the thread of the call.
struct FLITCAST_EXPORT Watch {
  /// Told about ten times a second; may be empty.
  std::function<void(const Progress&)> progress;
  /// Asked some fifty times a second; true ends the call with Interrupted. May be empty.
  std::function<bool()> stop;
};

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
