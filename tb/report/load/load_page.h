#pragma once

#include <vector>

#include "tb/report/load/load_results.h"
#include "tb/report/page/page.h"

namespace flitcast {

/// Curves of latency and accepted load, percentiles and fairness of all curves; histogram, use of
/// the links and latency by node of each, at a rate to choose. Throws nlohmann::json::exception
/// where a result lacks what every result has.
Page load_page(const std::vector<ReportedCurve>& curves);

}  // namespace flitcast
