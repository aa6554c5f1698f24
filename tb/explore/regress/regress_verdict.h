#pragma once

#include <optional>
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

/// What a file has to say instead for its run to pass.
struct RegressUpdate {
  std::vector<ExpectChange> changes;
  std::string obstacle;  ///< why no new value can make it pass; empty when the changes do
};

/// A number keeps the form of its expectation, its tolerance and its notation; of a bound or range,
/// the end that is broken moves to the measured value. There are no changes for a run that was
/// killed or met an error of the program, for what the file has no key for, and for what was not
/// measured.
RegressUpdate update_of(const RegressFile& file, const RegressVerdict& verdict);

/// Rewrites the file. Throws ConfigError when it is not any more what was run, FileError when it
/// cannot be written.
void apply(const RegressUpdate& update, const RegressFile& file);

/// What a failed run has and should have, human-readable: a table of the expectations that are not
/// met, and what the program said where the run ended otherwise than expected. Several lines.
std::string difference_table(const RegressVerdict& verdict);

/// The same on one line: "completion_cycles: expected 123, measured 130 (and 2 more)".
std::string difference_line(const RegressVerdict& verdict);

/// Values that were replaced, one a line: "completion_cycles  123 -> 130".
std::string change_table(const std::vector<ExpectChange>& changes);

/// Verdicts of files, in the same order, as the XML that CI systems read for JUnit: a test case for
/// every file, named by its path, with its time where `seconds` are given, which are those of all.
std::string junit_xml(const std::vector<RegressFile>& files,
                      const std::vector<RegressVerdict>& verdicts, std::optional<double> seconds);

}  // namespace flitcast::explore
