#pragma once

#include <vector>

#include "tb/report/load/load_results.h"
#include "tb/report/page/page.h"
#include "tb/report/page/varied_keys.h"

namespace flitcast {

// Pictures of all curves together; the data are add_curve_data()'s.

/// With the fields of `keys`, whose things are the curves.
void add_curve_data(Page& page, const std::vector<ReportedCurve>& curves, const VariedKeys& keys);
void add_latency_picture(Page& page, const std::vector<ReportedCurve>& curves);
void add_accepted_picture(Page& page, const std::vector<ReportedCurve>& curves);
void add_percentile_picture(Page& page, const std::vector<ReportedCurve>& curves);
void add_share_picture(Page& page, const std::vector<ReportedCurve>& curves);

}  // namespace flitcast
