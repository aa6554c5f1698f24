#pragma once

#include <string>
#include <vector>

#include "tb/explore/regress/expect_section.h"
#include "tb/explore/regress/regress_verdict.h"

namespace flitcast {

/// What a failed run has and should have, human-readable: a table of the expectations that are not
/// met, and what the program said where the run ended otherwise than expected. Several lines.
std::string difference_table(const RegressVerdict& verdict);

/// The same on one line: "completion_cycles: expected 123, measured 130 (and 2 more)".
std::string difference_line(const RegressVerdict& verdict);

/// Values that were replaced, one a line: "completion_cycles  123 -> 130".
std::string change_table(const std::vector<ExpectChange>& changes);

}  // namespace flitcast
