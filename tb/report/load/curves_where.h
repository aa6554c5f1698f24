#pragma once

#include <string>
#include <vector>

#include "tb/report/load/load_results.h"

namespace flitcast {

/// The curves whose configuration has what `conditions` say, as keep_where has them. Throws
/// ConfigError as it does.
std::vector<ReportedCurve> curves_where(const std::vector<ReportedCurve>& curves,
                                        const std::string& conditions);

}  // namespace flitcast
