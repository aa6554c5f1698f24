#pragma once

#include <string>
#include <vector>

#include "tb/report/load_results.h"
#include "tb/report/page.h"

namespace flitcast {

// Pictures of all curves together; the data are add_curve_data()'s.

void add_curve_data(Page& page, const std::vector<ReportedCurve>& curves);
void add_latency_picture(Page& page, const std::vector<ReportedCurve>& curves);
void add_accepted_picture(Page& page, const std::vector<ReportedCurve>& curves);
void add_percentile_picture(Page& page, const std::vector<ReportedCurve>& curves);
void add_share_picture(Page& page, const std::vector<ReportedCurve>& curves);

// Of one curve, with its rate to choose. Data of the page begin with `prefix`.

void add_histogram_picture(Page& page, const ReportedCurve& curve, const std::string& prefix);
void add_node_picture(Page& page, const ReportedCurve& curve, const std::string& prefix);
void add_channel_picture(Page& page, const ReportedCurve& curve, const std::string& prefix);

}  // namespace flitcast
