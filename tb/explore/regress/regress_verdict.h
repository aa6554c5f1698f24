#pragma once

#include <string>
#include <vector>

#include "tb/explore/regress/regress_files.h"
#include "tb/results/expectations.h"
#include "tb/system/process_pool.h"

namespace flitcast::explore {

/// An expectation that a run has not met.
struct Unmet : Judgement {
  std::string difference;  ///< "+3 (+0.238 %)"; empty where there are no numbers
};

/// How a run of a configuration compares with what its file expects.
struct RegressVerdict {
  std::vector<Unmet> unmet;
  double seconds = 0;
  std::string message;   ///< what the run wrote to standard error
  bool as_told = true;   ///< it ended as expected, if with other values
  bool finished = true;  ///< it ended by itself, and not for an error of the program
  std::string update;    ///< the table of what its file expects now instead; empty: as before

  bool passed() const { return unmet.empty(); }
  bool failed() const { return !passed() && update.empty(); }
};

/// Judges an ended `flitcast run FILE --output.json=- --only-json`.
///
/// The exit code counts as if the other expectations were met. It is to be expect.exit_code, or 0
/// where that is not given; then a deadlock or a failed data check is a matter of expect.deadlock
/// and expect.data_check alone, where these are.
RegressVerdict judge_run(const RegressFile& file, const ProcessEnd& end);

}  // namespace flitcast::explore
