#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tb/explore/regress/regress_files.h"
#include "tb/explore/regress/regress_verdict.h"

namespace flitcast::explore {

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
